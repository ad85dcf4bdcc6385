import type { OfficeContentNode } from 'officeparser';
import { escapeHtml } from '#shared/escape-html.ts';
import { pageTexts } from '../page.texts.ts';
import { openPackage } from './office-package.ts';
import type { OfficePackage } from './office-package.ts';
import { walkCells } from './sheet-cells.ts';
import { shownCell } from './sheet-values.ts';
import { readWorkbook, sharedStrings } from './workbook.ts';

const maxSheets = 20;
const maxRows = 500;
const maxColumns = 50;
const maxCells = 200_000;
const maxCellChars = 1000;

export type PageCell = { row: number; column: number; text: string; isNumber: boolean };
type Sheet = { name: string; cells: () => PageCell[] };

/** Returns the visible sheets of a workbook as tables. */
export function workbookHtml(bytes: Buffer): string {
  const file = openPackage(bytes);
  const book = readWorkbook(file);
  const strings = sharedStrings(file);
  const isTable = (path: string) => file.sizeOf(path) > 0;
  const shown = book.sheets.filter(({ isHidden, path }) => !isHidden && isTable(path));
  return sheetsHtml(
    shown.map(({ name, path }) => ({
      name,
      cells: () =>
        cellsOf(file, path, (cell) => {
          const { text, isNumber } = shownCell(cell, strings, book);
          return { row: cell.row, column: cell.column, text, isNumber };
        }),
    })),
  );
}

/** Reads the cells of a sheet until the page is full. */
function cellsOf(
  file: OfficePackage,
  path: string,
  shown: (cell: Parameters<Parameters<typeof walkCells>[1]['cell']>[0]) => PageCell,
): PageCell[] {
  const cells: PageCell[] = [];
  let rows = 0;
  walkCells(file.read(path), {
    cell: (cell) => {
      if (cells.at(-1)?.row !== cell.row) rows += 1;
      if (rows <= maxRows + 1) cells.push(shown(cell));
    },
    isEnough: () => rows > maxRows + 1 || cells.length > maxCells,
  });
  return cells;
}

/** Returns the sheets that the office library read. */
export function sheetNodesHtml(content: readonly OfficeContentNode[]): string {
  return sheetsHtml(
    content
      .filter(({ type }) => type === 'sheet')
      .map(({ metadata, children = [] }) => ({
        name: (metadata && 'sheetName' in metadata && metadata.sheetName) || '',
        cells: () => children.flatMap((row) => (row.children ?? []).flatMap(nodeCells)),
      })),
  );
}

/** A number as a spreadsheet formats it, with thousands, a percent sign or a currency. */
const formattedNumber =
  /^[-+(]?\p{Sc}? ?[-+]?(\d{1,3}(?:[.,' \u00a0\u202f’]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?|[.,]\d+)(e[-+]?\d+)?( ?[%‰\p{Sc}])?\)?$/iu;

function nodeCells({ type, metadata, text = '' }: OfficeContentNode): PageCell[] {
  if (type !== 'cell' || !metadata || !('col' in metadata) || text === '') return [];
  const isNumber = formattedNumber.test(text.trim());
  return [{ row: metadata.row, column: metadata.col, text, isNumber }];
}

export function sheetsHtml(sheets: readonly Sheet[]): string {
  const tables = sheets
    .slice(0, maxSheets)
    .map(({ name, cells }) => `<section class="sheet"><h2>${escapeHtml(name)}</h2>${sheetTable(cells())}</section>`);
  const left = sheets.length - tables.length;
  return tables.join('') + (left > 0 ? `<p class="note">${pageTexts.sheetsLeft(left)}</p>` : '');
}

/** Returns a sheet as a table with row numbers and column letters, without the empty rows and columns at its edges. */
function sheetTable(cells: readonly PageCell[]): string {
  if (cells.length === 0) return `<p class="note">${pageTexts.emptySheet}</p>`;
  const rows = Map.groupBy(cells, (cell) => cell.row);
  const [firstColumn, lastColumn] = edgesOf(cells);
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

function edgesOf(cells: readonly PageCell[]): [first: number, last: number] {
  let [first, last] = [Infinity, 0];
  for (const { column } of cells) [first, last] = [Math.min(first, column), Math.max(last, column)];
  return [first, last];
}

const tableCell = (cell: PageCell | undefined): string =>
  cell
    ? `<td${cell.isNumber ? ' class="number"' : ''}>${escapeHtml(cell.text.slice(0, maxCellChars))}</td>`
    : '<td></td>';

/** Returns the letters of a column: 0 is A, 26 is AA. */
function lettersOf(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : lettersOf(Math.floor(column / 26) - 1) + letter;
}
