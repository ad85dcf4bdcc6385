import { cleanLine } from '#shared/clean-line.ts';
import {
  chunkLetters,
  chunkRows,
  maxCellLength,
  maxTableColumns,
  maxTableRows,
  maxTableSheets,
} from '../table.rules.ts';
import type { StoredCell, TableChunk, TableSheet } from '../table.rules.ts';
import { codedProblem } from '../unreadable.rules.ts';
import { delimitedRows } from './delimited-rows.ts';
import { NoOfficeDocument } from './office-package.ts';
import { oldWorkbookRows } from './old-workbook.ts';
import { UnreadableTable } from './unreadable-table.ts';
import { Unreadable } from './unreadable.ts';
import { workbookSheets } from './workbook-rows.ts';

const oleSignature = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** Reads a workbook or delimited text. Yields the rows in chunks, and then the list of sheets. */
export async function* readTable(
  bytes: Buffer,
): AsyncGenerator<{ chunk: TableChunk } | { sheets: TableSheet[]; left: number }> {
  const listed: TableSheet[] = [];
  let filled = 0;
  const { sheets, left } = await sheetsOf(bytes);
  for (const [index, { name, rows }] of sheets.entries()) {
    const kept = rows.slice(0, maxTableRows).map((row) => trimmed(row.slice(0, maxTableColumns)));
    while (kept.at(-1)?.length === 0) kept.pop();
    for (const chunk of chunksOf(kept)) yield { chunk: { sheet: index, ...chunk } };
    listed.push({ name: name.slice(0, 100), rows: kept.length, isCut: isCut(rows) });
    filled += kept.length;
  }
  if (filled === 0) throw new UnreadableTable('empty');
  yield { sheets: listed, left };
}

/** Returns whether a sheet has more rows than fit, or a value in a further column. */
const isCut = (rows: readonly StoredCell[][]): boolean =>
  rows.length > maxTableRows ||
  rows.some((row) => row.slice(maxTableColumns).some((cell) => cell !== null && String(cell).trim() !== ''));

/** A chunk ends before its text becomes long, unless a single row is long. */
function* chunksOf(rows: readonly StoredCell[][]): Generator<{ start: number; rows: string }> {
  let [start, letters] = [0, 0];
  let texts: string[] = [];
  const end = () => {
    const chunk = { start, rows: `[${texts.join(',')}]` };
    [start, letters, texts] = [start + texts.length, 0, []];
    return chunk;
  };
  for (const row of rows) {
    const text = JSON.stringify(row);
    if (texts.length === chunkRows || (texts.length > 0 && letters + text.length > chunkLetters)) yield end();
    texts.push(text);
    letters += text.length;
  }
  if (texts.length > 0) yield end();
}

type Sheet = { name: string; rows: StoredCell[][] };

/** Reads the first sheets. `left` is the number of further ones. */
async function sheetsOf(bytes: Buffer): Promise<{ sheets: Sheet[]; left: number }> {
  if (bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004') {
    try {
      return workbookSheets(bytes);
    } catch (error) {
      if (error instanceof NoOfficeDocument) throw new UnreadableTable('format');
      throw error instanceof UnreadableTable ? error : new UnreadableTable('damaged');
    }
  }
  if (bytes.subarray(0, 8).equals(oleSignature)) {
    const sheets = await oldSheets(bytes);
    return { sheets: sheets.slice(0, maxTableSheets), left: Math.max(0, sheets.length - maxTableSheets) };
  }
  const start = bytes.subarray(0, 512).toString('latin1').trimStart().toLowerCase();
  if (
    start.startsWith('%pdf') ||
    start.startsWith('<html') ||
    start.startsWith('<!doctype') ||
    start.startsWith('<?xml')
  )
    throw new UnreadableTable('format');
  return { sheets: [{ name: '', rows: delimitedRows(bytes) }], left: 0 };
}

/** An old workbook, a new one with a password, or another document of that time. */
async function oldSheets(bytes: Buffer): Promise<Sheet[]> {
  const hasStream = (name: string) => bytes.includes(Buffer.from(name, 'utf16le'));
  if (hasStream('EncryptedPackage')) throw new UnreadableTable('protected');
  if (!hasStream('Workbook') && !hasStream('Book')) throw new UnreadableTable('format');
  try {
    return await oldWorkbookRows(bytes);
  } catch (error) {
    throw new UnreadableTable(
      error instanceof Unreadable && error.message === codedProblem('protected') ? 'protected' : 'damaged',
    );
  }
}

/** Cleans texts, and removes the empty cells at the end. */
function trimmed(row: readonly StoredCell[]): StoredCell[] {
  const cells = row.map((cell) => {
    if (typeof cell !== 'string') return cell;
    return cleanLine(cell).slice(0, maxCellLength) || null;
  });
  while (cells.at(-1) === null) cells.pop();
  return cells;
}
