import { setTimeout as sleep } from 'node:timers/promises';

/** Waits after each piece of work for as long as it takes to stay below a rate; throws once it is to stop. */
export type Pace = { spend: (bytes: number) => Promise<void> };

export function makePace(bytesPerSecond: number, signal: AbortSignal): Pace {
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
