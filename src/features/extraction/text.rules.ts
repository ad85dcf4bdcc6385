import { fold } from '#shared/fold.ts';
import { isUnspaced, joinedForms, joinedIn, run, withJoinedNumbers } from './joined.rules.ts';

// The rules of the text search. Stowage splits, folds and shortens words itself, so that both databases return the same
// results: case and accents do not matter, every word must occur, and the last one may be a prefix.

/** Longer words are cut to this many letters. */
export const maxWordLetters = 40;

/** A search ignores the words after these. */
export const maxSearchWords = 24;

/** The limit for the words of one text, in bytes. PostgreSQL's limit is 1 MiB. Only long lists of codes exceed it. */
const maxWordBytes = 1_000_000;

/** Prefixes up to this length are indexed as words. Too many words start with them to look up each one. */
const maxIndexedPrefix = 3;

const ascii = /^[\0-\u007f]*$/;

export const lettersOf = (text: string): string[] => (ascii.test(text) ? text.split('') : Array.from(text));
const first = (letters: string[], max: number): string => letters.slice(0, max).join('');

/** Returns the index word that represents every word with this prefix. */
const prefixWord = (letters: string) => `${letters}…`;

/** Returns the index words of a text, each once. They contain no spaces. Calls `onCut` if there are too many. */
export function wordsOfText(text: string, onCut?: () => void): string[] {
  const words = new Set<string>();
  const runs = new Set<string>();
  let bytes = 0;
  const add = (word: string) => {
    if (words.has(word)) return;
    words.add(word);
    bytes += ascii.test(word) ? word.length : 4 * word.length;
  };
  const folded = fold(text);
  for (const letters of runsToIndex(folded)) {
    if (runs.has(letters)) continue;
    if (bytes > maxWordBytes) break;
    runs.add(letters);
    if (isUnspaced.test(letters)) {
      for (const pair of pairsOf(lettersOf(letters))) {
        if (bytes > maxWordBytes) break;
        add(pair);
        add(prefixWord(first(lettersOf(pair), 1)));
      }
      continue;
    }
    const word = lettersOf(letters).slice(0, maxWordLetters);
    add(word.join(''));
    for (let length = 1; length <= maxIndexedPrefix; length += 1) add(prefixWord(first(word, length)));
  }
  if (bytes > maxWordBytes) onCut?.();
  return [...words];
}

/** The joined forms come first, so that the limit of a long text does not leave them out. */
function* runsToIndex(folded: string): Generator<string> {
  yield* joinedForms(folded);
  for (const [letters] of folded.matchAll(run)) yield letters;
}

/** Returns every pair of adjacent letters, and the last letter. */
const pairsOf = (letters: string[]) => letters.map((letter, index) => letter + (letters[index + 1] ?? ''));

/** A word that the index must contain, or a prefix of one. `or`: these serve as well. */
export type SearchWord = { word: string; isPrefix: boolean; or?: SearchWord[] };

/** Other forms of a folded word that stand in texts: 'deliveries' and 'redelivery' for 'delivery'. */
export type WordForms = ReadonlyMap<string, readonly string[]>;

/** Returns the words that a text must contain, or none for a search without letters and digits. */
export const wordsOfSearch = (search: string, forms?: WordForms): SearchWord[] =>
  indexWords(runsWithForms(search, forms)).slice(0, maxSearchWords);

/** Returns the words of a search with what serves as well: their other spellings, joined forms and word forms. */
export function runsWithForms(search: string, forms: WordForms = new Map()): Run[] {
  const joined = joinedIn(fold(search));
  const runs = runsOf(search);
  const spelled = runsOf(search.normalize('NFC').replaceAll(/[äöü]/gi, (letter) => `${fold(letter)}e`));
  return runs.map((one, index) => {
    const word = one.letters.join('');
    const { letters } = (spelled.length === runs.length && spelled[index]) || one;
    const spellings = [letters.join(''), word.replaceAll(/([aou])e/g, '$1')];
    const wholes = joined.filter(({ parts }) => parts.includes(word));
    const or = [
      ...spellings.map((spelling) => ({ letters: lettersOf(spelling), isLast: one.isLast })),
      ...wholes.map(({ all, isLast }) => ({ letters: lettersOf(all.at(-1) ?? word), isLast })),
      ...(forms.get(word) ?? []).map((form) => ({ letters: lettersOf(form), isLast: false })),
    ].filter((other) => other.letters.join('') !== word);
    return or.length === 0 || isOfUnspaced(one) ? one : { ...one, or };
  });
}

/** Returns the words of the index for the words of a search. */
export function indexWords(runs: readonly Run[]): SearchWord[] {
  return runs.flatMap(({ letters, isLast, or }): SearchWord[] => {
    if (isUnspaced.test(letters[0] ?? '')) {
      const pairs = letters.length === 1 ? [prefixWord(letters[0] ?? '')] : pairsOf(letters).slice(0, -1);
      return pairs.map((word) => ({ word, isPrefix: false }));
    }
    const word = first(letters, maxWordLetters);
    const others = or && { or: indexWords(or) };
    if (!isLast) return [{ word, isPrefix: false, ...others }];
    if (letters.length <= maxIndexedPrefix) return [{ word: prefixWord(word), isPrefix: false, ...others }];
    return [{ word, isPrefix: true, ...others }];
  });
}

/** A word of a search. The last one may be the beginning of a word. `or`: these serve as well. */
export type Run = { letters: string[]; isLast: boolean; or?: Run[] };

/** Returns the words of a search in order, each once unless repeated ones are kept. */
export function runsOf(search: string, { keepsRepeated = false } = {}): Run[] {
  const all = withJoinedNumbers(fold(search)).match(run) ?? [];
  const runs = keepsRepeated ? all : [...new Set(all)];
  return runs.map((letters, index) => ({ letters: lettersOf(letters), isLast: index === runs.length - 1 }));
}

export const isOfUnspaced = ({ letters }: Run) => isUnspaced.test(letters[0] ?? '');
