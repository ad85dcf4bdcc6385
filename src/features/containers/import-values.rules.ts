import type { StoredCell, TableCell } from '#features/extraction/table.rules.ts';
import { valueOfCell } from '#features/extraction/table.rules.ts';
import { fold } from '#shared/fold.ts';

/** The order of day and month in dates such as 03/04/2026. */
export type DayOrder = 'day' | 'month';

const monthNames: readonly (readonly string[])[] = [
  ['jan', 'januar', 'january', 'janvier', 'enero', 'gennaio', 'jaenner'],
  ['feb', 'februar', 'february', 'fevrier', 'fev', 'febrero', 'febbraio'],
  ['mar', 'marz', 'maerz', 'mrz', 'march', 'mars', 'marzo'],
  ['apr', 'april', 'avril', 'avr', 'abril', 'aprile'],
  ['may', 'mai', 'mayo', 'maggio'],
  ['jun', 'june', 'juni', 'juin', 'junio', 'giugno'],
  ['jul', 'july', 'juli', 'juillet', 'julio', 'luglio'],
  ['aug', 'august', 'aout', 'agosto', 'ago'],
  ['sep', 'sept', 'september', 'septembre', 'septiembre', 'settembre'],
  ['oct', 'okt', 'october', 'oktober', 'octobre', 'octubre', 'ottobre'],
  ['nov', 'november', 'novembre', 'noviembre'],
  ['dec', 'dez', 'december', 'dezember', 'decembre', 'dic', 'diciembre', 'dicembre'],
];

const monthOf = (name: string) => monthNames.findIndex((names) => names.includes(fold(name).replace('.', ''))) + 1;

const time = String.raw`(?:[T ,]+\d{1,2}[:.]\d{2}(?:[:.]\d{2}(?:\.\d+)?)?\s*(?:[ap]\.?m\.?)?(?:Z|[+-]\d{2}:?\d{2})?)?`;
const yearFirst = new RegExp(String.raw`^(\d{4})[-/. 年]+(\d{1,2})[-/. 月]+(\d{1,2})[日.]?${time}$`, 'iu');
const compact = /^(\d{4})(\d{2})(\d{2})$/;
const numeric = new RegExp(String.raw`^(\d{1,2})[-/. ]+(\d{1,2})[-/. ]+(\d{4}|\d{2})\.?${time}$`, 'iu');
const dayName = new RegExp(
  String.raw`^(\d{1,2})(?:st|nd|rd|th|\.)?[-/. ]*(\p{L}{3,10})\.?[-/., ]*(\d{4}|\d{2})${time}$`,
  'iu',
);
const nameDay = new RegExp(
  String.raw`^(\p{L}{3,10})\.?[-/. ]+(\d{1,2})(?:st|nd|rd|th)?[-/., ]+(\d{4}|\d{2})${time}$`,
  'iu',
);
const weekday = /^\p{L}{2,10}\.?,?\s+(?=\d|\p{L})/u;

const withoutWeekday = (cell: string) => cell.trim().replace(weekday, '');

/** Two digits are a year from 1970 to 2069. */
const fullYear = (year: string) =>
  year.length === 4 ? Number(year) : Number(year) + (Number(year) < 70 ? 2000 : 1900);

function dateOf(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = month >= 1 && month <= 12 && date.getUTCDate() === day && year >= 1900 && year <= 9999;
  return isReal ? date.toISOString().slice(0, 10) : undefined;
}

/** Serial numbers of Excel from 1970 to 2099. */
const [firstSerial, lastSerial] = [25_569, 73_050];

const serialDate = (serial: number): string | undefined =>
  serial >= firstSerial && serial <= lastSerial
    ? new Date(Date.UTC(1899, 11, 30) + Math.floor(serial) * 86_400_000).toISOString().slice(0, 10)
    : undefined;

/** Returns the calendar date of a cell, or undefined if it is none. */
export function parseDate(cell: TableCell, order: DayOrder): string | undefined {
  if (cell === null) return undefined;
  if (typeof cell === 'number') return serialDate(cell) ?? parseText(String(cell), order);
  return parseText(cell.trim(), order) ?? parseText(withoutWeekday(cell), order);
}

function parseText(text: string, order: DayOrder): string | undefined {
  if (/^\d{5}(\.\d+)?$/.test(text)) return serialDate(Number(text));
  const ymd = yearFirst.exec(text) ?? compact.exec(text);
  if (ymd) return dateOf(Number(ymd[1]), Number(ymd[2]), Number(ymd[3]));
  const digits = numeric.exec(text);
  if (digits) {
    const [, first, second, year = ''] = digits;
    const [day, month] = order === 'day' ? [first, second] : [second, first];
    return dateOf(fullYear(year), Number(month), Number(day));
  }
  const named = dayName.exec(text);
  if (named) return dateOf(fullYear(named[3] ?? ''), monthOf(named[2] ?? ''), Number(named[1]));
  const american = nameDay.exec(text);
  if (american) return dateOf(fullYear(american[3] ?? ''), monthOf(american[1] ?? ''), Number(american[2]));
  return undefined;
}

