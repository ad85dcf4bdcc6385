// The runs of letters and digits in a text, and the joined spelling of numbers and of words with hyphens.

/** Scripts without spaces between words. Here every pair of adjacent letters is indexed as a word. */
export const unspaced = '\\p{scx=Hani}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}';
export const run = new RegExp(`(?:(?=[${unspaced}])[\\p{L}\\p{N}])+|(?:(?![${unspaced}])[\\p{L}\\p{N}])+`, 'gu');
export const isUnspaced = new RegExp(`^[${unspaced}]`, 'u');

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

/** Digits in groups: '1.234.567', '1 234 567', and IBANs such as 'DE89 3704 0044 0532 0130 00'. */
const groupedNumber =
  /(?<![\p{L}\p{N}])(?:\d{1,3}(?:[.,'’ ]\d{3}){1,5}|[a-z]{2}\d{2}(?: [a-z0-9]{4}){2,7}(?: [a-z0-9]{1,3})?)(?![\p{L}\p{N}])/gu;
/** 're-export', and words with a soft hyphen. */
const hyphenatedWord = /(?<![\p{L}\p{N}])\p{L}{1,40}(?:[-\u2010\u00ad]\p{L}{1,40}){1,4}(?![\p{L}\p{N}])/gu;

/** The parts of a number or a word with separators, and its joined forms. `isLast`: it ends the text. */
type Joined = { parts: string[]; all: string[]; isLast: boolean };

/** Returns the joined form of every number and every hyphenated word in a folded text. */
export function joinedForms(folded: string): string[] {
  const codes = (folded.match(punctuatedCode) ?? []).filter(
    (code) => /\p{L}/u.test(code) && code.replaceAll(/\D/g, '').length >= 4,
  );
  const all = [...(folded.match(containerNumber) ?? []), ...codes];
  return [
    ...all.map((number) => number.replaceAll(separators, '')),
    ...joinedIn(folded).flatMap(({ all: joined }) => joined),
  ];
}

/** Returns what a folded text has with separators. A code with spaces has joined forms from its first parts to all of them. */
export function joinedIn(folded: string): Joined[] {
  const read = (pattern: RegExp, formsOf: (parts: string[]) => string[]) =>
    [...folded.matchAll(pattern)].flatMap((match) => {
      const parts = match[0].match(run) ?? [];
      const all = formsOf(parts);
      const isLast = match.index + match[0].length === folded.trimEnd().length;
      return all.length > 0 ? [{ parts, all, isLast }] : [];
    });
  const whole = (parts: string[]) => [parts.join('')];
  const fromFirst = (parts: string[]) =>
    parts
      .map((_, index) => parts.slice(0, index + 1).join(''))
      .filter((joined) => joined.replaceAll(/\D/g, '').length >= minDigitsOfCode);
  return [...read(spacedCode, fromFirst), ...read(groupedNumber, whole), ...read(hyphenatedWord, whole)];
}

/** Joins container numbers in a folded search, so that every spelling is the same word. The last one may be incomplete. */
export const withJoinedNumbers = (folded: string) =>
  folded
    .replaceAll(containerNumber, (number) => ` ${number.replaceAll(separators, '')} `)
    .replace(startOfNumber, (number, owner: string, digits: string) => {
      const serial = digits.replaceAll(separators, '');
      return serial.length < 4 ? number : ` ${owner}${serial}`;
    });

const isCode = /^(?:[a-z]{3}[ujz]\d{4,7}|[a-z]{1,4}\d{5,}|[a-z]{2}\d{2}[a-z0-9]{8,})$/;
const isNumber = /^\d{4,}$/;
const isLongWord = /^\p{L}{5,}$/u;

/** Returns the pattern of what may stand between two letters of a word, because a text may have it in another spelling. */
export function betweenLetters(word: string): string {
  if (isCode.test(word)) return '[\\s./#:-]{0,2}';
  if (isNumber.test(word)) return "[.,'’ ]?";
  return isLongWord.test(word) ? '[-\\u2010\\u00ad]?' : '';
}
