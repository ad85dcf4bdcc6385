import { fold, withFewMarks } from '#shared/fold.ts';

// The rules of the text search. Stowage splits, folds and shortens words itself, so that both databases return the same
// results: case and accents do not matter, every word must occur, and the last one may be a prefix.

/** Longer words are cut to this many letters. */
const maxWordLetters = 40;

/** A search ignores the words after these. */
export const maxSearchWords = 24;

/** The limit for the words of one text, in bytes. PostgreSQL's limit is 1 MiB. Only long lists of codes exceed it. */
const maxWordBytes = 1_000_000;

/** Prefixes up to this length are indexed as words. Too many words start with them to look up each one. */
const maxIndexedPrefix = 3;

/** Scripts without spaces between words. Here every pair of adjacent letters is indexed as a word. */
export const unspaced = '\\p{scx=Hani}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}';
const run = new RegExp(`(?:(?=[${unspaced}])[\\p{L}\\p{N}])+|(?:(?![${unspaced}])[\\p{L}\\p{N}])+`, 'gu');
const isUnspaced = new RegExp(`^[${unspaced}]`, 'u');
const ascii = /^[\0-\u007f]*$/;

// Spellings of the same number differ in spaces and punctuation. The index has the joined form besides the parts: of container
// numbers, whose check digit may be missing, and of codes with letters and four digits, such as 'PO-2701-00413'.
// Source: ISO 6346.
const containerNumber =
  /(?<![\p{L}\p{N}])([a-z]{3}[ujz])[\s./-]{0,2}(\d{3})[\s.-]?(\d{3})(?:[\s./-]{0,2}(\d))?(?![\p{L}\p{N}])/gu;
