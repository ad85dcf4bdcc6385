import { CallFailure } from './call-failure.ts';
import type { Request } from './request.ts';
import type { Reply } from './send.ts';
import { texts } from './texts.ts';

type Watch = { signal?: AbortSignal | undefined; onProgress?: ((sentBytes: number) => void) | undefined };

/** An upload that moves no byte for this long has lost its connection. */
const stallsAfterMs = 60_000;

/** After the last byte the server still flushes and writes its rows; a store far away takes a while. */
const answersWithinMs = 180_000;

/**
 * Sends a multipart form. XMLHttpRequest, because fetch does not tell how much has left;
 * `sentBytes` counts the form's envelope too, so it may end slightly above the sum of the files.
 */
export function sendFiles(request: Request, headers: Record<string, string>, watch: Watch): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    let stalled = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const waitAtMost = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        stalled = true;
        xhr.abort();
      }, ms);
    };
    const abort = () => xhr.abort();
    const failure = () => {
      if (watch.signal?.aborted) return new DOMException('Aborted', 'AbortError');
      return new CallFailure(0, { message: stalled ? texts.uploadStalled : texts.unreachable });
    };

    xhr.upload.addEventListener('progress', (event) => {
      waitAtMost(stallsAfterMs);
      watch.onProgress?.(event.loaded);
    });
    xhr.upload.addEventListener('load', () => waitAtMost(answersWithinMs));
    xhr.addEventListener('loadend', () => {
      clearTimeout(timer);
      watch.signal?.removeEventListener('abort', abort);
      // Status 0 is what is left of a request that was aborted or never answered.
      if (xhr.status === 0) reject(failure());
      else resolve({ status: xhr.status, text: xhr.responseText });
    });

    if (watch.signal?.aborted) return reject(failure());
    watch.signal?.addEventListener('abort', abort);
    xhr.open(request.method, request.url);
    for (const [name, value] of Object.entries({ Accept: 'application/json', ...headers }))
      xhr.setRequestHeader(name, value);
    waitAtMost(stallsAfterMs);
    xhr.send(request.body ?? null);
  });
}
