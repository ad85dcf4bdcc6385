import { collectGarbage } from '#server/collect-garbage.ts';

// By then the first rounds of housekeeping are done, and whoever opened the page at once has it.
const afterMs = 3_000;

/**
 * Collects what only the start needed. The runtime would do it by and by, but not while nothing happens: until then some
 * 25 MB are held for nothing.
 */
export function giveBackSoon(): void {
  setTimeout(() => collectGarbage({ type: 'major', flavor: 'last-resort' }), afterMs).unref();
}
