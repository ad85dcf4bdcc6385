import type { Readable } from 'node:stream';

// A client that sends nothing for this long counts as disconnected.
const maxSilenceMs = 60_000;

/**
 * Yields the chunks of a body. Destroys the body if the client sends nothing for too long. Time that the server needs
 * to process a chunk does not count. Does not destroy the body at the end.
 */
export async function* chunksOf(body: Readable): AsyncGenerator<Buffer, void> {
  let isWaitingForClient = true;
  const timer = setTimeout(() => (isWaitingForClient ? body.destroy() : timer.refresh()), maxSilenceMs);
  timer.unref();
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      isWaitingForClient = false;
      yield chunk as Buffer;
      isWaitingForClient = true;
      timer.refresh();
    }
  } finally {
    clearTimeout(timer);
  }
}
