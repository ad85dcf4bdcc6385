import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';

// The server reads the rest of a refused body for a while: a client that is still sending when the connection is cut
// does not see the response.
const maxDrainedBytes = 64 * 1024 * 1024;
const maxDrainMs = 30_000;
const maxSilenceMs = 5_000;

/**
 * Returns how much of the request body is unread: nothing, little (drain it, so that the client sees the response), or
 * much (close the connection).
 */
export function unreadPartOf(request: IncomingMessage): 'nothing' | 'little' | 'much' {
  if (request.complete || request.destroyed) return 'nothing';
  if (request.headers['transfer-encoding'] !== undefined) return 'much';
  return Number(request.headers['content-length'] ?? 0) > maxDrainedBytes ? 'much' : 'little';
}

/** Returns whether Node closes the connection after the response because the client asked for it. */
export function isLastRequest({ headers, httpVersionMajor, httpVersionMinor }: IncomingMessage): boolean {
  const options = (headers.connection ?? '').toLowerCase().split(/\s*,\s*/);
  const isOld = httpVersionMajor === 1 && httpVersionMinor === 0;
  return options.includes('close') || (isOld && !options.includes('keep-alive'));
}

/** Discards the rest of a stream, even if it was piped elsewhere or a reader still waits for its next chunk. */
export function discard(stream: Readable): void {
  stream.unpipe();
  // While an iterator waits for a chunk, `resume()` has no effect. The iterator still ends with the stream.
  stream.removeAllListeners('readable');
  stream.resume();
}

/** Reads and discards the rest of a stream, up to 64 MB and 30 seconds, or until nothing arrives for 5 seconds. */
export async function drain(stream: Readable): Promise<void> {
  if (stream.readableEnded || stream.destroyed) return;
  await new Promise<void>((resolve) => {
    let drained = 0;
    const stop = () => {
      clearTimeout(timer);
      clearTimeout(silence);
      stream.off('data', count).pause();
      resolve();
    };
    const count = (chunk: Buffer) => {
      drained += chunk.length;
      silence.refresh();
      if (drained > maxDrainedBytes) stop();
    };
    const timer = setTimeout(stop, maxDrainMs);
    const silence = setTimeout(stop, maxSilenceMs);
    for (const event of ['end', 'close', 'error']) stream.once(event, stop);
    stream.on('data', count);
    discard(stream);
  });
}
