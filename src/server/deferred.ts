import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';

/** Work that is done some time after the response to a request. */
export type Deferred = {
  /** Starts the work after a random time up to this one. A failure is logged with this message. */
  run: (maxDelayMs: number, failure: string, work: () => Promise<void>) => void;
  /** Starts all waiting work at once and waits for it. */
  flush: () => Promise<void>;
};

export function makeDeferred(log: FastifyBaseLogger): Deferred {
  const waiting = new Map<Promise<void>, AbortController>();
  return {
    run(maxDelayMs, failure, work) {
      const skipDelay = new AbortController();
      const delay = sleep(Math.random() * maxDelayMs, undefined, { signal: skipDelay.signal, ref: false });
      const done = delay
        .catch(() => {})
        .then(work)
        .catch((error: unknown) => log.error(error, failure))
        .finally(() => waiting.delete(done));
      waiting.set(done, skipDelay);
    },
    async flush() {
      for (const skipDelay of waiting.values()) skipDelay.abort();
      await Promise.all(waiting.keys());
    },
  };
}
