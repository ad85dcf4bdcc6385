import { maxTableColumns, maxTableRows, maxTableSheets } from '../table.rules.ts';
import type { StoredCell } from '../table.rules.ts';
import { dayOf, isCalendarFormat, numberCell } from './number-format.ts';
import { openPackage } from './office-package.ts';
import type { OfficePackage } from './office-package.ts';
import { columnOf, walkCells } from './sheet-cells.ts';
import type { SheetCell } from './sheet-cells.ts';
import { UnreadableTable } from './unreadable-table.ts';
import { readWorkbook, sharedStrings } from './workbook.ts';

const maxPartBytes = 150 * 1024 * 1024;
const daysTo1904 = 1462;

type Sheet = { name: string; rows: StoredCell[][] };

/** Reads the first visible sheets of an xlsx file. `left` is the number of further ones. */
export function workbookSheets(bytes: Buffer): { sheets: Sheet[]; left: number } {
  const book = openPackage(bytes);
  const { formats, sheets, isFrom1904 } = readWorkbook(book);
  if (sheets.length === 0) throw new UnreadableTable('format');
  const isDate = formats.map((format) => isCalendarFormat(format));
  const strings = sharedStrings(book);
  const visible = sheets.filter(({ isHidden }) => !isHidden);
  const read = visible.slice(0, maxTableSheets).flatMap(({ name, path }) => {
    const size = book.sizeOf(path);
    if (size === 0 || size > maxPartBytes) return [];
    return [{ name, rows: rowsOf(book, path, { strings, formats, isDate, isFrom1904 }) }];
  });
  return { sheets: read, left: Math.max(0, visible.length - maxTableSheets) };
}

type Book = { strings: readonly string[]; formats: readonly string[]; isDate: readonly boolean[]; isFrom1904: boolean };

function rowsOf(file: OfficePackage, path: string, book: Book): StoredCell[][] {
  const rows: StoredCell[][] = [];
  const merges: string[] = [];
  walkCells(file.read(path), {
    cell: (cell) => {
      const { row, column } = cell;
      // One more column shows that the sheet is cut.
      if (row <= maxTableRows) set(rows, row, Math.min(column, maxTableColumns), valueOf(cell, book));
    },
    merge: (reference) => void (merges.length < maxTableRows && merges.push(reference)),
  });
  for (const reference of merges) fillDown(rows, reference);
  return rows.length === 0 ? [] : Array.from(rows, (one) => Array.from(one ?? [], (value) => value ?? null));
}

function set(rows: StoredCell[][], row: number, column: number, value: StoredCell): void {
  if (value !== null) (rows[row] ??= [])[column] = value;
}

function valueOf({ type, style, value }: SheetCell, { strings, formats, isDate, isFrom1904 }: Book): StoredCell {
  if (type === 'e') return null;
  if (type === 's') return strings[Number(value)] ?? null;
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type === 'd') return value.slice(0, 10);
  if (type !== 'n') return value;
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  if (!isDate[style]) return numberCell(number, formats[style] ?? '');
  return dayOf(number + (isFrom1904 ? daysTo1904 : 0)) ?? number;
}

/** Cells merged downwards all have the value. Cells merged across have it in the first column only. */
function fillDown(rows: StoredCell[][], reference: string): void {
  const [from = '', to = ''] = reference.split(':');
  const [first, last] = [from, to].map((corner) => Number(/\d+$/.exec(corner)?.[0] ?? 0) - 1) as [number, number];
  const column = columnOf(from);
  const value = rows[first]?.[column];
  if (value === undefined || column < 0) return;
  for (let row = first + 1; row <= Math.min(last, maxTableRows); row += 1) set(rows, row, column, value);
}
