import type { TableCell } from '#features/extraction/table.rules.ts';
import {
  checkDigit,
  containerNumberIn,
  containerNumbersIn,
  isContainerNumber,
  wrongCheckDigit,
} from '#features/papers/container-number.rules.ts';
import { fold } from '#shared/fold.ts';
import type { doubtCodes } from './import-complaints.rules.ts';
import { bothDates, farDate, turnedDate } from './import-dates.rules.ts';
import { doubtTexts } from './import-rows.texts.ts';

// What is probably wrong in a cell that can be read. Nothing here refuses a value.

export type Proposal = { value: string; label: string };
export type Doubt = { code: (typeof doubtCodes)[number]; text: string; proposals?: Proposal[] };

const asProposals = (values: readonly string[]): Proposal[] => values.map((value) => ({ value, label: value }));

/** Returns the proposal for a container number with a wrong check digit. */
export function proposalForNumber(cell: string | null | undefined): { proposals: Proposal[] } | undefined {
  const wrong = wrongCheckDigit(cell ?? '');
  return wrong && { proposals: asProposals([`${wrong.number.replace(' ', '')}${wrong.expected}`]) };
}

type DateColumn = { isHalfTurned: boolean; isUnclear: boolean };

/** Returns the doubt about a cell with a date. */
export function doubtAboutDate(cell: TableCell, date: string, column: DateColumn, today: string): Doubt | undefined {
  const { isFar, meant } = farDate(date, today);
  if (isFar) return { code: 'far_date', text: doubtTexts.farDate(date), proposals: asProposals(meant ? [meant] : []) };
  const turned = column.isHalfTurned ? turnedDate(cell) : undefined;
  if (turned !== undefined)
    return { code: 'turned_date', text: doubtTexts.turned(date, turned), proposals: asProposals([turned, date]) };
  const both = column.isUnclear ? bothDates(cell) : [];
  if (both.length < 2) return undefined;
  return { code: 'unclear_date', text: doubtTexts.unclear(String(cell), date), proposals: asProposals(both) };
}

/** Words for a load without a container of its own, or without a number yet, and '2x40HC'. */
const noNumber = /^(?:[LF]CL|TBN|BULK|AIR|TRUCK|GROUPAGE|\d+ ?[X*] ?\d{2}['’ ]?[A-Z]{0,4})$/i;
/** Four letters with digits that are almost those of a container number. */
const almost = /^[A-Z0-9]{4}[A-Z0-9]{5,9}$/;

const digitFor: Record<string, string> = { O: '0', Q: '0', I: '1', L: '1', Z: '2', S: '5', B: '8' };
const letterFor: Record<string, string> = { 0: 'O', 1: 'I', 2: 'Z', 5: 'S', 8: 'B' };
const cyrillic = 'АВЕЗКМНОРСТУХ';
const latin = 'ABE3KMHOPCTYX';

/** Letters and digits in capitals, and the letters of another alphabet that look the same. */
const plain = (text: string) =>
  fold(text)
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll(/[А-Я]/g, (letter) => latin[cyrillic.indexOf(letter)] ?? letter);

/** Returns the number that was probably meant: with digits for letters that look like them, or with its check digit. */
function meantNumber(text: string): string | undefined {
  const owner = text.slice(0, 4).replaceAll(/\d/g, (digit) => letterFor[digit] ?? digit);
  const serial = text.slice(4).replaceAll(/\D/g, (letter) => digitFor[letter] ?? letter);
  const number = /^\d{6}$/.test(serial) ? `${owner}${serial}${checkDigit(owner + serial)}` : owner + serial;
  return isContainerNumber(number) ? number : undefined;
}

/** Returns whether most cells of a column have a container number. In such a column, another text is probably wrong. */
export function areContainerNumbers(cells: readonly TableCell[]): boolean {
  const filled = cells.filter((cell) => cell !== null);
  return filled.filter((cell) => containerNumberIn(String(cell))).length * 2 > filled.length;
}

/** Returns the doubt about a cell in the column of the container numbers. */
export function doubtAboutNumber(cell: string, isNumberColumn: boolean): Doubt | undefined {
  const numbers = containerNumbersIn(cell);
  if (numbers.length > 1)
    return { code: 'several_numbers', text: doubtTexts.severalNumbers(cell), proposals: asProposals(numbers) };
  if (numbers.length === 1) return undefined;
  const letters = plain(cell);
  if (!noNumber.test(cell.trim()) && almost.test(letters) && /[A-Z]{2}/.test(letters) && /\d{4}/.test(letters)) {
    const meant = meantNumber(letters);
    return { code: 'number_form', text: doubtTexts.numberForm(cell), proposals: asProposals(meant ? [meant] : []) };
  }
  if (noNumber.test(cell.trim()) || isNumberColumn)
    return {
      code: 'number_form',
      text: doubtTexts.noNumber(cell),
      proposals: [{ value: '', label: doubtTexts.empty }],
    };
  return undefined;
}
