import { fold } from '#shared/fold.ts';

/** What says how a company is organized, and not which one it is: 'Sp. z o.o.' is 'spzoo' here. */
const legalForms = new Set(
  (
    'ab ag ao aps as asa bhd bv co company corp corporation cv doo ek gbr gmbh inc incorporated jsc kft kg kgaa kk lda ' +
    'limited llc llp ltd ltda mbh nv oao ohg ojsc ooo oy oyj pao plc private pt pte pty pvt sa sal sarl sas sdn se sl ' +
    'slu snc spa spol spzoo srl sro sti tbk ug zao zrt'
  ).split(' '),
);
const leadingWords = new Set(['pt', 'ooo', 'oao', 'zao', 'pao', 'ao', 'the']);
/** '&' is left out because it is no letter. */
const joiningWords = new Set(['and', 'und', 'et', 'y']);
const unspacedForms = /(股份)?有限(责任|責任)?公司|株式会社|有限会社|주식회사/gu;

/** Letters that `fold` keeps. 'ü' becomes 'u' and so does 'ue'. */
const plainLetters: Record<string, string> = { æ: 'a', œ: 'o', ø: 'o', ß: 'ss', đ: 'd', ð: 'd', ł: 'l' };

/** The letters of a legal form may stand apart: 'S. p. A.', 'sp. z o.o.'. */
const maxFormWords = 4;
/** The least length of a short name, such as 'MSC', that stands for a longer one. */
const minShortLetters = 3;

/** A name without what many companies have in their names: its folded words, and their letters without blanks. */
export type PartyName = { words: readonly string[]; letters: string };

export function readPartyName(name: string): PartyName {
  const words = wordsOf(name);
  return { words, letters: lettersOf(words) };
}

/**
 * Returns whether two names probably mean the same supplier, customer or carrier. Case, accents, punctuation, blanks and legal
 * forms do not count. One name may have further words ('MAERSK', 'Maersk Line'), or may cut its last word ('Hai Phong Footw.',
 * 'Haiphong Footwear'). Likely doubles are only proposed, because a wrong proposal costs less than a missed double.
 */
export const likelyDouble = (one: string, other: string): boolean =>
  areDoubles(readPartyName(one), readPartyName(other));

/** The same for names that are read already. The letters of one name always begin with those of the other. */
export function areDoubles(one: PartyName, other: PartyName): boolean {
  const [short, long] = one.letters.length <= other.letters.length ? [one, other] : [other, one];
  const { letters } = short;
  if (letters === long.letters) return letters !== '';
  if (letters.length < minShortLetters || !long.letters.startsWith(letters)) return false;
  const last = short.words.at(-1) ?? '';
  const cutsWord =
    short.words.length > 1 && last.length >= minShortLetters && startsAt(long.words, letters.length - last.length);
  return startsAt(long.words, letters.length) || cutsWord;
}

const lettersOf = (words: readonly string[]) => words.join('');

/** Returns whether a word of the name begins after this number of letters. */
const startsAt = (words: readonly string[], letters: number) =>
  words.some((_, index) => lettersOf(words.slice(0, index)).length === letters);

/** Returns the folded words of a name without those that many companies have. */
function wordsOf(name: string): string[] {
  const text = fold(name.normalize('NFC').replace(unspacedForms, ' '))
    .replace(/[æœøßđðł]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/([aou])e/g, '$1')
    .replace(/[.'’`´]/g, '');
  const all = text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const named = all.length > 1 && leadingWords.has(all[0] ?? '') ? all.slice(1) : all;
  const kept: string[] = [];
  for (let at = 0; at < named.length;) {
    const form = at === 0 ? 0 : formWordsAt(named, at);
    const word = named[at] ?? '';
    if (form === 0 && (at === 0 || !joiningWords.has(word))) kept.push(word);
    at += Math.max(form, 1);
  }
  return kept;
}

/** Returns the number of words that are a legal form at this place, or 0. */
function formWordsAt(words: readonly string[], at: number): number {
  for (let count = Math.min(maxFormWords, words.length - at); count > 0; count -= 1)
    if (legalForms.has(lettersOf(words.slice(at, at + count)))) return count;
  return 0;
}
