import { setTimeout as sleep } from 'node:timers/promises';

/** `spend` waits after each piece of work so that the average stays below the rate. Throws when the signal is aborted. */
export type RateLimiter = { spend: (bytes: number) => Promise<void> };

export function makeRateLimiter(bytesPerSecond: number, signal: AbortSignal): RateLimiter {
  let freeAt = 0;
  return {
    async spend(bytes) {
      signal.throwIfAborted();
      const now = performance.now();
      freeAt = Math.max(freeAt, now) + (bytes / bytesPerSecond) * 1000;
      if (freeAt - now > 1) await sleep(freeAt - now, undefined, { signal });
    },
  };
}
