import { decodeText } from '../charset.rules.ts';
import { maxCellLength, maxTableColumns, maxTableRows, maxTableSheets } from '../table.rules.ts';
import type { StoredCell } from '../table.rules.ts';
import { numberShownAs } from './number-format.ts';
import { openDocument } from './open-document.ts';
import type { ReadSheet, ReadSheets } from './read-sheet.ts';
import { UnreadableTable } from './unreadable-table.ts';
import { filled } from './workbook-rows.ts';
import { walkXml } from './xml-walk.ts';
import type { Attributes } from './xml-walk.ts';

const maxPartBytes = 150 * 1024 * 1024;

/** Returns whether an archive is a spreadsheet of OpenDocument. */
export const isOpenSpreadsheet = (bytes: Buffer): boolean =>
  // The first entry is not compressed. Source: OpenDocument 1.3, part 2, 3.3.
  bytes.toString('latin1', 0, 200).includes('application/vnd.oasis.opendocument.spreadsheet');

/** Returns whether a text is a spreadsheet of OpenDocument in a single XML file. */
export const isFlatSpreadsheet = (bytes: Buffer): boolean =>
  /<office:document\s[^<>]*opendocument\.spreadsheet/.test(bytes.toString('latin1', 0, 16_384));

/** Reads the first visible sheets of an OpenDocument spreadsheet. */
export function openDocumentSheets(bytes: Buffer): ReadSheets {
  if (isFlatSpreadsheet(bytes)) return sheetsOf([decodeText(bytes)]);
  const { sizeOf, read } = openDocument(bytes);
  const size = sizeOf('content.xml');
  if (size === 0) throw new UnreadableTable('format');
  if (size > maxPartBytes) throw new UnreadableTable('too_large');
  return sheetsOf(read('content.xml'));
}

/** These have tables that are no sheets: the values before tracked changes, and copies of other files. */
const skipped = new Set(['tracked-changes', 'dde-links']);

/** Source: OpenDocument 1.3, part 3, 9.1. */
function sheetsOf(source: Iterable<string>): ReadSheets {
  const sheets: ReadSheet[] = [];
  const hiddenStyles = new Set<string>();
  let [left, skips, style] = [0, 0, ''];
  let hasHiddenRows = false;
  let sheet: SheetReader | undefined;
  const openTable = (attributes: Attributes) => {
    const isHidden = hiddenStyles.has(attributes['table:style-name'] ?? '');
    const isRead = !isHidden && sheets.length < maxTableSheets;
    if (!isHidden && !isRead) left += 1;
    sheet = sheetReader(attributes['table:name'] ?? '', (read) => {
      if (isRead) sheets.push(read);
      else if (isHidden && read.rows.length > 0) hasHiddenRows = true;
    });
  };
  walkXml(source, {
    open: (name, attributes) => {
      if (skipped.has(name)) skips += 1;
      if (skips > 0) return;
      if (name === 'style') style = attributes['style:name'] ?? '';
      if (name === 'table-properties' && attributes['table:display'] === 'false') hiddenStyles.add(style);
      if (sheet) sheet.open(name, attributes);
      else if (name === 'table') openTable(attributes);
    },
    text: (text) => sheet?.text(text),
    close: (name) => {
      if (skipped.has(name)) skips -= 1;
      else if (skips === 0 && sheet?.close(name)) sheet = undefined;
    },
  });
  return { sheets, left, hasHiddenRows };
}

type SheetReader = {
  open: (name: string, attributes: Attributes) => void;
  text: (text: string) => void;
  /** Returns true at the end of the sheet. */
  close: (name: string) => boolean;
};

