import { CallFailure } from './call-failure.ts';
import type { Request } from './request.ts';
import type { Reply } from './send.ts';
import { texts } from './texts.ts';

type SendOptions = { signal?: AbortSignal | undefined; onProgress?: ((sentBytes: number) => void) | undefined };

/** An upload without progress for this long has lost its connection. */
const stallTimeoutMs = 60_000;

/** After the last byte the server flushes the files and writes its rows. With a remote store that is slow. */
const responseTimeoutMs = 180_000;

/**
 * Sends a multipart form with XMLHttpRequest, because fetch reports no upload progress. `sentBytes` includes the multipart
 * headers, so its last value may be above the sum of the files.
 */
export function sendFiles(request: Request, headers: Record<string, string>, options: SendOptions): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    let stalled = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const restartTimer = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        stalled = true;
        xhr.abort();
      }, ms);
    };
    const abort = () => xhr.abort();
    const failure = () => {
      if (options.signal?.aborted) return new DOMException('Aborted', 'AbortError');
      return new CallFailure(0, { message: stalled ? texts.uploadStalled : texts.unreachable });
    };

    xhr.upload.addEventListener('progress', (event) => {
      restartTimer(stallTimeoutMs);
      options.onProgress?.(event.loaded);
    });
    xhr.upload.addEventListener('load', () => restartTimer(responseTimeoutMs));
    xhr.addEventListener('loadend', () => {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', abort);
      // An aborted request and one without a response have the status 0.
      if (xhr.status === 0) reject(failure());
      else resolve({ status: xhr.status, text: xhr.responseText });
    });

    if (options.signal?.aborted) return reject(failure());
    options.signal?.addEventListener('abort', abort);
    xhr.open(request.method, request.url);
    for (const [name, value] of Object.entries({ Accept: 'application/json', ...headers }))
      xhr.setRequestHeader(name, value);
    restartTimer(stallTimeoutMs);
    xhr.send(request.body ?? null);
  });
}
