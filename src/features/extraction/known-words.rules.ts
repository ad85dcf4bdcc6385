// The words that stand in texts. A search looks up their other forms, longer words with them, and words with a typing error.

/** Longer words are seldom typed, and their parts would fill the table. */
const maxKnownLetters = 40;

/** Numbers and codes have no forms. */
export const isKnownWord = (word: string): boolean => /^\p{L}{3,}$/u.test(word) && word.length <= maxKnownLetters;

/** A part of a word that a search can look up. Shorter ones stand in too many words. */
const minPartLetters = 5;

/** Returns a word and its ends: 'cargo' in 'aircargo'. The beginning of an end is any part of a word. */
export function partsOf(word: string): string[] {
  const parts = [word];
  for (let start = 1; start <= word.length - minPartLetters; start += 1) parts.push(word.slice(start));
  return parts;
}

/** Whether a word is a part of a longer one that serves as well. 'order' is not meant in 'border'. */
export function isPartOf(word: string, longer: string): boolean {
  if (word.length < minPartLetters) return false;
  const at = longer.indexOf(word);
  return at === 0 || at >= 3 || (at > 0 && word.length > minPartLetters);
}

/** Words of fewer letters are too similar to each other. */
const minMistypedLetters = 6;
const maxMistypedLetters = 25;

/** The alphabets of folded words. A word of another script is compared without added letters. */
const alphabets = ['abcdefghijklmnopqrstuvwxyz', 'абвгдежзиклмнопрстуфхцчшщъыьэюя', 'αβγδεζηθικλμνξοπρστυφχψω'];

/** Returns the words that differ from a word by one typing error: two letters in the wrong order, one too many, wrong or missing. */
export function withOneError(word: string): string[] {
  if (word.length < minMistypedLetters || word.length > maxMistypedLetters) return [];
  const letters = alphabets.find((alphabet) => alphabet.includes(word[0] ?? '')) ?? '';
  const places = Array.from({ length: word.length + 1 }, (_, at) => [word.slice(0, at), word.slice(at)] as const);
  const others = new Set([
    ...places.map(([before, after]) => `${before}${after[1] ?? ''}${after[0] ?? ''}${after.slice(2)}`),
    ...places.map(([before, after]) => before + after.slice(1)),
    ...places.flatMap(([before, after]) =>
      Array.from(letters).flatMap((letter) => [before + letter + after, before + letter + after.slice(1)]),
    ),
  ]);
  others.delete(word);
  return [...others];
}
