import { format, isDateFormat } from 'numfmt';
import type { OfficeContentNode } from 'officeparser';
import { pageTexts } from '../page.texts.ts';
import { escapeText } from './escape-text.ts';
import { attribute } from './workbook.ts';
import type { Workbook } from './workbook.ts';

const mostRows = 500;
const mostColumns = 50;
const mostCellChars = 1000;

type Cell = { row: number; column: number; text: string; isNumber: boolean };

/** A sheet as a table with the sheet's own row numbers and column letters; empty rows and columns at its edges are left out. */
export function sheetTable(sheet: OfficeContentNode, book: Workbook | undefined): string {
  const cells = (sheet.children ?? []).flatMap((row) => (row.children ?? []).flatMap((cell) => asCell(cell, book)));
  if (cells.length === 0) return `<p class="note">${pageTexts.emptySheet}</p>`;
  const rows = Map.groupBy(cells, (cell) => cell.row);
  const firstColumn = Math.min(...columnsOf(cells));
  const lastColumn = Math.max(...columnsOf(cells));
  const columns = Array.from(
    { length: Math.min(mostColumns, lastColumn - firstColumn + 1) },
    (_, at) => firstColumn + at,
  );
  const head = columns.map((column) => `<th scope="col" class="head">${lettersOf(column)}</th>`).join('');
  const body = [...rows].slice(0, mostRows).map(([row, inRow]) => {
    const at = new Map(inRow.map((cell) => [cell.column, cell]));
    return `<tr><th scope="row" class="row">${row + 1}</th>${columns.map((column) => tableCell(at.get(column))).join('')}</tr>`;
  });
  const isCut = rows.size > mostRows || lastColumn - firstColumn >= mostColumns;
  const note = isCut ? `<p class="note">${pageTexts.rowsLeft(Math.min(rows.size, mostRows), columns.length)}</p>` : '';
  return `<table><thead><tr><th class="head"></th>${head}</tr></thead><tbody>${body.join('')}</tbody></table>${note}`;
}

// Not spread from an array of cells: there may be more than a call takes.
function* columnsOf(cells: readonly Cell[]): Generator<number> {
  yield* new Set(cells.map((cell) => cell.column));
}

function asCell(node: OfficeContentNode, book: Workbook | undefined): Cell[] {
  const { metadata, text = '', rawContent } = node;
  if (node.type !== 'cell' || !metadata || !('col' in metadata) || text === '') return [];
  const isNumber = text.trim() !== '' && Number.isFinite(Number(text));
  const pattern = isNumber ? patternOf(rawContent, book) : undefined;
  const shown = pattern ? written(pattern, Number(text), book?.isFrom1904 === true) : text;
  return [{ row: metadata.row, column: metadata.col, text: shown.slice(0, mostCellChars), isNumber }];
}

/** How a number is to be written; none for numbers that were typed as text. */
function patternOf(rawContent: string | undefined, book: Workbook | undefined): string | undefined {
  const element = /^<[^>]*>/.exec(rawContent ?? '')?.[0];
  if (!element || !['', 'n'].includes(attribute(element, 't'))) return undefined;
  return book?.formats[Number(attribute(element, 's') || 0)] ?? 'General';
}

/** 1904 began this many days after what Excel takes for the first day of 1900. */
const daysTo1904 = 1462;

function written(pattern: string, value: number, isFrom1904: boolean): string {
  try {
    return format(pattern, isFrom1904 && isDateFormat(pattern) ? value + daysTo1904 : value);
  } catch {
    // A pattern that makes no sense says nothing about the number.
    return String(value);
  }
}

const tableCell = (cell: Cell | undefined): string =>
  cell ? `<td${cell.isNumber ? ' class="number"' : ''}>${escapeText(cell.text)}</td>` : '<td></td>';

/** 0 is A, 26 is AA. */
function lettersOf(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : lettersOf(Math.floor(column / 26) - 1) + letter;
}
