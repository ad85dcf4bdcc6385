import type { CellObject, WorkBook, WorkSheet } from '@e965/xlsx';
import { decodeText } from '../charset.rules.ts';
import { maxTableColumns, maxTableRows } from '../table.rules.ts';
import type { StoredCell } from '../table.rules.ts';
import { charsetOfText } from './detect-charset.ts';
import { dayOf, isCalendarFormat, isTimeFormat, numberCell } from './number-format.ts';
import type { ReadSheet } from './read-sheet.ts';
import { makeTextParts } from './text-parts.ts';
import type { ReadText } from './text-parts.ts';
import { Unreadable } from './unreadable.ts';
import { filled } from './workbook-rows.ts';
import { checkArchive } from './zip-limits.ts';

/** The library needs up to ten times the size of a workbook as memory. */
const maxBytes = 32 * 1024 * 1024;

/** Returns the cells of an Excel 97-2003 or binary workbook, as they are shown, numbers also as they are stored, and comments. */
export async function oldWorkbookText(bytes: Buffer): Promise<ReadText> {
  const book = await readOldWorkbook(bytes);
  const text = makeTextParts();
  for (const name of book.SheetNames) {
    text.add(`${name}\n`);
    for (const { cell } of cellsOf(book.Sheets[name], (cell) => hasValue(cell) || cell.c !== undefined)) {
      text.add(`${searchable(cell)}\n`);
      if (text.isFull()) break;
    }
    text.endPart();
  }
  return text.read();
}

/** The stored value of a date is a number of days, so it is left out. */
function searchable(cell: CellObject): string {
  const text = shown(cell);
  const isStored = cell.t === 'n' && !isTimeFormat(formatOf(cell)) && text !== String(cell.v);
  return [text, isStored ? String(cell.v) : '', ...(cell.c ?? []).map((comment) => comment.t ?? '')].join(' ');
}

/** Returns the rows of the visible sheets of such a workbook, with dates as 'yyyy-mm-dd'. */
export async function oldWorkbookRows(bytes: Buffer): Promise<ReadSheet[]> {
  // One more row or column shows that the sheet is cut.
  const book = await readOldWorkbook(bytes, maxTableRows + 1);
  const isFrom1904 = book.Workbook?.WBProps?.date1904 === true;
  const visible = book.SheetNames.filter((_, at) => !book.Workbook?.Sheets?.[at]?.Hidden);
  return visible.map((name) => {
    const rows: StoredCell[][] = [];
    for (const { row, column, cell } of cellsOf(book.Sheets[name]))
      (rows[row] ??= [])[Math.min(column, maxTableColumns)] = valueOf(cell, isFrom1904);
    return {
      name,
      rows: filled(rows),
      hiddenRows: hiddenAmong(book.Sheets[name]?.['!rows'] ?? []),
      hiddenColumns: hiddenAmong(book.Sheets[name]?.['!cols'] ?? []),
    };
  });
}

/** Lists that the library leaves incomplete. */
export const hiddenAmong = (infos: readonly ({ hidden?: boolean } | undefined)[]): number[] =>
  Array.from(infos.entries()).flatMap(([index, info]) => (info?.hidden ? [index] : []));

function valueOf(cell: CellObject, isFrom1904: boolean): StoredCell {
  if (cell.t === 'e') return null;
  if (cell.t === 'b') return cell.v === true ? 'TRUE' : 'FALSE';
  if (cell.t !== 'n' || typeof cell.v !== 'number') return shown(cell);
  const date = isCalendarFormat(formatOf(cell)) ? dayOf(cell.v, isFrom1904) : undefined;
  if (date !== undefined) return date;
  return Number.isFinite(cell.v) ? numberCell(cell.v, formatOf(cell)) : null;
}

const options = { type: 'buffer', dense: true, cellFormula: false, cellHTML: false, cellNF: true } as const;

/** Reads a workbook, or its first rows. Exports of web programs are tables of HTML under the name of a workbook. */
export async function readOldWorkbook(bytes: Buffer, sheetRows = 0, cellStyles = false): Promise<WorkBook> {
  if (bytes.length > maxBytes) throw new Unreadable('too_large');
  if (bytes.toString('latin1', 0, 2) === 'PK') checkArchive(bytes);
  const library = await import('@e965/xlsx');
  library.set_cptable(await import('@e965/xlsx/dist/cpexcel.full.mjs'));
  const wanted = { ...options, sheetRows, cellStyles };
  if (isMarkup(bytes)) {
    const source = decodeText(bytes, await charsetOfText(bytes, 'text/html'));
    return library.read(source, { ...wanted, type: 'string', raw: true });
  }
  try {
    return library.read(bytes, wanted);
  } catch (error) {
    if (error instanceof Error && /password|encrypt/i.test(error.message)) throw new Unreadable('protected');
    throw error;
  }
}

const isMarkup = (bytes: Buffer): boolean => /^(\ufeff|\u00ef\u00bb\u00bf)?\s*</.test(bytes.toString('latin1', 0, 512));

const hasValue = (cell: CellObject): boolean => shown(cell) !== '';

/** The cells of a sheet, of its first rows. */
export function* cellsOf(
  sheet: WorkSheet | undefined,
  isWanted = hasValue,
): Generator<{ row: number; column: number; cell: CellObject }> {
  const rows = (sheet?.['!data'] ?? []) as (CellObject | undefined)[][];
  for (const [row, cells] of rows.entries())
    for (const [column, cell] of (cells ?? []).entries()) if (cell && isWanted(cell)) yield { row, column, cell };
}

export const shown = ({ w, v }: CellObject): string => w ?? (v === undefined || v === null ? '' : String(v));

const formatOf = ({ z }: CellObject): string => (typeof z === 'string' ? z : '');
