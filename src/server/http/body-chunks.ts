import type { Readable } from 'node:stream';
import { collectGarbage } from '../collect-garbage.ts';

// A client that sends nothing for this long has gone.
const silenceMs = 60_000;

/** A body's chunks. Cuts off a client that has fallen silent; while the disk is what is waited for, no one is. Leaves the body open. */
export async function* chunksOf(body: Readable): AsyncGenerator<Buffer, void> {
  let isClientsTurn = true;
  const timer = setTimeout(() => (isClientsTurn ? body.destroy() : timer.refresh()), silenceMs);
  timer.unref();
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      isClientsTurn = false;
      noteArrived((chunk as Buffer).length);
      yield chunk as Buffer;
      isClientsTurn = true;
      timer.refresh();
    }
  } finally {
    clearTimeout(timer);
  }
}

// Every piece that arrives has memory of its own, of which the runtime sees little: left alone it gathers 100 MB of it.
const collectedEveryBytes = 16 * 1024 * 1024;
let arrivedBytes = 0;

function noteArrived(bytes: number): void {
  arrivedBytes += bytes;
  if (arrivedBytes < collectedEveryBytes) return;
  arrivedBytes = 0;
  collectGarbage({ type: 'minor' });
}
