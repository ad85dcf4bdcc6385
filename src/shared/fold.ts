/**
 * Returns the text with at most 30 combining marks in a row. Normalizing sorts the marks of a letter, in a time that
 * grows with the square of their number: 100,000 of them take ten seconds. No language needs more than 30.
 * Source: UAX #15, Stream-Safe Text Format.
 */
export function withFewMarks(text: string): string {
  // Normalizing turns U+FF9E and U+FF9F into marks.
  return text.replace(/([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu, '$1');
}

export const arabicDigits = '٠١٢٣٤٥٦٧٨٩';
export const persianDigits = '۰۱۲۳۴۵۶۷۸۹';

// Letters and digits that Unicode does not decompose, in the spelling of people whose keyboards lack them.
const plain: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  œ: 'oe',
  æ: 'ae',
  ı: 'i',
  Ø: 'O',
  Ł: 'L',
  Œ: 'OE',
  Æ: 'AE',
};

for (let value = 0; value < 10; value += 1)
  for (const digits of [arabicDigits, persianDigits]) plain[digits.charAt(value)] = String(value);

/** Returns a folded text, or a normal form, without the letters ß, ø, ł, œ, æ and ı, and with ASCII digits for Arabic ones. */
export const plainLetters = (text: string): string =>
  text.replaceAll(/[ßøłœæıØŁŒÆ٠-٩۰-۹]/g, (letter) => plain[letter] as string);

/**
 * Returns the text in the form that searches compare: without case, accents and compatibility forms ('É' becomes 'e',
 * 'ﬁ' becomes 'fi', 'ß' becomes 'ss', 'ø' becomes 'o').
 */
export function fold(text: string): string {
  // NFKD comes before the lower case because compatibility forms may contain capital letters. The final sigma becomes
  // the usual one.
  const folded = withFewMarks(text.toWellFormed())
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ς', 'σ');
  return plainLetters(folded);
}

/** Returns a folded text with one blank in the place of each run of blanks, `_`, `-` and `.`. */
export const withoutSeparators = (folded: string): string => folded.replaceAll(/[\s_.-]+/g, ' ');

/** Returns the form of a name that searches compare: 'Packing_List.pdf' becomes 'packing list pdf'. */
export const searchForm = (name: string): string => withoutSeparators(fold(name));

/** Returns the text in the form that lists sort by: folded, with numbers padded so that 'file 2' comes before 'file 10'. */
export function sortKey(text: string): string {
  return fold(text)
    .replace(/\d{1,12}/g, (digits) => digits.padStart(12, '0'))
    .slice(0, 400);
}

/**
 * Returns only the letters and digits, in upper case and without accents, so that every spelling of a number is the same:
 * 'qkyu 234-623.0' becomes 'QKYU2346230'.
 */
export function normalForm(text: string): string {
  return fold(text)
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

const maxSearchParts = 16;

/** Returns the words of a search in their normal form, each once. A text has to contain all of them. */
export function searchParts(search: string): string[] {
  return [...new Set(search.split(/\s+/).map(normalForm))].filter((part) => part !== '').slice(0, maxSearchParts);
}