/**
 * Returns the order of day and month that the dates of a column show. `open`: every date can be read both ways. Undefined:
 * no date depends on the order.
 */
export function dayOrderOf(cells: Iterable<TableCell>): DayOrder | 'open' | undefined {
  let [day, month, open] = [0, 0, 0];
  for (const cell of cells) {
    const match = typeof cell === 'string' ? numeric.exec(withoutWeekday(cell)) : undefined;
    if (!match) continue;
    const [first, second] = [Number(match[1]), Number(match[2])];
    if (first > 12 && second <= 12) day += 1;
    else if (second > 12 && first <= 12) month += 1;
    else if (first !== second && first <= 12) open += 1;
  }
  if (day === 0 && month === 0) return open > 0 ? 'open' : undefined;
  return day >= month ? 'day' : 'month';
}

/**
 * Returns the order of the columns of a sheet that are open: that of its other date columns, or `open` if these show none or
 * both. Undefined: no column is open.
 */
export function orderOfOpenColumns(
  orders: readonly (DayOrder | 'open' | null | undefined)[],
): DayOrder | 'open' | undefined {
  if (!orders.includes('open')) return undefined;
  const [day, month] = [orders.includes('day'), orders.includes('month')];
  return day === month ? 'open' : day ? 'day' : 'month';
}

/** Words and currency after or before a number. */
const unit = /^[\p{L}\p{Sc}.³ ]*(?=[-+\d])|(?<=\d)[\p{L}\p{Sc}.³() ]+$/gu;

export type DecimalMark = '.' | ',';

/** The digits and marks of a number, without its unit and the spaces in it. */
function digitsOf(cell: string): string | undefined {
  const text = cell
    .trim()
    .replaceAll(unit, '')
    .replaceAll(/(?<=\d)[ '’](?=\d{3})/g, '');
  return /^[-+]?\d[\d.,]*$/.test(text) ? text : undefined;
}

/**
 * Returns the number in a cell, with a decimal point or comma, or undefined if there is none. `decimal` is the mark of the
 * column, for cells such as '18.500' in which the mark can separate decimals or thousands.
 */
export function parseNumber(cell: TableCell, decimal?: DecimalMark): number | undefined {
  if (cell === null || typeof cell === 'number') return cell ?? undefined;
  const text = digitsOf(cell);
  if (text === undefined) return undefined;
  const value = Number(plainNumber(text, decimal));
  return Number.isFinite(value) ? value : undefined;
}

/** One kind of mark before groups of three digits separates thousands, unless a zero is before it. */
const isGrouped = ([first = '', ...rest]: readonly string[]) =>
  rest.length > 0 && rest.every((part) => part.length === 3) && /^[-+]?[1-9]\d{0,2}$/.test(first);

function plainNumber(text: string, decimal: DecimalMark | undefined): string {
  const [point, comma] = [text.lastIndexOf('.'), text.lastIndexOf(',')];
  if (point >= 0 && comma >= 0)
    return point > comma ? text.replaceAll(',', '') : text.replaceAll('.', '').replace(',', '.');
  const mark = point >= 0 ? '.' : ',';
  const parts = text.split(mark);
  if (isGrouped(parts) && (parts.length > 2 || mark !== decimal)) return parts.join('');
  return parts.length > 2 ? 'NaN' : parts.join('.');
}

/** Returns the decimal mark that a number shows. '18.500' shows none, because the point can separate thousands. */
export function decimalMarkIn(cell: TableCell): DecimalMark | undefined {
  const text = typeof cell === 'string' ? digitsOf(cell) : undefined;
  if (text === undefined) return undefined;
  const [point, comma] = [text.lastIndexOf('.'), text.lastIndexOf(',')];
  if (point === comma) return undefined;
  if (point >= 0 && comma >= 0) return point > comma ? '.' : ',';
  const mark = point >= 0 ? '.' : ',';
  const parts = text.split(mark);
  if (!isGrouped(parts)) return parts.length === 2 ? mark : undefined;
  return parts.length === 2 ? undefined : mark === '.' ? ',' : '.';
}

/** A workbook keeps 15 digits of a number. Excel writes longer ones into a CSV file with an exponent, such as '4.50012E+09'. */
export function hasLostDigits(cell: StoredCell): boolean {
  const value = valueOfCell(cell);
  return typeof value === 'number' ? Math.abs(value) >= 1e15 : /^\d([.,]\d+)?E\+\d{2,3}$/i.test(value ?? '');
}
