import { fold } from '#shared/fold.ts';

// What 'the text contains these words' means. Words are cut, folded and shortened here, so that both databases find the
// same: neither case nor accents matter, every word must occur somewhere, the last one may be the beginning of a word.

/** Longer words are cut to this many letters. */
const longestWord = 40;

/** A search is no essay: words after these are not looked for. */
const mostSearchWords = 24;

/** The words of one text, in bytes; PostgreSQL's index takes a mebibyte of them. Only lists of codes have so many. */
const mostWordBytes = 1_000_000;

/** Beginnings up to this long are words of the index themselves: too many words begin with them to look up each. */
const longestBeginning = 3;

// Scripts that do not part their words: every two letters that follow one another make a word there.
const unspaced = '\\p{scx=Hani}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}';
const run = new RegExp(`(?:(?=[${unspaced}])[\\p{L}\\p{N}])+|(?:(?![${unspaced}])[\\p{L}\\p{N}])+`, 'gu');
const isUnspaced = new RegExp(`^[${unspaced}]`, 'u');
const ascii = /^[\0-\u007f]*$/;

const lettersOf = (text: string): string[] => (ascii.test(text) ? text.split('') : Array.from(text));
const first = (letters: string[], most: number): string => letters.slice(0, most).join('');

/** A word of the index that stands for every word beginning with these letters. */
const beginning = (letters: string) => `${letters}…`;

/** The words that a text is found by, each once. They have no blanks. */
export function wordsOfText(text: string): string[] {
  const words = new Set<string>();
  const runs = new Set<string>();
  let bytes = 0;
  const add = (word: string) => {
    if (words.has(word)) return;
    words.add(word);
    bytes += ascii.test(word) ? word.length : 4 * word.length;
  };
  for (const [letters] of fold(text).matchAll(run)) {
    if (runs.has(letters)) continue;
    if (bytes > mostWordBytes) break;
    runs.add(letters);
    if (isUnspaced.test(letters)) {
      for (const pair of pairsOf(lettersOf(letters))) {
        add(pair);
        add(beginning(first(lettersOf(pair), 1)));
      }
      continue;
    }
    const word = lettersOf(letters).slice(0, longestWord);
    add(word.join(''));
    for (let length = 1; length <= longestBeginning; length += 1) add(beginning(first(word, length)));
  }
  return [...words];
}

/** Every two letters that follow one another, and the last one. */
const pairsOf = (letters: string[]) => letters.map((letter, place) => letter + (letters[place + 1] ?? ''));

/** What must be in the index: a word, or any word that begins so. */
export type SearchWord = { word: string; isBeginning: boolean };

/** The words of which every text that is found has each; none when there is no letter and no digit in the search. */
export function wordsOfSearch(search: string): SearchWord[] {
  const wanted = runsOf(search).flatMap(({ letters, isLast }): SearchWord[] => {
    if (isUnspaced.test(letters[0] ?? '')) {
      const pairs = letters.length === 1 ? [beginning(letters[0] ?? '')] : pairsOf(letters).slice(0, -1);
      return pairs.map((word) => ({ word, isBeginning: false }));
    }
    const word = first(letters, longestWord);
    if (!isLast) return [{ word, isBeginning: false }];
    if (letters.length <= longestBeginning) return [{ word: beginning(word), isBeginning: false }];
    return [{ word, isBeginning: true }];
  });
  return wanted.slice(0, mostSearchWords);
}

type Run = { letters: string[]; isLast: boolean };

function runsOf(search: string): Run[] {
  const runs = [...new Set(fold(search).match(run))];
  return runs.map((letters, place) => ({ letters: lettersOf(letters), isLast: place === runs.length - 1 }));
}

/** A piece of a passage; `marked` when it is what was searched for. */
export type Piece = { text: string; marked: boolean };

const passageLetters = 220;
const lettersBefore = 60;
const mostPlaces = 500;

/** Where the text has most of the words close together, with them marked; its beginning where they are too far apart to tell. */
export function passageOf(text: string, search: string): Piece[] {
  // Letters and their accents apart, so that one is found without the other.
  const apart = text.normalize('NFKD');
  const places = placesOf(apart, runsOf(search).slice(0, mostSearchWords));
  const best = bestOf(places);
  const from = blankBefore(apart, Math.max(0, best - lettersBefore));
  const to = blankAfter(apart, Math.min(apart.length, from + passageLetters));
  const pieces: Piece[] = [];
  let at = from;
  for (const { start, end } of places) {
    if (start < at || end > to) continue;
    pieces.push({ text: apart.slice(at, start), marked: false }, { text: apart.slice(start, end), marked: true });
    at = end;
  }
  pieces.push({ text: apart.slice(at, to), marked: false });
  const shown = pieces.map((piece) => ({ ...piece, text: piece.text.normalize('NFC') }));
  if (from > 0) shown.unshift({ text: '… ', marked: false });
  if (to < apart.length) shown.push({ text: ' …', marked: false });
  return joined(shown);
}

type Place = { start: number; end: number; word: number };

function placesOf(apart: string, runs: Run[]): Place[] {
  if (runs.length === 0) return [];
  const pattern = new RegExp(runs.map((one) => `(${patternOf(one)})`).join('|'), 'giu');
  const places: Place[] = [];
  for (const match of apart.matchAll(pattern)) {
    const word = match.slice(1).findIndex((group) => group !== undefined);
    places.push({ start: match.index, end: match.index + match[0].length, word });
    if (places.length >= mostPlaces) break;
  }
  return places;
}

/** Letters of a folded word, with whatever accents a text has on them. */
function patternOf({ letters, isLast }: Run): string {
  const spelled = letters.map((letter) => `${letter === 'σ' ? '[σς]' : letter}\\p{M}*`).join('');
  if (isUnspaced.test(letters[0] ?? '')) return spelled;
  const isCut = letters.length > longestWord;
  return `(?<![\\p{L}\\p{N}\\p{M}])${spelled}${isLast || isCut ? '' : '(?![\\p{L}\\p{N}])'}`;
}

/** The place behind which the most different words follow. */
function bestOf(places: readonly Place[]): number {
  let best = { start: 0, words: 0 };
  for (const [index, { start }] of places.entries()) {
    const near = new Set<number>();
    for (let next = index; next < places.length; next += 1) {
      const place = places[next];
      if (!place || place.end > start + passageLetters - lettersBefore) break;
      near.add(place.word);
    }
    if (near.size > best.words) best = { start, words: near.size };
  }
  return best.start;
}

const longestReach = 30;

/** The next blank before, or the place itself where there is none near. */
function blankBefore(text: string, at: number): number {
  if (at === 0) return 0;
  const near = text.slice(Math.max(0, at - longestReach), at).lastIndexOf(' ');
  return near < 0 ? wholeLetter(text, at) : Math.max(0, at - longestReach) + near + 1;
}

function blankAfter(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const near = text.slice(at, at + longestReach).indexOf(' ');
  return near < 0 ? wholeLetter(text, at) : at + near;
}

/** Not between the halves of a letter, nor before its accent. */
function wholeLetter(text: string, at: number): number {
  let place = at;
  while (place < text.length && /^(\p{M}|[\udc00-\udfff])/u.test(text.slice(place, place + 2))) place += 1;
  return place;
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
