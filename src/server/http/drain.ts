import type { Readable } from 'node:stream';

// A refused upload is read on for a while, so that the client gets its answer and can use the connection again.
const mostDrainedBytes = 64 * 1024 * 1024;
const mostDrainedMs = 5_000;

/** Reads and forgets the rest of a stream; gives up on a long or slow one and cuts it. */
export async function drain(stream: Readable): Promise<void> {
  if (stream.readableEnded || stream.destroyed) return;
  stream.unpipe();
  await new Promise<void>((resolve) => {
    let drained = 0;
    const cut = () => {
      stream.destroy();
      resolve();
    };
    const timer = setTimeout(cut, mostDrainedMs);
    stream.on('data', (chunk: Buffer) => {
      drained += chunk.length;
      if (drained > mostDrainedBytes) cut();
    });
    for (const event of ['end', 'close', 'error']) {
      stream.once(event, () => {
        clearTimeout(timer);
        resolve();
      });
    }
    stream.resume();
  });
}
