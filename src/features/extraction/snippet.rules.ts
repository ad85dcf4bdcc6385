import { arabicDigits, persianDigits, withFewMarks } from '#shared/fold.ts';
import { betweenLetters } from './joined.rules.ts';
import { isOfUnspaced, lettersOf, maxSearchWords, maxWordLetters } from './text.rules.ts';
import type { Run } from './text.rules.ts';

/** A piece of a snippet. `marked` is set on the words of the search. */
export type Piece = { text: string; marked: boolean };

const snippetLetters = 220;
const lettersBefore = 60;
const maxOccurrences = 500;

/** Returns the part of the text with the most search words close together, or its start if nothing matches. */
export function snippetOf(text: string, runs: readonly Run[]): Piece[] {
  // Decomposed, so that letters match without their accents.
  const decomposed = withFewMarks(text).normalize('NFKD');
  const occurrences = occurrencesOf(decomposed, runs.slice(0, maxSearchWords));
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
  const spaced = spacedRuns
    .map((one) => `(${[one, ...(one.or ?? [])].map((run) => `${patternOf(run, marks)}${endOf(run)}`).join('|')})`)
    .join('|');
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

/** The letters of an unfolded text for a letter, or for two, of a folded one. */
const spellings: Record<string, string> = { σ: '[σς]', o: '[oø]', l: '[lł]', i: '[iı]', ss: 'ß', ae: 'æ', oe: 'œ' };
for (let digit = 0; digit < 10; digit += 1)
  spellings[digit] = `[${digit}${arabicDigits[digit]}${persianDigits[digit]}]`;

/**
 * Returns a pattern that matches a folded word with these marks after each letter. Cut, because the time grows with the
 * length of the text times that of the pattern.
 */
export function patternOf({ letters }: Run, marks: string): string {
  const between = betweenLetters(letters.join(''));
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
