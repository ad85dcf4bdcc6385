import type { TableCell } from '#features/extraction/table.rules.ts';
import { addDays, daysBetween } from '#shared/calendar.ts';
import { dateOf, monthOf, yearOf } from './import-months.rules.ts';

/** Which part of dates such as 03/04/26 comes first. `year`: the year, in two digits. */
export type DateOrder = 'day' | 'month' | 'year';

const time = String.raw`(?:[T ,]+\d{1,2}[:.]\d{2}(?:[:.]\d{2}(?:\.\d+)?)?\s*(?:[ap]\.?m\.?)?(?:Z|[+-]\d{2}:?\d{2})?)?`;
const yearFirst = new RegExp(String.raw`^(\d{4})[-/. 年]+(\d{1,2})[-/. 月]+(\d{1,2})[日.]?${time}$`, 'iu');
const compact = /^(\d{4})(\d{2})(\d{2})$/;
const numeric = new RegExp(String.raw`^(\d{1,2})[-/. ]+(\d{1,2})[-/. ]+(\d{4}|\d{1,2})\.?${time}$`, 'iu');
const dayName = new RegExp(
  String.raw`^(\d{1,2})(?:st|nd|rd|th|er|\.|º)?[-/. ]*(?:de )?(\p{L}{3,12})\.?[-/., ]*(?:de )?(\d{4}|\d{2})(?: ?[гr]\.)?${time}$`,
  'iu',
);
const nameDay = new RegExp(
  String.raw`^(\p{L}{3,12})\.?[-/. ]+(\d{1,2})(?:st|nd|rd|th)?[-/., ]+(\d{4}|\d{2})${time}$`,
  'iu',
);
const weekday = /^\p{L}{2,12}\.?,?\s+(?=\d|\p{L})/u;

const withoutWeekday = (cell: string) => cell.trim().replace(weekday, '');

/** Serial numbers of Excel from 1970 to 2099. */
const [firstSerial, lastSerial] = [25_569, 73_050];

const serialDate = (serial: number): string | undefined =>
  serial >= firstSerial && serial <= lastSerial ? addDays('1899-12-30', Math.floor(serial)) : undefined;

/** Returns the calendar date of a cell, or undefined if it is none. */
export function parseDate(cell: TableCell, order: DateOrder): string | undefined {
  if (cell === null) return undefined;
  if (typeof cell === 'number') return serialDate(cell) ?? parseText(String(cell), order);
  const text = cell.normalize('NFC').trim();
  return parseText(text, order) ?? parseText(withoutWeekday(text), order);
}

function parseText(text: string, order: DateOrder): string | undefined {
  if (/^\d{5}(\.\d+)?$/.test(text)) return serialDate(Number(text));
  const ymd = yearFirst.exec(text) ?? compact.exec(text);
  if (ymd) return dateOf(Number(ymd[1]), Number(ymd[2]), Number(ymd[3]));
  const digits = numeric.exec(text);
  if (digits) return partsIn(order, digits.slice(1, 4));
  const named = dayName.exec(text);
  if (named) return dateOf(yearOf(named[3] ?? ''), monthOf(named[2] ?? ''), Number(named[1]));
  const american = nameDay.exec(text);
  if (american) return dateOf(yearOf(american[3] ?? ''), monthOf(american[1] ?? ''), Number(american[2]));
  return undefined;
}

/** Four digits at the end are a year in any column. */
function partsIn(order: DateOrder, [first = '', second = '', third = '']: readonly string[]): string | undefined {
  if (order === 'year' && third.length < 4)
    return first.length === 2 ? dateOf(yearOf(first), Number(second), Number(third)) : undefined;
  if (third.length === 1) return undefined;
  const [day, month] = order === 'month' ? [second, first] : [first, second];
  return dateOf(yearOf(third), Number(month), Number(day));
}

const maxYearsNear = 2;
const maxYearsAround = 10;

/**
 * Returns the part that the dates of a column have first. `open`: day and month can be exchanged in every date. `unclear`:
 * every date can have its year first or last, such as 26/11/27. Undefined: no date depends on the order. `year`: that of today.
 */
export function dateOrderOf(cells: Iterable<TableCell>, year: number): DateOrder | 'open' | 'unclear' | undefined {
  let [all, day, month, open, yearsFirst, yearsLast] = [0, 0, 0, 0, 0, 0];
  const isNear = (text: string, years: number) => Math.abs(yearOf(text) - year) <= years;
  for (const cell of cells) {
    const match = typeof cell === 'string' ? numeric.exec(withoutWeekday(cell)) : undefined;
    if (!match) continue;
    all += 1;
    const [, one = '', other = '', last = ''] = match;
    const [first, second] = [Number(one), Number(other)];
    if (first > 12 && second <= 12) day += 1;
    else if (second > 12 && first <= 12) month += 1;
    else if (first !== second && first <= 12) open += 1;
    const mayBeYearFirst = one.length === 2 && isNear(one, maxYearsNear) && second <= 12 && last.length < 4;
    if (mayBeYearFirst && Number(last) <= 31) yearsFirst += 1;
    if (last.length > 1 && isNear(last, maxYearsAround)) yearsLast += 1;
  }
  if (all > 0 && yearsFirst === all) return yearsLast === all ? 'unclear' : 'year';
  if (day === 0 && month === 0) return open > 0 ? 'open' : undefined;
  return day >= month ? 'day' : 'month';
}

