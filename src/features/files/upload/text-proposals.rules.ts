import { indexWords, runsOf } from '#features/extraction/text.rules.ts';

// A type is proposed from documents whose beginnings have the same words. The title and the labels of a form stand there, so
// that documents of one type share more of them than documents of one sender.

/** The beginning of a text: about the first half of a page. */
export const headLetters = 800;

const maxHeadWords = 40;
const minWordLetters = 3;

/** Returns the words of the beginning of a text, as the text index has them: no numbers and no short ones. */
export function headWords(text: string): string[] {
  const runs = runsOf(text.slice(0, headLetters)).map((run) => ({ ...run, isLast: false }));
  const words = indexWords(runs).map(({ word }) => word);
  // The index has pairs of letters of the scripts without spaces.
  const isTelling = (word: string) =>
    !/\p{N}/u.test(word) && (word.length >= minWordLetters || !/^[\0-\u024f]*$/.test(word));
  return [...new Set(words.filter(isTelling))].slice(0, maxHeadWords);
}

const wordsAtOnce = 3;
const maxLookups = 3;

/** Returns the words to look for together: the first ones, then those that follow. */
export function lookupsOf(words: readonly string[]): string[][] {
  const lookups: string[][] = [];
  for (let start = 0; start + wordsAtOnce <= words.length && lookups.length < maxLookups; start += wordsAtOnce)
    lookups.push(words.slice(start, start + wordsAtOnce));
  return lookups;
}

/** The share of common words from which two beginnings are similar. */
const minCommon = 0.3;
const maxNeighbours = 15;

/** Returns the types of the documents with the most similar beginnings. */
export function typesOfNearest(
  words: readonly string[],
  candidates: readonly { file_type_id: number; words: readonly string[] }[],
): number[] {
  const own = new Set(words);
  return candidates
    .map(({ file_type_id, words: others }) => {
      const common = others.filter((word) => own.has(word)).length;
      return { file_type_id, part: common / Math.max(1, own.size + others.length - common) };
    })
    .filter(({ part }) => part >= minCommon)
    .toSorted((one, other) => other.part - one.part)
    .slice(0, maxNeighbours)
    .map(({ file_type_id }) => file_type_id);
}
