import { confirmingWord } from './trash.texts.ts';

/** The trash highlights files with fewer days left than this. Our choice. */
const warnsUnderDays = 4;

export const isRunningOut = (file: { days_left: number }): boolean => file.days_left < warnsUnderDays;

/** A longer name is too much to type. Our choice. */
const longestTypedName = 40;

/**
 * Letters, digits, punctuation, symbols and plain spaces. Invisible characters cannot be typed from the name on screen.
 */
const typeable = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u;

/**
 * Returns the text to type before a file is deleted for good: its name, or a fixed word when the name is hard to type.
 */
export function wordToType(file: { filename: string | null }): string {
  const name = file.filename?.trim() ?? '';
  return name !== '' && name.length <= longestTypedName && typeable.test(name) ? name : confirmingWord;
}

/** Wrong spaces are easy to overlook, and Unicode has two forms of the same letter. */
const asTyped = (text: string): string => text.normalize('NFC').trim().replace(/\s+/g, ' ');

export const isTyped = (typed: string, word: string): boolean => asTyped(typed) === asTyped(word);
