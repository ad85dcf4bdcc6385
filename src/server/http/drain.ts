import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';

// The rest of a refused body is read on for a while: a client that is still sending sees no answer when it is cut off.
const mostReadOnBytes = 64 * 1024 * 1024;
const mostReadOnMs = 5_000;

/** What is still to come of a request's body: nothing, a little that is as well read to its end, or too much to be read. */
export function restOf(request: IncomingMessage): 'nothing' | 'little' | 'much' {
  if (request.complete || request.destroyed) return 'nothing';
  if (request.headers['transfer-encoding'] !== undefined) return 'much';
  return Number(request.headers['content-length'] ?? 0) > mostReadOnBytes ? 'much' : 'little';
}

/** Lets the rest of a stream pass by, whoever was reading it. */
export function forget(stream: Readable): void {
  stream.unpipe();
  stream.resume();
}

/** Reads and forgets the rest of a stream, but no more than 64 MB and no longer than 5 seconds. */
export async function drain(stream: Readable): Promise<void> {
  if (stream.readableEnded || stream.destroyed) return;
  await new Promise<void>((resolve) => {
    let drained = 0;
    const stop = () => {
      clearTimeout(timer);
      stream.off('data', count).pause();
      resolve();
    };
    const count = (chunk: Buffer) => {
      drained += chunk.length;
      if (drained > mostReadOnBytes) stop();
    };
    const timer = setTimeout(stop, mostReadOnMs);
    for (const event of ['end', 'close', 'error']) stream.once(event, stop);
    stream.on('data', count);
    forget(stream);
  });
}
