import type { DetailedError, Upload } from 'tus-js-client';
import type { Failure } from '#shared/fields.ts';
import { antiForgeryHeader, antiForgeryToken, prime } from './anti-forgery.ts';
import { CallFailure } from './call-failure.ts';
import { texts } from './texts.ts';

export type Pieces = {
  /** Where uploads are begun. */
  endpoint: string;
  /** Where this one goes on, when it was begun before. */
  url: string | undefined;
  metadata: Record<string, string>;
  pieceBytes: number;
  /** How long to wait before the next try, after so many that failed in a row. */
  waitMs: (failures: number) => number;
  /** Ends the sending; what has arrived stays at the server. */
  signal: AbortSignal;
  onBegun: (url: string) => void;
  onProgress: (sentBytes: number) => void;
  /** The way to the server is broken, or open again. */
  onWaiting: (isWaiting: boolean) => void;
};

/** A piece of which no byte moves for this long has lost its connection. */
const stallsAfterMs = 60_000;

/** After the last byte the server puts the file together, which takes a while for a large one. */
const answersWithinMs = 180_000;

/** No answer, somebody else's turn, bytes that are there already, or a server that is away: all of these pass. */
const passing = new Set([0, 409, 423, 429, 502, 503, 504]);
const tokenRefused = 419;

/**
 * Sends a file piece by piece by the tus protocol, and goes on where it stopped when the connection breaks, the computer
 * sleeps or the server restarts, for as long as it takes. Throws a CallFailure for what does not pass, an AbortError when aborted.
 */
export async function sendInPieces(file: Blob, pieces: Pieces): Promise<void> {
  const { signal } = pieces;
  let { url } = pieces;
  let failures = 0;
  let isPrimed = antiForgeryToken() !== undefined;
  for (;;) {
    try {
      if (!isPrimed) await prime(signal);
      // The first thing that is told is where it goes on, before any byte has left.
      let from: number | undefined;
      await sendOnce(file, {
        ...pieces,
        url,
        onBegun: (begun) => pieces.onBegun((url = begun)),
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
      const failure = asFailure(error);
      if (failure.status === tokenRefused && isPrimed) isPrimed = false;
      else if (passing.has(failure.status) && (failure.status !== 0 || (await isReadable(file)))) failures += 1;
      else throw failure;
    }
    if (failures > 0) {
      pieces.onWaiting(true);
      await wakeAfter(pieces.waitMs(failures), signal);
    }
  }
}

/** Whether a chosen file can still be read; one that was changed, moved or deleted cannot. */
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
        // Tries and what is remembered of an upload are ours, and the server's.
        retryDelays: null,
        storeFingerprintForResuming: false,
        onBeforeRequest: (request) => {
          const token = antiForgeryToken();
          if (token !== undefined) request.setHeader(antiForgeryHeader, token);
          request.setHeader('Accept', 'application/json');
          waitAtMost(stallsAfterMs);
        },
        onUploadUrlAvailable: () => upload.url && pieces.onBegun(new URL(upload.url, location.href).pathname),
        onProgress: (sent, total) => {
          waitAtMost(sent === total ? answersWithinMs : stallsAfterMs);
          pieces.onProgress(sent);
        },
        onSuccess: () => resolve(),
        // Read at once: an answer is empty after `abort`.
        onError: (error) => reject(asFailure(error)),
      });
      const waitAtMost = (ms: number) => {
        clearTimeout(timer);
        timer = setTimeout(() => reject(new CallFailure(0, { message: texts.uploadStalled })), ms);
      };
      stop = () => void upload.abort();
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      if (signal.aborted) reject(signal.reason as Error);
      else upload.start();
    });
  } finally {
    clearTimeout(timer);
    stop();
  }
}

function asFailure(error: unknown): CallFailure {
  if (error instanceof CallFailure) return error;
  const response = (error as Partial<DetailedError>).originalResponse;
  const status = response?.getStatus() ?? 0;
  if (!response || status === 0) return new CallFailure(0, { message: texts.unreachable }, { cause: error });
  return new CallFailure(status, asFailureBody(response.getBody()));
}

/** An empty message makes `explain` fall back to the catalogue's sentence. */
function asFailureBody(text: string): Failure {
  try {
    return { message: '', ...(JSON.parse(text) as object) };
  } catch {
    return { message: '' };
  }
}

/** Waits, but not beyond the moment in which the network is back or somebody looks at the page again. */
async function wakeAfter(ms: number, signal: AbortSignal): Promise<void> {
  const woken = new AbortController();
  await new Promise<void>((resolve) => {
    const wake = () => resolve();
    const timer = setTimeout(wake, ms);
    const options = { signal: woken.signal };
    window.addEventListener('online', wake, options);
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && wake(), options);
    signal.addEventListener('abort', wake, options);
    woken.signal.addEventListener('abort', () => clearTimeout(timer));
  });
  woken.abort();
  if (signal.aborted) throw new DOMException('Aborted', 'AbortError');
}
