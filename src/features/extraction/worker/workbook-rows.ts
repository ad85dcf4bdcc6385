import { maxTableColumns, maxTableRows, maxTableSheets } from '../table.rules.ts';
import type { StoredCell } from '../table.rules.ts';
import { dayOf, isCalendarFormat, numberCell } from './number-format.ts';
import { openPackage } from './office-package.ts';
import type { OfficePackage } from './office-package.ts';
import type { ReadSheet, ReadSheets } from './read-sheet.ts';
import { areaOf, placeOf, walkCells } from './sheet-cells.ts';
import type { SheetCell } from './sheet-cells.ts';
import { UnreadableTable } from './unreadable-table.ts';
import { readWorkbook, sharedStrings } from './workbook.ts';
import { walkSpreadsheetXml } from './xml-walk.ts';

const maxPartBytes = 150 * 1024 * 1024;

/** Excel has one. */
const maxTotalRows = 10;

/** Reads the first visible sheets of an xlsx file. */
export function workbookSheets(bytes: Buffer): ReadSheets {
  const book = openPackage(bytes);
  const { formats, sheets, isFrom1904 } = readWorkbook(book);
  if (sheets.length === 0) throw new UnreadableTable('format');
  const isDate = formats.map((format) => isCalendarFormat(format));
  const strings = sharedStrings(book);
  const visible = sheets.filter(({ isHidden }) => !isHidden);
  const read = visible.slice(0, maxTableSheets).flatMap(({ name, path }) => {
    const size = book.sizeOf(path);
    if (size > maxPartBytes) throw new UnreadableTable('too_large');
    return size === 0 ? [] : [{ name, ...sheetOf(book, path, { strings, formats, isDate, isFrom1904 }) }];
  });
  const hasHiddenRows = sheets.some(({ isHidden, path }) => isHidden && hasCells(book, path));
  return { sheets: read, left: Math.max(0, visible.length - maxTableSheets), hasHiddenRows };
}

function hasCells(file: OfficePackage, path: string): boolean {
  let cells = 0;
  walkCells(file.read(path), { cell: () => void (cells += 1), isEnough: () => cells > 0 });
  return cells > 0;
}

type Book = { strings: readonly string[]; formats: readonly string[]; isDate: readonly boolean[]; isFrom1904: boolean };

function sheetOf(file: OfficePackage, path: string, book: Book): Omit<ReadSheet, 'name'> {
  const rows: StoredCell[][] = [];
  const merges: string[] = [];
  const hiddenRows = new Set<number>();
  const hiddenColumns = new Set<number>();
  walkCells(file.read(path), {
    cell: (cell) => {
      // One more row and one more column show that the sheet is cut.
      const [row, column] = [Math.min(cell.row, maxTableRows), Math.min(cell.column, maxTableColumns)];
      set(rows, row, column, valueOf(cell, book));
    },
    merge: (reference) => void (merges.length < maxTableRows && merges.push(reference)),
    hiddenRow: (row) => void (row < maxTableRows && hiddenRows.add(row)),
    hiddenColumns: (first, last) => {
      for (let column = first; column <= Math.min(last, maxTableColumns); column += 1) hiddenColumns.add(column);
    },
  });
  for (const reference of merges) fillDown(rows, reference);
  return { rows: filled(rows), hiddenRows, hiddenColumns, totalRows: totalRowsOf(file, path) };
}

/** Returns rows without gaps. */
export const filled = (rows: readonly StoredCell[][]): StoredCell[][] =>
  Array.from(rows, (cells) => Array.from(cells ?? [], (value) => value ?? null));

const maxTables = 100;

/** Returns the rows of totals that the tables of a sheet name. Source: ECMA-376, Part 1, 18.5.1.2. */
function totalRowsOf(file: OfficePackage, path: string): number[] {
  const found: number[] = [];
  const tables = file.relatedTo(path).filter(({ type }) => type === 'table');
  for (const table of tables.slice(0, maxTables))
    walkSpreadsheetXml(file.read(table.path), {
      open: (name, { ref = '', totalsRowCount }) => {
        const last = placeOf(ref).row;
        const count = Math.min(Number(totalsRowCount ?? 0), last + 1, maxTotalRows);
        if (name === 'table') for (let at = 0; at < count; at += 1) found.push(last - at);
      },
    });
  return found;
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
  return isDate[style] ? (dayOf(number, isFrom1904) ?? number) : numberCell(number, formats[style] ?? '');
}

/** Cells merged downwards all have the value. Cells merged across have it in the first column only. */
function fillDown(rows: StoredCell[][], reference: string): void {
  const { row: first, rows: count, column } = areaOf(reference);
  const value = rows[first]?.[column];
  if (value === undefined || column < 0) return;
  for (let row = first + 1; row < Math.min(first + count, maxTableRows + 1); row += 1) set(rows, row, column, value);
}
