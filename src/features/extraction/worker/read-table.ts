import { cleanLine } from '#shared/clean-line.ts';
import { decodeText } from '../charset.rules.ts';
import type { Charset } from '../charset.rules.ts';
import {
  chunkLetters,
  chunkRows,
  maxCellLength,
  maxTableColumns,
  maxTableRows,
  maxTableSheets,
} from '../table.rules.ts';
import type { StoredCell, TableChunk, TableSheet } from '../table.rules.ts';
import { reasonOf } from '../unreadable.rules.ts';
import { isCompoundFile } from './compound-file.ts';
import { delimitedRows } from './delimited-rows.ts';
import { charsetOfText } from './detect-charset.ts';
import { NoOfficeDocument } from './office-package.ts';
import { oldWorkbookRows } from './old-workbook.ts';
import { isFlatSpreadsheet, isOpenSpreadsheet, openDocumentSheets } from './open-document-rows.ts';
import type { ReadSheets } from './read-sheet.ts';
import { UnreadableTable } from './unreadable-table.ts';
import { workbookSheets } from './workbook-rows.ts';

type End = { sheets: TableSheet[]; left: number; charset: Charset | null };

/** Reads a workbook or delimited text. Yields the rows in chunks, and then the list of sheets. */
export async function* readTable(bytes: Buffer, chosen?: Charset): AsyncGenerator<{ chunk: TableChunk } | End> {
  const listed: TableSheet[] = [];
  let filled = 0;
  const { sheets, left, hasHiddenRows = false, charset = null } = await sheetsOf(bytes, chosen);
  for (const [index, sheet] of sheets.entries()) {
    const kept = sheet.rows.slice(0, maxTableRows).map((row) => trimmed(row.slice(0, maxTableColumns)));
    while (kept.at(-1)?.length === 0) kept.pop();
    for (const chunk of chunksOf(kept)) yield { chunk: { sheet: index, ...chunk } };
    const isFilled = (row: number) => (kept[row]?.length ?? 0) > 0;
    listed.push({
      name: sheet.name.slice(0, 100),
      rows: kept.length,
      isCut: isCut(sheet.rows),
      hiddenRows: rangesOf([...(sheet.hiddenRows ?? [])].filter(isFilled)),
      hiddenColumns: [...(sheet.hiddenColumns ?? [])].filter((column) => column < maxTableColumns),
      totalRows: [...(sheet.totalRows ?? [])].filter(isFilled),
      widths: runsOf((sheet.widths ?? []).slice(0, kept.length)),
    });
    filled += kept.length;
  }
  if (filled === 0)
    throw new UnreadableTable(listed.some((sheet) => sheet.isCut) ? 'far' : hasHiddenRows ? 'hidden' : 'empty');
  yield { sheets: listed, left, charset };
}

/** Returns the first and the last of successive numbers. */
function rangesOf(numbers: readonly number[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (const number of numbers.toSorted((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last && number <= last[1] + 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges;
}

/** Returns each number with the number of times that it follows itself. */
function runsOf(numbers: readonly number[]): [number, number][] {
  const runs: [number, number][] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last?.[0] === number) last[1] += 1;
    else runs.push([number, 1]);
  }
  return runs;
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

/** Reads the first sheets. The charset is that of a text. */
async function sheetsOf(bytes: Buffer, chosen: Charset | undefined): Promise<ReadSheets & { charset?: Charset }> {
  try {
    if (bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004')
      return isOpenSpreadsheet(bytes) ? openDocumentSheets(bytes) : workbookSheets(bytes);
    if (isCompoundFile(bytes)) return await oldSheets(bytes);
  } catch (error) {
    throw problemIn(error);
  }
  if (isFlatSpreadsheet(bytes)) return openDocumentSheets(bytes);
  const start = bytes.subarray(0, 512).toString('latin1').trimStart().toLowerCase();
  if (/^(%pdf|<html|<!doctype|<\?xml|\{\\rtf)/.test(start)) throw new UnreadableTable('format');
  const charset = chosen ?? (await charsetOfText(bytes, 'text/csv'));
  const text = decodeText(bytes, charset);
  if (isBinary(text)) throw new UnreadableTable('format');
  // Programs draw lines between the rows of a list.
  const rows = delimitedRows(text).map((row) => (row.every((cell) => /^[-=_+|\s]*$/.test(cell)) ? [] : row));
  return { sheets: [{ name: '', rows, widths: rows.map((row) => row.length) }], left: 0, charset };
}

const examinedLetters = 4096;

/** A text has no control characters, except at most a few that a program has left. */
function isBinary(text: string): boolean {
  const start = text.slice(0, examinedLetters);
  // oxlint-disable-next-line no-control-regex -- this counts control characters
  return (start.match(/[\u0000-\u0008\u000e-\u0019\u001b-\u001f\ufffd]/g) ?? []).length > start.length / 50;
}

function problemIn(error: unknown): UnreadableTable {
  if (error instanceof UnreadableTable) return error;
  if (error instanceof NoOfficeDocument) return new UnreadableTable('format');
  const reason = reasonOf(error instanceof Error ? error.message : '');
  return new UnreadableTable(reason === 'protected' || reason === 'too_large' ? reason : 'damaged');
}

/** An old workbook, a new one with a password, or another document of that time. */
async function oldSheets(bytes: Buffer): Promise<ReadSheets> {
  const hasStream = (name: string) => bytes.includes(Buffer.from(name, 'utf16le'));
  if (hasStream('EncryptedPackage')) throw new UnreadableTable('protected');
  if (!hasStream('Workbook') && !hasStream('Book')) throw new UnreadableTable('format');
  const sheets = await oldWorkbookRows(bytes);
  return { sheets: sheets.slice(0, maxTableSheets), left: Math.max(0, sheets.length - maxTableSheets) };
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
