import { fold } from '#shared/fold.ts';

// Numbers of containers by ISO 6346: three letters of the owner, the category U, J or Z, six digits and a check digit. Fields,
// imports, searches, and names and texts of documents are all read by `replaceContainerNumbers`.

const gap = String.raw`[\s./\\_–—-]`;
const spelling = new RegExp(
  String.raw`(?<![\p{L}\p{N}])([A-Z]{3})(\s?)([UJZ])${gap}{0,2}(\d{3})${gap}?(\d{3})${gap}{0,3}[([]?(\d)(?!\p{N})`,
  'gu',
);

/** Splits a text at its container numbers in their usual spelling, which are at the odd places. */
export const splitAtNumbers = (text: string): string[] => text.split(/([A-Z]{3}[UJZ] ?\d{6}-?\d)(?!\d)/);

/**
 * Returns the check digit for the four letters and six digits of a container number. Source: ISO 6346. Letters have the
 * values 10 to 38 without the multiples of 11. Each position weighs twice as much as the one before. The digit is the sum
 * modulo 11, and 10 is written as 0.
 */
export function checkDigit(ownerAndSerial: string): number {
  const characters = Array.from(ownerAndSerial);
  const sum = characters.reduce((total, character, index) => total + valueOf(character) * 2 ** index, 0);
  return (sum % 11) % 10;
}

function valueOf(character: string): number {
  if (/\d/.test(character)) return Number(character);
  const index = character.charCodeAt(0) - 65;
  return 10 + index + Math.floor((index + 9) / 10);
}

/** Returns whether a number in normal form is a container number with the right check digit. */
export const isContainerNumber = (number: string): boolean =>
  /^[A-Z]{3}[UJZ]\d{7}$/.test(number) && checkDigit(number.slice(0, 10)) === Number(number.slice(10));

/**
 * Replaces the container numbers of a text, in any spelling and with any check digit, and returns the folded rest in capital
 * letters. `by` gets the number in normal form. A space within the four letters, as in 'ZTE U 250.166-9', may also be the end of a
 * word, so it needs the right check digit unless the text has nothing else.
 */
export function replaceContainerNumbers(text: string, by: (number: string) => string): string {
  const upper = fold(text).toUpperCase();
  return upper.replaceAll(spelling, (spelled: string, owner: string, space: string, ...rest: string[]) => {
    const number = owner + rest.slice(0, 4).join('');
    const isSure = space === '' || isContainerNumber(number) || spelled === upper.trim();
    return isSure ? by(number) : spelled;
  });
}

/** Returns the container numbers of a text in their normal form, each once, regardless of their check digits. */
export function containerNumbersIn(text: string): string[] {
  const numbers = new Set<string>();
  replaceContainerNumbers(text, (number) => {
    numbers.add(number);
    return '';
  });
  return [...numbers];
}

export const containerNumberIn = (text: string): string | undefined => containerNumbersIn(text)[0];

/** Returns the expected check digit if the first container number of a text ends in a wrong one. */
export function wrongCheckDigit(text: string): { number: string; expected: number } | undefined {
  const number = containerNumberIn(text);
  if (number === undefined || isContainerNumber(number)) return undefined;
  return { number: `${number.slice(0, 4)} ${number.slice(4, 10)}`, expected: checkDigit(number.slice(0, 10)) };
}

const fields = ['container_number', 'name', 'container_no'] as const;
type Numbered = { [Field in (typeof fields)[number]]?: string | number | null | undefined };

/** Returns the first field of a container with a container number, and the number in its normal form. */
export function numberOf(container: Numbered): { field: (typeof fields)[number]; value: string } | undefined {
  for (const field of fields) {
    const value = containerNumberIn(String(container[field] ?? ''));
    if (value) return { field, value };
  }
  return undefined;
}
