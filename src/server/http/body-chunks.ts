import type { Readable } from 'node:stream';

// A client that sends nothing for this long counts as disconnected.
const maxSilenceMs = 60_000;

/**
 * Yields the chunks of a body. Destroys the body if the client sends nothing for too long. Time that the server needs
 * to process a chunk does not count. Does not destroy the body at the end. `unwanted` ends the time limit while a chunk
 * is awaited: a `return()` takes effect only after that chunk.
 */
export async function* chunksOf(body: Readable, unwanted?: AbortSignal): AsyncGenerator<Buffer, void> {
  let isWaitingForClient = true;
  const timer = setTimeout(() => (isWaitingForClient ? body.destroy() : timer.refresh()), maxSilenceMs);
  timer.unref();
  unwanted?.addEventListener('abort', () => clearTimeout(timer), { once: true });
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
