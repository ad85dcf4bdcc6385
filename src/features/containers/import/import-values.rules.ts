import type { StoredCell, TableCell } from '#features/extraction/table.rules.ts';
import { valueOfCell } from '#features/extraction/table.rules.ts';

/** Words and currency after or before a number. A number may begin with its decimal mark. */
const unit = /^(?:\p{L}\.?|[\p{Sc}³ ])*(?=[-+.,\d])|(?<=\d)[\p{L}\p{Sc}.³() ]+$/gu;

export type DecimalMark = '.' | ',';

/** The digits and marks of a number, without its unit and the spaces in it. */
function digitsOf(cell: string): string | undefined {
  const text = cell
    .trim()
    .replaceAll(unit, '')
    .replaceAll(/(?<=\d)[ '’](?=\d{3})/g, '');
  return /^[-+]?[.,]?\d[\d.,]*$/.test(text) ? text : undefined;
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