/** Reads the elements of one sheet, and returns it to `onEnd`. */
function sheetReader(name: string, onEnd: (sheet: ReadSheet) => void): SheetReader {
  const rows: StoredCell[][] = [];
  const hiddenRows: number[] = [];
  const hiddenColumns: number[] = [];
  /** Cells that are merged with the ones below, by column. */
  const merged = new Map<number, { value: StoredCell; rows: number }>();
  let [row, column, describedColumn] = [0, 0, 0];
  let cells: StoredCell[] = [];
  let rowAttributes: Attributes = {};
  let cell: CellReader | undefined;

  const addCell = (value: StoredCell, attributes: Attributes) => {
    const times = countOf(attributes['table:number-columns-repeated']);
    const spanned = countOf(attributes['table:number-rows-spanned']);
    if (spanned > 1 && value !== null) merged.set(column, { value, rows: spanned });
    // One more column shows that the sheet is cut.
    if (value !== null)
      for (let at = column; at < Math.min(column + times, maxTableColumns + 1); at += 1) cells[at] = value;
    column += times;
  };
  const endRow = () => {
    const times = countOf(rowAttributes['table:number-rows-repeated']);
    const last = Math.min(row + times, maxTableRows + 1);
    // A row beyond the last one shows that the sheet is cut.
    if (cells.length > 0 && row > maxTableRows) rows[maxTableRows] ??= cells;
    for (let at = row; at < last; at += 1) {
      if (cells.length > 0) rows[at] = cells;
      if (/^(collapse|filter)$/.test(rowAttributes['table:visibility'] ?? '')) hiddenRows.push(at);
    }
    row += times;
    for (const [at, below] of merged) {
      below.rows -= times;
      if (below.rows <= 0) merged.delete(at);
    }
  };
  const describeColumns = (attributes: Attributes) => {
    const end = Math.min(describedColumn + countOf(attributes['table:number-columns-repeated']), maxTableColumns);
    const isHidden = /^(collapse|filter)$/.test(attributes['table:visibility'] ?? '');
    for (; describedColumn < end; describedColumn += 1) if (isHidden) hiddenColumns.push(describedColumn);
  };

  return {
    open: (element, attributes) => {
      if (cell) cell.open(element, attributes);
      else if (element === 'table-column') describeColumns(attributes);
      else if (element === 'table-row') [cells, column, rowAttributes] = [[], 0, attributes];
      else if (element === 'table-cell') cell = cellReader((value) => addCell(value, attributes), attributes);
      else if (element === 'covered-table-cell')
        cell = cellReader(() => addCell(merged.get(column)?.value ?? null, attributes), attributes);
    },
    text: (text) => cell?.text(text),
    close: (element) => {
      if (cell) {
        if (cell.close(element)) cell = undefined;
        return false;
      }
      if (element === 'table-row') endRow();
      if (element === 'table') onEnd({ name, rows: filled(rows), hiddenRows, hiddenColumns });
      return element === 'table';
    },
  };
}

type CellReader = SheetReader;

/** Reads the paragraphs of a cell. Notes and drawings in it do not belong to its value. */
function cellReader(onEnd: (value: StoredCell) => void, attributes: Attributes): CellReader {
  const parts: string[] = [];
  let [depth, letters] = [0, 0];
  let isParagraph = false;
  const add = (text: string) => {
    if (isParagraph && letters <= maxCellLength) parts.push(text);
    letters += text.length;
  };
  return {
    open: (name, { 'text:c': spaces }) => {
      depth += 1;
      if (depth === 1 && name === 'p') {
        isParagraph = true;
        if (parts.length > 0) add('\n');
      }
      if (name === 's') add(' '.repeat(Math.min(countOf(spaces), maxCellLength)));
      if (name === 'tab' || name === 'line-break') add('\n');
    },
    text: add,
    close: (name) => {
      if (depth === 0) onEnd(valueOf(attributes, parts.join('')));
      if (depth === 1 && name === 'p') isParagraph = false;
      depth -= 1;
      return depth < 0;
    },
  };
}

function valueOf(attributes: Attributes, text: string): StoredCell {
  if (attributes['calcext:value-type'] === 'error') return null;
  const type = attributes['office:value-type'];
  if (type === 'date') return attributes['office:date-value']?.slice(0, 10) ?? text;
  if (type === 'boolean') return attributes['office:boolean-value'] === 'true' ? 'TRUE' : 'FALSE';
  const number = Number(attributes['office:value']);
  const isNumber = /^(float|percentage|currency)$/.test(type ?? '') && Number.isFinite(number);
  if (isNumber) return numberShownAs(number, text);
  return (text || attributes['office:string-value']) ?? null;
}

/** Returns a number of repetitions, at least one. */
const countOf = (text: string | undefined): number => Math.max(1, Math.floor(Number(text ?? 1)) || 1);
