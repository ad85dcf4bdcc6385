import { dayMs } from '#shared/calendar.ts';
import { normalForm } from '#shared/fold.ts';
import { isContainerNumber, replaceContainerNumbers } from './container-number.rules.ts';

// The numbers by which files and containers are linked. Every number is in its normal form. Our choice throughout.

/** Raise it when these rules change: at its next start the server indexes all files and containers again. */
export const numbersVersion = 3;

const minCharacters = 6;
const maxCharacters = 30;
const minDigits = 3;
/** The minimum for a part of a number, and for a number with spaces. Fewer digits are mostly a year or a quantity. */
const minDigitsOfParts = 5;
/** Before a space, a word without a digit is part of a number up to this length: 'PO 2701 00413'. */
const maxCode = 4;
const maxTokens = 6;

/** The maximum number of candidates that are kept of one name or text. */
export const maxNumbers = 200;

/** The maximum number of candidates with spaces. Most of these are not numbers of containers. */
const maxGuesses = 40;

const months = 'JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC';
const year = '(?:19|20)\\d\\d';
const month = '(?:0[1-9]|1[0-2])';
const day = '(?:0[1-9]|[12]\\d|3[01])';
const date = new RegExp(
  `^(?:${year}${month}${day}|${day}${month}${year}|${month}${day}${year}|${year}${year}` +
    `|\\d{1,2}(?:${months})[A-Z]*\\d{2,4}|(?:${months})[A-Z]*\\d{3,6})$`,
);

/** Leading zeros do not count. A date is no number. */
export const isNumber = (value: string): boolean =>
  value.length <= maxCharacters &&
  value.replace(/^0+/, '').length >= minCharacters &&
  value.replaceAll(/\P{N}/gu, '').length >= minDigits &&
  !date.test(value);

function numberOf(value: string | null): string | undefined {
  const normal = value === null ? '' : normalForm(value);
  return isNumber(normal) ? normal : undefined;
}

/**
 * `gap`: the characters before this token. 'tight' is one dash or slash, 'point' a full stop, 'loose' at most three
 * characters such as a space or a bracket, 'none' anything else. `digits`: the number of its digits.
 */
type Token = { value: string; gap: 'tight' | 'point' | 'loose' | 'none'; digits: number };

