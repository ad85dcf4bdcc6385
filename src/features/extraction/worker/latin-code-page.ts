import type { Charset } from '../charset.rules.ts';

/** Fewer letters are not enough for a decision, and neither are fewer than one in twenty of those outside ASCII. */
const minSigns = 3;
const minShare = 1 / 20;

/** Letters of windows-1250 that are symbols in windows-1252, such as ł, ż and ľ. No word has a symbol between letters. */
const symbols = [0xb3, 0xb9, 0xba, 0xbc, 0xbe, 0xbf];
/** š and ž have the same bytes in both. */
const carons = [0x9a, 0x9e];
/** ć, č, ě, đ, ň, ř and ů are æ, è, ì, ð, ò, ø and ù in windows-1252. */
const besideCarons = [0xe6, 0xe8, 0xec, 0xf0, 0xf2, 0xf8, 0xf9];
/** à, â, ã, å, ç, ê, î and ñ: languages of Western Europe need them, and Czech, Croatian, Hungarian and the like do not. */
const western = [0xe0, 0xe2, 0xe3, 0xe5, 0xe7, 0xea, 0xee, 0xf1];

/**
 * Returns the code page of a text whose document names a Western European language: windows-1250 or windows-1254 if
 * windows-1252 would turn its letters into words that no such language has, else windows-1252. A text that could be
 * either is Western European.
 */
export function latinCodePage(bytes: Uint8Array): Charset {
  const counts = new Uint32Array(256);
  let [others, symbolsInWords] = [0, 0];
  for (const [index, byte] of bytes.entries()) {
    if (byte < 0x80) continue;
    counts[byte] = (counts[byte] ?? 0) + 1;
    others += 1;
    if (symbols.includes(byte) && isLetter(bytes[index - 1]) && isLetter(bytes[index + 1])) symbolsInWords += 1;
  }
  const sum = (letters: readonly number[]) => letters.reduce((total, letter) => total + (counts[letter] ?? 0), 0);
  const isMuch = (count: number, share = minShare) => count >= minSigns && count >= share * others;
  // Polish and Slovak.
  if (isMuch(symbolsInWords)) return 'windows-1250';
  const [á, ä, æ, è, é, í, ó, ô, õ, ö, ú] = [0xe1, 0xe4, 0xe6, 0xe8, 0xe9, 0xed, 0xf3, 0xf4, 0xf5, 0xf6, 0xfa] as const;
  if (sum(western) === 0) {
    // Czech, Slovak, Slovenian, Croatian and Bosnian. French and Italian texts with such names have other letters too.
    if (isMuch(sum(carons), 2 * minShare) && isMuch(sum(besideCarons))) return 'windows-1250';
    // Hungarian: ő is õ. Portuguese has no ö, and Estonian no á.
    const hasRest = [á, é, ö].every((letter) => sum([letter]) > 0) && sum([ä, è, ô]) === 0;
    if (isMuch(sum([õ])) && hasRest) return 'windows-1250';
  }
  // Turkish: ı is ý, and ş is þ. Icelandic has both, beside á, æ, í, ó and ú.
  const [ç, ü, ý, þ] = [0xe7, 0xfc, 0xfd, 0xfe] as const;
  const isTurkish = isMuch(sum([ý])) && sum([þ]) > 0 && sum([ç, ö, ü]) >= minSigns;
  return isTurkish && sum([á, æ, í, ó, ú]) === 0 ? 'windows-1254' : 'windows-1252';
}

/** Returns whether a byte is a letter in both code pages. */
const isLetter = (byte = 0) => (byte > 0x40 && byte < 0x5b) || (byte > 0x60 && byte < 0x7b) || byte >= 0xc0;
