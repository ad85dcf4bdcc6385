import { fold } from '#shared/fold.ts';

/** The languages of the headings that write months in letters. */
const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'tr', 'ru'];

/** Short forms that spreadsheets and carriers write, besides those of Intl. */
const furtherNames: readonly (readonly string[])[] = [
  ['jaenner', 'janner', 'janv'],
  ['fev', 'fevr'],
  ['mrz', 'maerz', 'mrt'],
  ['avr'],
  [],
  [],
  ['juil'],
  [],
  ['sept', 'setiembre', 'set'],
  ['okt'],
  [],
  ['dez', 'dic'],
];

const plain = (name: string) => fold(name).replaceAll(/[^\p{L}]/gu, '');

let numbers: Map<string, number> | undefined;

/** A name that means different months in two languages means none. */
function monthNumbers(): Map<string, number> {
  if (numbers) return numbers;
  const meant = new Map<string, Set<number>>();
  const add = (name: string, month: number) => meant.set(name, (meant.get(name) ?? new Set()).add(month));
  for (const [index, further] of furtherNames.entries()) {
    const day = new Date(Date.UTC(2026, index, 1));
    for (const name of further) add(name, index + 1);
    for (const language of languages)
      for (const month of ['long', 'short'] as const)
        // With a day beside it, a month has another case in some languages: 'марта'.
        for (const parts of [{ month }, { month, day: 'numeric' }] as const)
          for (const part of new Intl.DateTimeFormat(language, { ...parts, timeZone: 'UTC' }).formatToParts(day)) {
            if (part.type !== 'month') continue;
            add(plain(part.value), index + 1);
            // Excel cuts months to three letters.
            add(plain(part.value).slice(0, 3), index + 1);
          }
  }
  numbers = new Map([...meant].flatMap(([name, months]) => (months.size === 1 ? [[name, [...months][0] ?? 0]] : [])));
  return numbers;
}

/** Returns the number of a month by its name, or 0 for no month. */
export const monthOf = (name: string): number => monthNumbers().get(plain(name)) ?? 0;

/** Two digits are a year from 1970 to 2069. */
export const yearOf = (year: string): number =>
  year.length > 2 ? Number(year) : Number(year) + (Number(year) < 70 ? 2000 : 1900);

/** Returns the date of its parts, or undefined if there is none. */
export function dateOf(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = month >= 1 && month <= 12 && date.getUTCDate() === day && year >= 1900 && year <= 9999;
  return isReal ? date.toISOString().slice(0, 10) : undefined;
}
