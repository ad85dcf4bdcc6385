import { searchForm } from './fold.ts';

/** A part of a search. `isOpen`: the quotation mark at its end is missing, because the user is still typing. */
export type SearchTerm = { text: string; isPhrase: boolean; isOpen: boolean };

/** A search with quoted phrases and excluded words. Otherwise `wanted` is the search itself as one term. */
export type SearchQuery = { wanted: SearchTerm[]; unwanted: SearchTerm[] };

/** A search ignores the wanted and the excluded terms after these. */
export const maxSearchTerms = 16;

// The marks that keyboards of phones and of other languages write instead of the straight one.
const mark = '"“”„«»＂';
// The alternatives begin with different characters and none contains another, so the time is linear.
const tokens = new RegExp(`(-?)[${mark}]([^${mark}]*)([${mark}]?)|\\S+`, 'gu');
const excludedWord = /^-(?=[^-])/;
const hasLetter = /[\p{L}\p{N}]/u;

/**
 * Reads `"quoted phrases"` and `-excluded` words. A quotation mark counts at the start of a word, a minus before a letter, a
 * digit or a quotation mark. A search that only excludes finds everything else. Adjacent words without either are one term, with the spaces
 * between them.
 */
export function readSearch(search: string): SearchQuery {
  const wanted: SearchTerm[] = [];
  const unwanted: SearchTerm[] = [];
  let plain: { start: number; end: number } | undefined;
  let hasOperators = false;
  const endPlain = () => {
    if (plain) wanted.push({ text: search.slice(plain.start, plain.end), isPhrase: false, isOpen: false });
    plain = undefined;
  };
  for (const match of search.matchAll(tokens)) {
    const [token, minus, phrase, closing] = match;
    if (phrase === undefined && !(excludedWord.test(token) && hasLetter.test(token))) {
      plain = { start: plain?.start ?? match.index, end: match.index + token.length };
      continue;
    }
    endPlain();
    const text = (phrase ?? token.slice(1)).trim();
    if (text === '') continue;
    hasOperators = true;
    const term = { text, isPhrase: phrase !== undefined, isOpen: phrase !== undefined && closing === '' };
    (minus === '-' || phrase === undefined ? unwanted : wanted).push(term);
  }
  endPlain();
  if (!hasOperators) return { wanted: [{ text: search, isPhrase: false, isOpen: false }], unwanted: [] };
  return { wanted: wanted.slice(0, maxSearchTerms), unwanted: unwanted.slice(0, maxSearchTerms) };
}

/** Returns the wanted words of a search without its operators, for searches that have none. */
export function wantedText(search: string): string {
  return readSearch(search)
    .wanted.map(({ text }) => text)
    .join(' ');
}

/** Returns whether a name contains every wanted term of a search and no excluded one. */
export function matchesName(name: string, search: string): boolean {
  const folded = searchForm(name);
  const { wanted, unwanted } = readSearch(search);
  const has = ({ text }: SearchTerm) => folded.includes(searchForm(text));
  return wanted.every(has) && !unwanted.some(has);
}
