import { fold } from '#shared/fold.ts';

// A name is indexed by every three letters that follow one another in it, so that any part of it is found without scanning.
// Words are written in hex, which both databases take for one plain word whatever the letters are.

// Stands behind the last letter, so that the last two are the beginning of a word as well.
const end = '\u0001\u0001';

// A long search has so many words that fewer do as well; what they find is compared with the whole text anyway.
const mostSearchWords = 16;

/** Each letter of a text in hex. */
const codesOf = (text: string) =>
  Array.from({ length: text.length }, (_, place) => text.charCodeAt(place).toString(16).padStart(4, '0'));

const hexOf = (letters: string) => `x${codesOf(letters).join('')}`;

/** The words a file's name is found by. */
export function wordsOfName(name: string): string[] {
  // Every letter is in three words, so its code is worked out only once.
  const codes = codesOf(`${fold(name)}${end}`);
  const words = new Set<string>();
  for (let place = 0; place + 2 < codes.length; place += 1)
    words.add(`x${codes[place]}${codes[place + 1]}${codes[place + 2]}`);
  return [...words];
}

/** The words every name that contains `term` has; one or two letters are the beginning of a word. `term` is folded. */
export function wordsOfSearch(term: string): string[] {
  if (term.length < 3) return [`${hexOf(term)}*`];
  const words = new Set<string>();
  for (let place = 0; place + 2 < term.length && words.size < mostSearchWords; place += 1) {
    words.add(hexOf(term.slice(place, place + 3)));
  }
  return [...words];
}

/** Whether the words alone decide: three letters or fewer are one word. */
export const wordsDecide = (term: string) => term.length <= 3;