const words = /[\p{L}\p{N}]+/gu;
const loose = /^\s?[-/_.\\–—#()[\]]?\s?$/;

function gapOf(between: string): Token['gap'] {
  if (between === '.') return 'point';
  if (between.length === 1 && '-/\\–—#'.includes(between)) return 'tight';
  return between.length <= 3 && loose.test(between) ? 'loose' : 'none';
}

/** A name or a text is examined up to this many characters. */
const maxExamined = 1024 * 1024;

/**
 * Returns the numbers in a name or a text, each once, at most `maxNumbers`: container numbers first, then numbers written
 * without spaces, then those with spaces between their parts. A container number with a wrong check digit is listed with the
 * second: it may be a bill of lading.
 */
export function numbersIn(text: string): string[] {
  const certain = new Set<string>();
  const found: Found = { whole: new Set(), parts: new Set(), guesses: new Set() };
  // A container number is no part of another number, even with a wrong check digit.
  const upper = replaceContainerNumbers(text.slice(0, maxExamined), (number) => {
    const numbers = isContainerNumber(number) ? certain : found.whole;
    if (numbers.size < maxNumbers) numbers.add(number);
    return '\n'.repeat(4);
  });
  const window: Token[] = [];
  for (const next of tokensOf(upper)) {
    window.push(next);
    if (window.length <= maxTokens) continue;
    examine(window, found);
    window.shift();
    if (found.whole.size === maxNumbers) break;
  }
  while (window.length > 0) {
    examine(window, found);
    window.shift();
  }
  return [...new Set([certain, found.whole, found.parts, found.guesses].flatMap((numbers) => [...numbers]))].slice(
    0,
    maxNumbers,
  );
}

function* tokensOf(upper: string): Generator<Token> {
  let end = 0;
  for (const match of upper.matchAll(words)) {
    const [value] = match;
    const digits = value.length > maxCharacters ? 0 : value.replaceAll(/\P{N}/gu, '').length;
    yield { value, digits, gap: gapOf(upper.slice(end, Math.min(match.index, end + 4))) };
    end = match.index + value.length;
  }
}

/** `whole`: not beside another token. `parts`: parts of such numbers. `guesses`: with spaces. */
type Found = { whole: Set<string>; parts: Set<string>; guesses: Set<string> };

/**
 * Adds the numbers that begin with the first of these tokens. The last token follows the longest possible number and
 * is never part of one.
 */
function examine(window: readonly Token[], { whole, parts, guesses }: Found): void {
  const run: Token[] = [];
  let [value, digits, isTight] = ['', 0, true];
  for (const [index, next] of window.slice(0, maxTokens).entries()) {
    if (index > 0 && !mayFollow(run, next)) return;
    value += next.value;
    if (value.length > maxCharacters) return;
    digits += next.digits;
    if (index > 0 && next.gap === 'loose') isTight = false;
    run.push(next);
    if (value.length < minCharacters || digits < minDigits || (!isTight && next.digits === 0)) continue;
    const isAlone = isTight && !isBeside(run[0]) && !isBeside(window[index + 1]);
    if (!isAlone && digits < minDigitsOfParts) continue;
    const [numbers, max] = isAlone ? [whole, maxNumbers] : isTight ? [parts, maxNumbers] : [guesses, maxGuesses];
    if (numbers.size < max && !numbers.has(value) && isNumber(value) && !isDateOrAmount(run)) numbers.add(value);
  }
}

const isBeside = (token: Token | undefined) => token?.gap === 'tight' || token?.gap === 'point';

/** Returns whether a token may continue a number. After a space it needs a digit, or is a short code before the first digit. */
function mayFollow(run: readonly Token[], { gap, digits, value }: Token): boolean {
  if (gap !== 'loose') return gap !== 'none';
  if (digits === 0 && (value.length > maxCode || run.some((before) => before.digits > 0))) return false;
  return run.some((before) => before.digits > 0) || run.every((before) => before.value.length <= maxCode);
}

const [anyDay, anyMonth] = ['(?:0?[1-9]|[12]\\d|3[01])', '(?:0?[1-9]|1[0-2])'];
const spacedDate = new RegExp(
  `^(?:${[
    `${anyDay} ${anyMonth} (?:${year}|\\d\\d)`,
    `${anyMonth} ${anyDay} (?:${year}|\\d\\d)`,
    `${year} ${anyMonth}`,
    `${anyMonth} ${year}`,
    `${year} ${anyMonth} ${anyDay}`,
  ].join('|')})$`,
);

/** Returns whether tokens are a date such as 1.3.2026 or 'Date 03/2026', or an amount such as 1.234.567. */
function isDateOrAmount(run: readonly Token[]): boolean {
  const numeric = run.slice(run.findIndex(({ digits }) => digits > 0));
  const isAfterCode = numeric.length < run.length && numeric[0]?.gap === 'loose';
  if (numeric.some(({ value, digits }) => digits < value.length)) return false;
  if (numeric.length < run.length ? !isAfterCode : run.length === 1) return false;
  return (
    numeric.slice(1).some(({ gap }) => gap === 'point') || spacedDate.test(numeric.map(({ value }) => value).join(' '))
  );
}

const ending = /\.[A-Za-z0-9]{1,5}$/;

/** Returns the numbers in the name of a file. Its ending is no part of a number. */
export const numbersInName = (filename: string): string[] => numbersIn(filename.replace(ending, ''));

/** A word of five or more letters before a number: 'Order 2701-00413'. It is no part of the number. A paper may omit it. */
const label = /^\s*\p{L}{5,}[\s.:#]+/u;

type Numbered = {
  number_norm: string | null;
  container_no: string;
  bl_number: string | null;
  booking_number: string | null;
};

/**
 * Returns the numbers of a container that link files: its ISO 6346 number, order, bill of lading and booking. Its own number with
 * a wrong check digit is mistyped; a bill of lading of this form is not.
 */
export function numbersOfContainer({ number_norm, container_no, bl_number, booking_number }: Numbered): string[] {
  const own = number_norm !== null && isContainerNumber(number_norm) ? number_norm : null;
  const values = [own, container_no, bl_number, booking_number];
  const numbers = values.flatMap((value) => [numberOf(value), numberOf(value && value.replace(label, ''))]);
  return [...new Set(numbers.filter((number) => number !== undefined))];
}

/** Papers of a voyage arrive up to this long after the departure. The next voyage uses the container number again. */
export const papersAfterDepartureMs = 90 * dayMs;
