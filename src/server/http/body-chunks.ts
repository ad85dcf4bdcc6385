import type { Readable } from 'node:stream';

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
      yield chunk as Buffer;
      isClientsTurn = true;
      timer.refresh();
    }
  } finally {
    clearTimeout(timer);
  }
}
