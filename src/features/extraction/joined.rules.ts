// The runs of letters and digits in a text, and the numbers in it, whose spellings differ.

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

/** Returns the joined form of every number in a folded text. */
export function joinedNumbers(folded: string): string[] {
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
export function spacedCodesIn(folded: string): { parts: string[]; all: string[]; isLast: boolean }[] {
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
export const withJoinedNumbers = (folded: string) =>
  folded
    .replaceAll(containerNumber, (number) => ` ${number.replaceAll(separators, '')} `)
    .replace(startOfNumber, (number, owner: string, digits: string) => {
      const serial = digits.replaceAll(separators, '');
      return serial.length < 4 ? number : ` ${owner}${serial}`;
    });

export const isNumberWord = /^(?:[a-z]{3}[ujz]\d{4,7}|[a-z]{1,4}\d{5,})$/;
