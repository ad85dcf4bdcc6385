import { fold } from '#shared/fold.ts';

/** The newest similar files that one proposal compares. Our choice. */
export const maxCompared = 50;

/** A type is proposed from at least this many similar files, of which at least this part has the type. Our choice. */
const minSimilar = 3;
const minPart = 0.6;

const maxWords = 4;
const maxTries = 5;

/** Returns the words of a file name that similar files have too: no numbers, no extension, nothing below three letters. */
export function wordsOfFileName(name: string): string[] {
  const dot = name.lastIndexOf('.');
  const stem = fold(dot > 0 ? name.slice(0, dot) : name);
  const words = stem.match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.filter((word) => word.length >= 3 && !/\p{N}/u.test(word)))].slice(0, maxWords);
}

/**
 * Returns lists of words to search for, in order, until enough files are similar: all words, then fewer from the start
 * and from the end.
 */
export function triesOf(words: readonly string[]): string[][] {
  const tries: string[][] = [];
  for (let count = words.length; count > 0; count -= 1) {
    tries.push(words.slice(0, count));
    if (count < words.length) tries.push(words.slice(-count));
  }
  return tries.slice(0, maxTries);
}

/** Of `similar` files with similar names, `matching` have this type. */
export type TypeProposal = { file_type_id: number; matching: number; similar: number };

export const isEnough = (types: readonly unknown[]): boolean => types.length >= minSimilar;

/** Returns the most frequent type, or undefined if there are too few files or no type has most of them. */
export function proposalFrom(types: readonly number[]): TypeProposal | undefined {
  if (!isEnough(types)) return undefined;
  const counts = new Map<number, number>();
  for (const type of types) counts.set(type, (counts.get(type) ?? 0) + 1);
  const [[file_type_id, matching] = [0, 0]] = [...counts].toSorted(([, one], [, other]) => other - one);
  return matching / types.length >= minPart ? { file_type_id, matching, similar: types.length } : undefined;
}
