import { fold, searchForm } from '#shared/fold.ts';
import { readSearch } from '#shared/search-query.ts';
import type { SearchTerm } from '#shared/search-query.ts';
import { isKnownWord } from './known-words.rules.ts';
import { endOf, patternOf } from './snippet.rules.ts';
import { indexWords, runsOf, maxSearchWords, isOfUnspaced, runsWithForms } from './text.rules.ts';
import type { Run, SearchWord, WordForms } from './text.rules.ts';

/** A search in texts. The index finds the words. Phrases are then compared with each text, because the index has no order. */
export type TextQuery = {
  /** Every text that is found has these words. */
  words: SearchWord[];
  /** No text that is found has one of these words. */
  without: SearchWord[];
  /** Patterns over the folded text, for `hasPhrases`. */
  phrases: PhrasePatterns;
  /** The wanted words without operators, for scores. */
  text: string;
  /** The wanted words and what serves as well, for snippets. */
  runs: Run[];
  /** The excluded terms in the search form of names. A file with one of them in its name is left out as well. */
  unwantedNames: string[];
};

export type PhrasePatterns = { wanted: string[]; unwanted: string[] };

/** Returns the words and phrases of a search. There are no words if it has no letter or digit. Words in quotation marks have no forms. */
export function readTextSearch(search: string, forms?: WordForms): TextQuery {
  const { wanted, unwanted } = readSearch(search);
  const phrases = wanted.filter(({ isPhrase }) => isPhrase).map((term) => runsOfPhrase(term.text, term.isOpen));
  const plain = runsWithForms(plainText(wanted), forms);
  const excluded = unwanted.map(({ text }) => runsOfPhrase(text, false)).filter((runs) => runs.length > 0);
  const isWord = (runs: Run[]) => indexWords(runs).length === 1;
  return {
    words: [...phrases.flatMap(indexWords), ...indexWords(plain)].slice(0, maxSearchWords),
    without: excluded.filter(isWord).flatMap(indexWords),
    phrases: {
      wanted: phrases.filter((runs) => runs.length > 0 && !isWord(runs)).map(patternOfPhrase),
      unwanted: excluded.filter((runs) => !isWord(runs)).map(patternOfPhrase),
    },
    text: wanted.map(({ text }) => text).join(' '),
    runs: [...phrases.flat(), ...plain],
    unwantedNames: unwanted.map(({ text }) => searchForm(text)).filter((text) => text !== ''),
  };
}

const plainText = (wanted: readonly SearchTerm[]) =>
  wanted.flatMap(({ isPhrase, text }) => (isPhrase ? [] : [text])).join(' ');

/** A search looks for other forms of this many words. */
const maxWordsWithForms = 6;

/** Returns the words of a search of which other forms are looked up: letters only, and not in quotation marks. */
export const wordsWithForms = (search: string): string[] =>
  runsOf(plainText(readSearch(search).wanted))
    .filter((one) => !isOfUnspaced(one))
    .map(({ letters }) => letters.join(''))
    .filter(isKnownWord)
    .slice(0, maxWordsWithForms);

/** Returns whether texts have to be compared with phrases. */
export const hasPatterns = ({ wanted, unwanted }: PhrasePatterns): boolean => wanted.length + unwanted.length > 0;

/** Returns whether a text has every wanted phrase and no unwanted one. */
export function hasPhrases(text: string, { wanted, unwanted }: PhrasePatterns): boolean {
  const folded = fold(text);
  const has = (pattern: string) => new RegExp(pattern, 'u').test(folded);
  return wanted.every(has) && !unwanted.some(has);
}

const runsOfPhrase = (text: string, isOpen: boolean): Run[] => {
  // Cut, so that the pattern stays short.
  const runs = runsOf(text, { keepsRepeated: true }).slice(0, maxSearchWords);
  return runs.map(({ letters, isLast }) => ({ letters, isLast: isLast && isOpen }));
};

/** Between two words of a phrase. The limit keeps the time linear. */
const gap = '[^\\p{L}\\p{N}]';

function patternOfPhrase(runs: Run[]): string {
  const parts = runs.map((run, index) => {
    const next = runs[index + 1];
    const pattern = patternOf(run, '');
    if (!next) return isOfUnspaced(run) ? pattern : `${pattern}${endOf(run)}`;
    return `${pattern}${gap}{${isOfUnspaced(run) || isOfUnspaced(next) ? 0 : 1},40}`;
  });
  const [first] = runs;
  return `${first && isOfUnspaced(first) ? '' : '(?<![\\p{L}\\p{N}])'}${parts.join('')}`;
}

/** A score reads a text up to this position. Reading more costs time and hardly changes the score. */
export const scoredLetters = 16_000;

/** Returns the score of a text: higher if it has the words often, and close together. */
export function scoreOf(text: string, search: string): number {
  const folded = fold(text.slice(0, scoredLetters));
  const runs = runsOf(search).slice(0, maxSearchWords);
  const pieces = runs.map((run) => `${isOfUnspaced(run) ? '' : '(?<![\\p{L}\\p{N}])'}${patternOf(run, '')}`);
  const frequency = pieces.map((piece) => [...folded.matchAll(new RegExp(piece, 'gu')).take(50)].length);
  // More of the same word adds less and less, as in BM25.
  const words = frequency.reduce((sum, count) => sum + count / (count + 1.2), 0);
  const isTogether = runs.length > 1 && new RegExp(pieces.join(`${gap}{1,40}`), 'u').test(folded);
  return words + (isTogether ? runs.length : 0) + 1 / (1 + folded.length / 2_000);
}
