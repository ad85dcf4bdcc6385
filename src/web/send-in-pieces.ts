import type { DetailedError, Upload } from 'tus-js-client';
import { parseJson } from '#shared/parse-json.ts';
import { antiForgeryHeader, antiForgeryToken, prime } from './anti-forgery.ts';
import { asFailure, CallFailure } from './call-failure.ts';
import { shownUserHeaders } from './shown-user.ts';
import { texts } from './texts.ts';
import { waitOrWake } from './wait-or-wake.ts';

export type Pieces = {
  /** The address that creates uploads. */
  endpoint: string;
  /** The address of this upload, if it was created before. */
  url: string | undefined;
  metadata: Record<string, string>;
  pieceBytes: number;
  /** Returns the time to wait after this many failures in a row. */
  waitMs: (failures: number) => number;
  /**
   * Stops sending. The server keeps the bytes that it has received. While an upload is being created, the answer is
   * awaited first, because `onCreated` needs its address.
   */
  signal: AbortSignal;
  onCreated: (url: string) => void;
  onProgress: (sentBytes: number) => void;
  /** Reports that the connection is lost (true), or works again (false). */
  onWaiting: (isWaiting: boolean) => void;
};

/** A piece without progress for this long has lost its connection. */
const stallTimeoutMs = 60_000;

/** After the last byte the server assembles the file. With a large file that is slow. */
const responseTimeoutMs = 180_000;

/** No response, a locked upload, an offset conflict, a rate limit, or an unavailable server: a later try may succeed. */
const temporaryStatuses = new Set([0, 409, 423, 429, 502, 503, 504]);
const tokenRefused = 419;

/** Only the user can change this: it needs a decision about other uploads. */
const permanentCode = 'upload.too_many_unfinished_bytes';

/**
 * Sends a file in pieces with the tus protocol. Resumes after a lost connection, a sleep of the computer or a restart of
 * the server, without a limit on the number of tries. Throws a CallFailure for a permanent failure, an AbortError if aborted.
 */
export async function sendInPieces(file: Blob, pieces: Pieces): Promise<void> {
  const { signal } = pieces;
  let { url } = pieces;
  let failures = 0;
  let isPrimed = antiForgeryToken() !== undefined;
  for (;;) {
    try {
      if (!isPrimed) await prime(signal);
      // The first progress event is the offset at which the upload resumes, before any byte is sent.
      let from: number | undefined;
      await sendOnce(file, {
        ...pieces,
        url,
        onCreated: (created) => pieces.onCreated((url = created)),
        onProgress: (sent) => {
          from ??= sent;
          if (sent > from && failures > 0) {
            failures = 0;
            pieces.onWaiting(false);
          }
          isPrimed = true;
          pieces.onProgress(sent);
        },
      });
      return;
    } catch (error) {
      if (signal.aborted) throw new DOMException('Aborted', 'AbortError');
      const failure = failureOf(error);
      if (failure.status === tokenRefused && isPrimed) isPrimed = false;
      else if (isTemporary(failure) && (failure.status !== 0 || (await isReadable(file)))) failures += 1;
      else throw failure;
    }
    if (failures > 0) {
      pieces.onWaiting(true);
      await waitOrWake(pieces.waitMs(failures), signal);
    }
  }
}

const isTemporary = ({ status, failure }: CallFailure) =>
  temporaryStatuses.has(status) && failure.code !== permanentCode;

/** Returns false for a chosen file that was changed, moved or deleted since. */
export async function isReadable(file: Blob): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

async function sendOnce(file: Blob, pieces: Pieces): Promise<void> {
  const { signal, url, endpoint, metadata } = pieces;
  const { Upload: TusUpload } = await import('tus-js-client');
  let stop: () => void = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const upload: Upload = new TusUpload(file, {
        endpoint,
        uploadUrl: url ?? null,
        metadata,
        chunkSize: pieces.pieceBytes,
        // This module repeats failed tries, and the server stores the state of an upload.
        retryDelays: null,
        storeFingerprintForResuming: false,
        onBeforeRequest: (request) => {
          const token = antiForgeryToken();
          if (token !== undefined) request.setHeader(antiForgeryHeader, token);
          for (const [name, value] of Object.entries(shownUserHeaders())) request.setHeader(name, value);
          request.setHeader('Accept', 'application/json');
          restartTimer(stallTimeoutMs);
        },
        onUploadUrlAvailable: () => {
          if (upload.url) pieces.onCreated(new URL(upload.url, location.href).pathname);
          if (signal.aborted) reject(signal.reason as Error);
        },
        onProgress: (sent, total) => {
          restartTimer(sent === total ? responseTimeoutMs : stallTimeoutMs);
          pieces.onProgress(sent);
        },
        onSuccess: () => resolve(),
        // Reads the response now, because it is empty after `abort`.
        onError: (error) => reject(failureOf(error)),
      });
      const restartTimer = (ms: number) => {
        clearTimeout(timer);
        timer = setTimeout(() => reject(new CallFailure(0, { message: texts.uploadStalled })), ms);
      };
      stop = () => void upload.abort();
      signal.addEventListener('abort', () => upload.url && reject(signal.reason as Error), { once: true });
      if (signal.aborted) reject(signal.reason as Error);
      else upload.start();
    });
  } finally {
    clearTimeout(timer);
    stop();
  }
}

function failureOf(error: unknown): CallFailure {
  if (error instanceof CallFailure) return error;
  const response = (error as Partial<DetailedError>).originalResponse;
  const status = response?.getStatus() ?? 0;
  if (!response || status === 0) return new CallFailure(0, { message: texts.unreachable }, { cause: error });
  return new CallFailure(status, asFailure(parseJson(response.getBody())));
}