// The assertion before it and the limits keep the time linear for every text.
const punctuatedCode = /(?<![\p{L}\p{N}])[\p{L}\p{N}]{1,40}(?:[-/.][\p{L}\p{N}]{1,40}){1,8}(?![\p{L}\p{N}])/gu;
/** A short code, then digits with other separators: 'PO 2701 00413'. With at least five digits. */
const spacedCode = /(?<![\p{L}\p{N}])[a-z]{1,4}(?:[\s./#:-]{1,2}\d{2,12}){1,4}(?![\p{L}\p{N}])/gu;
const minDigitsOfCode = 5;
const startOfNumber = /(?<![\p{L}\p{N}])([a-z]{3}[ujz])[\s./-]{0,2}(\d{1,3}[\s.-]?\d{1,3})\s*$/u;
const separators = /[^\p{L}\p{N}]+/gu;

/** Returns the joined form of every number in a folded text. */
function joinedNumbers(folded: string): string[] {
  const codes = (folded.match(punctuatedCode) ?? []).filter(
    (code) => /\p{L}/u.test(code) && code.replaceAll(/\D/g, '').length >= 4,
  );
  const all = [...(folded.match(containerNumber) ?? []), ...codes];
  return [
    ...all.map((number) => number.replaceAll(separators, '')),
    ...spacedCodesIn(folded).flatMap(({ all: codesOf }) => codesOf),
  ];
}

/** Returns the codes with spaces in a folded text: their parts, and the joined forms from the first parts to all of them. */
function spacedCodesIn(folded: string): { parts: string[]; all: string[]; isLast: boolean }[] {
  return [...folded.matchAll(spacedCode)].flatMap((match) => {
    const parts = match[0].match(run) ?? [];
    const all = parts
      .map((_, index) => parts.slice(0, index + 1).join(''))
      .filter((joined) => joined.replaceAll(/\D/g, '').length >= minDigitsOfCode);
    const isLast = match.index + match[0].length === folded.trimEnd().length;
    return all.length > 0 ? [{ parts, all, isLast }] : [];
  });
}

/** Joins container numbers in a folded search, so that every spelling is the same word. The last one may be incomplete. */
const withJoinedNumbers = (folded: string) =>
  folded
    .replaceAll(containerNumber, (number) => ` ${number.replaceAll(separators, '')} `)
    .replace(startOfNumber, (number, owner: string, digits: string) => {
      const serial = digits.replaceAll(separators, '');
      return serial.length < 4 ? number : ` ${owner}${serial}`;
    });

const isNumberWord = /^(?:[a-z]{3}[ujz]\d{4,7}|[a-z]{1,4}\d{5,})$/;

const lettersOf = (text: string): string[] => (ascii.test(text) ? text.split('') : Array.from(text));
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

/** The joined numbers come first, so that the limit of a long text does not leave them out. */
function* runsToIndex(folded: string): Generator<string> {
  yield* joinedNumbers(folded);
  for (const [letters] of folded.matchAll(run)) yield letters;
}

/** Returns every pair of adjacent letters, and the last letter. */
const pairsOf = (letters: string[]) => letters.map((letter, index) => letter + (letters[index + 1] ?? ''));

/** A word that the index must contain, or a prefix of one. `or`: the whole number of which it is a part serves as well. */
export type SearchWord = { word: string; isPrefix: boolean; or?: SearchWord };

/** Returns the words that a text must contain, or none for a search without letters and digits. */
export function wordsOfSearch(search: string): SearchWord[] {
  const codes = spacedCodesIn(fold(search));
  const words = indexWords(runsOf(search)).slice(0, maxSearchWords);
  return words.map((one) => {
    const code = codes.find(({ parts }) => parts.some((part) => one.word === part || one.word === prefixWord(part)));
    const word = code?.all.at(-1);
    return code && word !== undefined ? { ...one, or: { word, isPrefix: code.isLast } } : one;
  });
}

/** Returns the words of the index for the words of a search. */
export function indexWords(runs: readonly Run[]): SearchWord[] {
  return runs.flatMap(({ letters, isLast }): SearchWord[] => {
    if (isUnspaced.test(letters[0] ?? '')) {
      const pairs = letters.length === 1 ? [prefixWord(letters[0] ?? '')] : pairsOf(letters).slice(0, -1);
      return pairs.map((word) => ({ word, isPrefix: false }));
    }
    const word = first(letters, maxWordLetters);
    if (!isLast) return [{ word, isPrefix: false }];
    if (letters.length <= maxIndexedPrefix) return [{ word: prefixWord(word), isPrefix: false }];
    return [{ word, isPrefix: true }];
  });
}

/** A word of a search. The last one may be the beginning of a word. */
export type Run = { letters: string[]; isLast: boolean };

/** Returns the words of a search in order, each once unless repeated ones are kept. */
export function runsOf(search: string, { keepsRepeated = false } = {}): Run[] {
  const all = withJoinedNumbers(fold(search)).match(run) ?? [];
  const runs = keepsRepeated ? all : [...new Set(all)];
  return runs.map((letters, index) => ({ letters: lettersOf(letters), isLast: index === runs.length - 1 }));
}

/** A piece of a snippet. `marked` is set on the words of the search. */
export type Piece = { text: string; marked: boolean };

const snippetLetters = 220;
const lettersBefore = 60;
const maxOccurrences = 500;

/** Returns the part of the text with the most search words close together, or its start if nothing matches. */
export function snippetOf(text: string, search: string): Piece[] {
  // Decomposed, so that letters match without their accents.
  const decomposed = withFewMarks(text).normalize('NFKD');
  const occurrences = occurrencesOf(decomposed, runsOf(search).slice(0, maxSearchWords));
  const best = bestOf(occurrences);
  const from = blankBefore(decomposed, Math.max(0, best - lettersBefore));
  const to = blankAfter(decomposed, Math.min(decomposed.length, from + snippetLetters));
  const pieces: Piece[] = [];
  let at = from;
  for (const { start, end } of occurrences) {
    if (start < at || end > to) continue;
    pieces.push(
      { text: decomposed.slice(at, start), marked: false },
      { text: decomposed.slice(start, end), marked: true },
    );
    at = end;
  }
  pieces.push({ text: decomposed.slice(at, to), marked: false });
  const shown = pieces.map((piece) => ({ ...piece, text: piece.text.normalize('NFC') }));
  if (from > 0) shown.unshift({ text: '… ', marked: false });
  if (to < decomposed.length) shown.push({ text: ' …', marked: false });
  return joined(shown);
}

type Occurrence = { start: number; end: number; word: number };

function occurrencesOf(decomposed: string, runs: Run[]): Occurrence[] {
  if (runs.length === 0) return [];
  const marks = /\p{M}/u.test(decomposed) ? '\\p{M}*' : '';
  // The order of the groups: first the words of scripts with spaces, which share one test for the start of a word.
  const [unspacedRuns, spacedRuns] = [runs.filter(isOfUnspaced), runs.filter((one) => !isOfUnspaced(one))];
  const groups = [...spacedRuns, ...unspacedRuns].map((one) => runs.indexOf(one));
  const spaced = spacedRuns.map((one) => `(${patternOf(one, marks)}${endOf(one)})`).join('|');
  const alternatives = [
    ...(spaced === '' ? [] : [`(?<![\\p{L}\\p{N}\\p{M}])(?:${spaced})`]),
    ...unspacedRuns.map((one) => `(${patternOf(one, marks)})`),
  ];
  const pattern = new RegExp(alternatives.join('|'), 'giu');
  const occurrences: Occurrence[] = [];
  for (const match of decomposed.matchAll(pattern)) {
    const word = groups[match.slice(1).findIndex((group) => group !== undefined)] ?? 0;
    occurrences.push({ start: match.index, end: match.index + match[0].length, word });
    if (occurrences.length >= maxOccurrences) break;
  }
  return occurrences;
}

export const isOfUnspaced = ({ letters }: Run) => isUnspaced.test(letters[0] ?? '');

/** The letters of an unfolded text for a letter, or for two, of a folded one. */
const spellings: Record<string, string> = { σ: '[σς]', o: '[oø]', l: '[lł]', i: '[iı]', ss: 'ß', ae: 'æ', oe: 'œ' };

/**
 * Returns a pattern that matches a folded word with these marks after each letter. Cut, because the time grows with the
 * length of the text times that of the pattern.
 */
export function patternOf({ letters }: Run, marks: string): string {
  // The text may have the number in another spelling.
  const between = isNumberWord.test(letters.join('')) ? '[\\s./#:-]{0,2}' : '';
  const marked = (text: string) => lettersOf(text).map((letter) => `${spellings[letter] ?? letter}${marks}`);
  const parts =
    letters
      .slice(0, maxWordLetters)
      .join('')
      .match(/ss|ae|oe|./gu) ?? [];
  return parts
    .map((part) =>
      spellings[part] && part.length > 1
        ? `(?:${marked(part).join('')}|${spellings[part]}${marks})`
        : marked(part).join(between),
    )
    .join(between);
}

/** A long word is indexed by its beginning, so all words with this beginning match. */
export function endOf({ letters, isLast }: Run): string {
  if (letters.length > maxWordLetters) return '[\\p{L}\\p{N}\\p{M}]*';
  return isLast ? '' : '(?![\\p{L}\\p{N}])';
}

/** Returns the position that is followed by the most different words of the search. */
function bestOf(occurrences: readonly Occurrence[]): number {
  let best = { start: 0, words: 0 };
  for (const [index, { start }] of occurrences.entries()) {
    const near = new Set<number>();
    for (let next = index; next < occurrences.length; next += 1) {
      const occurrence = occurrences[next];
      if (!occurrence || occurrence.end > start + snippetLetters - lettersBefore) break;
      near.add(occurrence.word);
    }
    if (near.size > best.words) best = { start, words: near.size };
  }
  return best.start;
}

const maxBlankDistance = 30;

/** Returns the position after the nearest space before `at`, or `at` if there is none within 30 letters. */
function blankBefore(text: string, at: number): number {
  if (at === 0) return 0;
  const near = text.slice(Math.max(0, at - maxBlankDistance), at).lastIndexOf(' ');
  return near < 0 ? wholeLetter(text, at) : Math.max(0, at - maxBlankDistance) + near + 1;
}

function blankAfter(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const near = text.slice(at, at + maxBlankDistance).indexOf(' ');
  return near < 0 ? wholeLetter(text, at) : at + near;
}

/** Moves a position out of a surrogate pair and behind combining marks. */
function wholeLetter(text: string, at: number): number {
  let index = at;
  while (index < text.length && /^(\p{M}|[\udc00-\udfff])/u.test(text.slice(index, index + 2))) index += 1;
  return index;
}

function joined(pieces: readonly Piece[]): Piece[] {
  const all: Piece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (piece.text === '') continue;
    if (last && last.marked === piece.marked) last.text += piece.text;
    else all.push({ ...piece });
  }
  return all;
}