type ColumnOrder = ReturnType<typeof dateOrderOf>;

/**
 * Returns the order of the columns of a sheet that are open: that of its other date columns, or `open` if these show none or
 * both. Undefined: no column is open.
 */
export function orderOfOpenColumns(orders: readonly (ColumnOrder | null)[]): 'day' | 'month' | 'open' | undefined {
  if (!orders.includes('open')) return undefined;
  const [day, month] = [orders.includes('day'), orders.includes('month')];
  return day === month ? 'open' : day ? 'day' : 'month';
}

/** Returns the order of a column, by its own dates, then by those of the other columns, then by the answer of the user. */
export function orderOfColumn(own: ColumnOrder, all: readonly ColumnOrder[], dayFirst: boolean): DateOrder {
  if (own === 'day' || own === 'month' || own === 'year') return own;
  if (own === 'unclear' && all.includes('year') && !all.includes('day') && !all.includes('month')) return 'year';
  const open = own === 'open' ? orderOfOpenColumns(all) : undefined;
  return open === 'day' || open === 'month' ? open : dayFirst || own === 'unclear' ? 'day' : 'month';
}

/** What a program shows for a link to an empty cell: the day before the first one. Excel, LibreOffice, old Excel for Mac. */
const zeroDates = new Set(['0 1 1900', '1 0 1900', '1900 1 0', '30 12 1899', '12 30 1899', '1899 12 30', '1899 12 31']);

/** Returns whether a cell of a date column is zero or negative, which is shown as '00/01/1900' or as '####'. */
export function isZeroDate(cell: TableCell): boolean {
  if (typeof cell === 'number') return cell < 1;
  const text = cell?.trim() ?? '';
  const parts = text.match(/\d+/g)?.map(Number) ?? [];
  return /^(#{3,}|[-+]?0([.,]\d+)?|-\d+([.,]\d+)?)$/.test(text) || zeroDates.has(parts.slice(0, 3).join(' '));
}

/** A date that is further away from today is probably wrong: a typing error, another calendar or an empty date. */
const maxDaysAway = 10 * 366;
const buddhistYears = 543;

/** Returns whether a date is probably wrong, and the date that was probably meant. */
export function farDate(date: string, today: string): { isFar: boolean; meant: string | undefined } {
  const isFar = (one: string) => Math.abs(daysBetween(today, one)) > maxDaysAway;
  const western = `${String(Number(date.slice(0, 4)) - buddhistYears).padStart(4, '0')}${date.slice(4)}`;
  return { isFar: isFar(date), meant: isFar(date) && !isFar(western) ? western : undefined };
}

/** A real date of a workbook. */
const realDate = /^\d{4}-\d{2}-(\d{2})$/;

/**
 * Returns whether Excel has read a part of a column in another order of day and month. It turns '09/01/2027' into a date and
 * leaves '13/01/2027' a text: then no text could be a date in the other order, and no date has a day above 12.
 */
export function isHalfTurned(cells: Iterable<TableCell>): boolean {
  let [texts, dates] = [0, 0];
  for (const cell of cells) {
    if (typeof cell !== 'string') continue;
    const match = numeric.exec(withoutWeekday(cell));
    if (match && Number(match[1]) <= 12 && Number(match[2]) <= 12) return false;
    if (match) texts += 1;
    const [, day] = realDate.exec(cell) ?? [];
    if (day !== undefined && Number(day) > 12) return false;
    if (day !== undefined) dates += 1;
  }
  return texts > 0 && dates > 0;
}

/** Returns a real date with day and month exchanged, or undefined if that changes nothing. */
export function turnedDate(cell: TableCell): string | undefined {
  if (typeof cell !== 'string' || !realDate.test(cell)) return undefined;
  const [year = '', month = '', day = ''] = cell.split('-');
  return month === day ? undefined : dateOf(Number(year), Number(day), Number(month));
}

/** Returns the two dates that 26/11/27 can be. */
export function bothDates(cell: TableCell): string[] {
  const dates = (['day', 'year'] as const).map((order) => parseDate(cell, order));
  return [...new Set(dates)].filter((date) => date !== undefined);
}
