import { isContainerNumber } from '#features/papers/container-number.rules.ts';
import { fold, normalForm } from '#shared/fold.ts';

// The index holds every trigram of a name, so that a search for any part of it needs no scan. Each trigram is written in
// hex, because the full-text indexes of both databases treat it as one plain word then.

// Padding after the last letter, so that the last two letters start a trigram too.
const end = '\u0001\u0001';

// Limits the trigrams of a long search. The query compares each candidate with the whole text anyway.
const maxSearchWords = 16;

/** Returns each letter of a text in hex. */
const codesOf = (text: string) =>
  Array.from({ length: text.length }, (_, index) => text.charCodeAt(index).toString(16).padStart(4, '0'));

const hexOf = (letters: string) => `x${codesOf(letters).join('')}`;

/** Returns the trigrams to index for a file name. */
export function wordsOfName(name: string): string[] {
  // Each letter is part of three trigrams, so its code is computed once.
  const codes = codesOf(`${fold(name)}${end}`);
  const words = new Set<string>();
  for (let index = 0; index + 2 < codes.length; index += 1)
    words.add(`x${codes[index]}${codes[index + 1]}${codes[index + 2]}`);
  return [...words];
}

/** Returns trigrams that every name with `term` contains. One or two letters become a prefix search. `term` is folded. */
export function wordsOfSearch(term: string): string[] {
  if (term.length < 3) return [`${hexOf(term)}*`];
  const words = new Set<string>();
  for (let index = 0; index + 2 < term.length && words.size < maxSearchWords; index += 1) {
    words.add(hexOf(term.slice(index, index + 3)));
  }
  return [...words];
}

/** Returns whether a match of the index needs no comparison with the name: up to three letters are one trigram. */
export const wordsDecide = (term: string) => term.length <= 3;

/** Returns the container number that a search is, in any spelling, in its normal form. */
export function containerNumberOf(search: string): string | undefined {
  const normal = normalForm(search);
  return isContainerNumber(normal) ? normal : undefined;
}
