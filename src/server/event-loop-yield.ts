import { setImmediate as nextTurn } from 'node:timers/promises';

const maxHeldMs = 10;

let turnBegan = 0;

/**
 * Call and await it between two steps of long work on the main thread. It lets the event loop handle other requests when it
 * has been held for 10 ms.
 */
export async function yieldIfDue(): Promise<void> {
  if (performance.now() - turnBegan < maxHeldMs) return;
  await nextTurn();
  turnBegan = performance.now();
}

/** Yields the items of a long list, and lets the event loop handle other requests in between. */
export async function* inTurns<T>(items: Iterable<T>): AsyncGenerator<T, void> {
  for (const item of items) {
    yield item;
    await yieldIfDue();
  }
}

/** Yields a list in slices of this size. */
export function* slices<T>(items: readonly T[], size: number): Generator<T[], void> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
