/** A seeded generator of random numbers, so that every demo of one size has the same people, papers and containers. */
export type Random = {
  /** Returns a number from 0 up to, but not including, 1. */
  next: () => number;
  /** Returns an integer from `min` to `max`, both included. */
  integer: (min: number, max: number) => number;
  pick: <T>(list: readonly T[]) => T;
};

export function seededRandom(seed: number): Random {
  // Mulberry32: small, fast, and uniform enough for sample data.
  let state = Math.imul(seed + 1, 0x9e3779b1) | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    integer: (min, max) => min + Math.floor(next() * (max - min + 1)),
    pick<T>(list: readonly T[]): T {
      if (list.length === 0) throw new Error('nothing to pick from');
      return list[Math.floor(next() * list.length)] as T;
    },
  };
}

/** Returns the items in another order. */
export function shuffled<T>(list: readonly T[], random: Random): T[] {
  return list
    .map((item) => ({ item, at: random.next() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item);
}
