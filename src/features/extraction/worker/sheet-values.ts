import { isDateFormat } from 'numfmt';
import { daysTo1904, shownNumber } from './number-format.ts';
import type { SheetCell } from './sheet-cells.ts';
import type { Workbook } from './workbook.ts';

export type ShownCell = { text: string; isNumber: boolean; isDate: boolean };

/** Returns a cell as the workbook shows it. */
export function shownCell(
  { type, style, value }: SheetCell,
  strings: readonly string[],
  { formats, isFrom1904 }: Workbook,
): ShownCell {
  const text =
    type === 's' ? (strings[Number(value)] ?? '') : type === 'b' ? (value === '1' ? 'TRUE' : 'FALSE') : value;
  const number = Number(value);
  const isNumber = type === 'n' && Number.isFinite(number);
  if (!isNumber) return { text, isNumber, isDate: false };
  const pattern = formats[style] ?? 'General';
  const isDate = isDateFormat(pattern);
  return { text: shownNumber(isDate && isFrom1904 ? number + daysTo1904 : number, pattern), isNumber, isDate };
}
