// The nearest of many names, for proposals. A name is compared in its normal form.

/** Names with fewer common pairs of letters are not compared letter by letter. Our choice: it bounds the time. */
const maxCompared = 60;

const pairsOf = (name: string) => {
  const padded = `^${name}$`;
  return new Set(Array.from({ length: padded.length - 1 }, (_, at) => padded.slice(at, at + 2)));
};

/** The number of wrong, missing, surplus and exchanged letters between two texts, or more than `max`. Source: Damerau. */
export function distance(one: string, other: string, max: number): number {
  if (Math.abs(one.length - other.length) > max) return max + 1;
  let before: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 1; at <= one.length; at += 1) {
    const row = [at];
    for (let to = 1; to <= other.length; to += 1) {
      const isSame = one[at - 1] === other[to - 1];
      let least = Math.min((above[to] ?? 0) + 1, (row[to - 1] ?? 0) + 1, (above[to - 1] ?? 0) + (isSame ? 0 : 1));
      if (at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1])
        least = Math.min(least, (before[to - 2] ?? 0) + 1);
      row.push(least);
    }
    if (Math.min(...row) > max) return max + 1;
    [before, above] = [above, row];
  }
  return above[other.length] ?? max + 1;
}

/** A third of the letters of a name may be wrong, and at most three. */
const maxWrong = (name: string) => Math.min(3, Math.floor(name.length / 3));

const maxLetters = 60;

export type Nearest<T> = (name: string, limit: number) => T[];

/** Returns a search for the values whose names are nearest to a name. Both have their normal form. */
export function nearestOf<T>(named: Iterable<readonly [string, T]>): Nearest<T> {
  const names = [...named];
  const pairs = names.flatMap(([name], index) => [...pairsOf(name)].map((pair) => ({ pair, index })));
  const byPair = Map.groupBy(pairs, ({ pair }) => pair);
  return (name, limit) => {
    const max = maxWrong(name);
    if (max === 0 || name.length > maxLetters) return [];
    const common = new Map<number, number>();
    for (const pair of pairsOf(name))
      for (const { index } of byPair.get(pair) ?? []) common.set(index, (common.get(index) ?? 0) + 1);
    // One wrong letter changes up to three pairs.
    const enough = Math.max(1, name.length + 1 - 3 * max);
    const likely = [...common].filter(([, pairs]) => pairs >= enough);
    const compared = likely.toSorted(([, one], [, other]) => other - one).slice(0, maxCompared);
    const found = compared
      .map(([index]) => ({ value: names[index]?.[1] as T, wrong: distance(name, names[index]?.[0] ?? '', max) }))
      .filter(({ wrong }) => wrong <= max)
      .toSorted((one, other) => one.wrong - other.wrong);
    return [...new Set(found.map(({ value }) => value))].slice(0, limit);
  };
}
