import { setImmediate as nextTurn } from 'node:timers/promises';

const maxHeldMs = 10;

export type YieldIfDue = () => Promise<void>;

/**
 * Returns a function for long work on the main thread: call and await it between two steps. It lets the event loop handle
 * other requests when the work has held it for 10 ms.
 */
export function makeYield(): YieldIfDue {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < maxHeldMs) return;
    await nextTurn();
    since = performance.now();
  };
}
