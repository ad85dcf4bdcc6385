/** Chance that falls alike at every start, so that every demo of one size has the same people, papers and containers. */
export type Dice = {
  /** From 0 up to, but not including, 1. */
  roll: () => number;
  /** A whole number from `least` to `most`. */
  whole: (least: number, most: number) => number;
  pick: <T>(list: readonly T[]) => T;
};

export function diceOf(seed: number): Dice {
  // Mulberry32: small, quick, and even enough for pictures and papers.
  let state = Math.imul(seed + 1, 0x9e3779b1) | 0;
  const roll = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    roll,
    whole: (least, most) => least + Math.floor(roll() * (most - least + 1)),
    pick<T>(list: readonly T[]): T {
      if (list.length === 0) throw new Error('nothing to pick from');
      return list[Math.floor(roll() * list.length)] as T;
    },
  };
}

/** The same things in another order. */
export function shuffled<T>(list: readonly T[], dice: Dice): T[] {
  return list
    .map((thing) => ({ thing, at: dice.roll() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ thing }) => thing);
}
