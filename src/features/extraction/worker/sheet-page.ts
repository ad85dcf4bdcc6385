import { format, isDateFormat } from 'numfmt';
import type { OfficeContentNode } from 'officeparser';
import { escapeHtml } from '#shared/escape-html.ts';
import { pageTexts } from '../page.texts.ts';
import { attribute } from './workbook.ts';
import type { Workbook } from './workbook.ts';

const maxRows = 500;
const maxColumns = 50;
const maxCellChars = 1000;

type Cell = { row: number; column: number; text: string; isNumber: boolean };

/** Returns a sheet as a table with row numbers and column letters, without the empty rows and columns at its edges. */
export function sheetTable(sheet: OfficeContentNode, book: Workbook | undefined): string {
  const cells = (sheet.children ?? []).flatMap((row) => (row.children ?? []).flatMap((cell) => cellsOf(cell, book)));
  if (cells.length === 0) return `<p class="note">${pageTexts.emptySheet}</p>`;
  const rows = Map.groupBy(cells, (cell) => cell.row);
  const firstColumn = Math.min(...columnsOf(cells));
  const lastColumn = Math.max(...columnsOf(cells));
  const columns = Array.from(
    { length: Math.min(maxColumns, lastColumn - firstColumn + 1) },
    (_, at) => firstColumn + at,
  );
  const head = columns.map((column) => `<th scope="col" class="head">${lettersOf(column)}</th>`).join('');
  const body = [...rows].slice(0, maxRows).map(([row, inRow]) => {
    const at = new Map(inRow.map((cell) => [cell.column, cell]));
    return `<tr><th scope="row" class="row">${row + 1}</th>${columns.map((column) => tableCell(at.get(column))).join('')}</tr>`;
  });
  const isCut = rows.size > maxRows || lastColumn - firstColumn >= maxColumns;
  const note = isCut ? `<p class="note">${pageTexts.rowsLeft(Math.min(rows.size, maxRows), columns.length)}</p>` : '';
  return `<table><thead><tr><th class="head"></th>${head}</tr></thead><tbody>${body.join('')}</tbody></table>${note}`;
}

// Unique columns, because spreading one argument per cell can exceed the argument limit.
function* columnsOf(cells: readonly Cell[]): Generator<number> {
  yield* new Set(cells.map((cell) => cell.column));
}

function cellsOf(node: OfficeContentNode, book: Workbook | undefined): Cell[] {
  const { metadata, text = '', rawContent } = node;
  if (node.type !== 'cell' || !metadata || !('col' in metadata) || text === '') return [];
  const isNumber = text.trim() !== '' && Number.isFinite(Number(text));
  const pattern = isNumber ? patternOf(rawContent, book) : undefined;
  const shown = pattern ? formatted(pattern, Number(text), book?.isFrom1904 === true) : text;
  return [{ row: metadata.row, column: metadata.col, text: shown.slice(0, maxCellChars), isNumber }];
}

/** Returns the number format of a cell, or undefined for a number that is stored as text. */
function patternOf(rawContent: string | undefined, book: Workbook | undefined): string | undefined {
  const element = /^<[^>]*>/.exec(rawContent ?? '')?.[0];
  if (!element || !['', 'n'].includes(attribute(element, 't'))) return undefined;
  return book?.formats[Number(attribute(element, 's') || 0)] ?? 'General';
}

/** The days between Excel's first day of 1900 and the start of 1904. */
const daysTo1904 = 1462;

function formatted(pattern: string, value: number, isFrom1904: boolean): string {
  try {
    return format(pattern, isFrom1904 && isDateFormat(pattern) ? value + daysTo1904 : value);
  } catch {
    // The format is invalid.
    return String(value);
  }
}

const tableCell = (cell: Cell | undefined): string =>
  cell ? `<td${cell.isNumber ? ' class="number"' : ''}>${escapeHtml(cell.text)}</td>` : '<td></td>';

/** Returns the letters of a column: 0 is A, 26 is AA. */
function lettersOf(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : lettersOf(Math.floor(column / 26) - 1) + letter;
}
