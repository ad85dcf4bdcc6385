import { escapeHtml } from '#shared/escape-html.ts';
import { pageTexts } from '../page.texts.ts';
import type { HiddenCells, PageCell, SheetMerge } from './hidden-cells.ts';

const maxSheets = 20;
const maxRows = 500;
const maxColumns = 50;
/** More columns than Excel has. */
const maxScanned = 16_384;
const maxCellChars = 1000;
const maxNoteChars = 2000;
/** Cells that merged cells cover, on one sheet. */
const maxCovered = 50_000;
const minWidth = 24;
const maxWidth = 400;

export type PageNote = { row: number; column: number; text: string };
export type PagePicture = { row: number; column: number; alt: string; source: string };

export type PageSheet = {
  cells: PageCell[];
  /** The widths of columns in pixels. */
  widths?: ReadonlyMap<number, number>;
  merges?: readonly SheetMerge[];
  notes?: readonly PageNote[];
  pictures?: readonly PagePicture[];
  /** Tables of charts. */
  charts?: readonly string[];
  /** `cells` are without its cells. */
  hidden?: HiddenCells;
};

/** Returns the visible sheets as tables. Reads one after another. */
export async function sheetsHtml(
  all: readonly { name: string; isHidden?: boolean; read: () => PageSheet | Promise<PageSheet> }[],
): Promise<string> {
  const sheets = all.filter(({ isHidden }) => !isHidden);
  const tables: string[] = [];
  for (const { name, read } of sheets.slice(0, maxSheets))
    tables.push(`<section class="sheet"><h2>${escapeHtml(name)}</h2>${sheetHtml(await read())}</section>`);
  const left = sheets.length - tables.length;
  const hidden = all.length - sheets.length;
  return [
    ...tables,
    left > 0 ? noteHtml(pageTexts.sheetsLeft(left)) : '',
    hidden > 0 ? noteHtml(pageTexts.hiddenSheets(hidden)) : '',
  ].join('');
}

const noteHtml = (text: string): string => (text === '' ? '' : `<p class="note">${text}</p>`);

function sheetHtml({ hidden, widths, pictures = [], charts = [], ...sheet }: PageSheet): string {
  const notes = (sheet.notes ?? []).filter((note) => !hidden?.has(note));
  const merges = (sheet.merges ?? []).map((merge) => hidden?.restOf(merge) ?? { merge });
  const begun = merges.flatMap(({ first }) => first ?? []);
  const commented = withNotes([...sheet.cells, ...begun], notes).toSorted((one, other) => one.row - other.row);
  const hiddenNote = hidden?.note() ?? '';
  const isEmpty = commented.length === 0 && pictures.length + charts.length === 0 && hiddenNote === '';
  return [
    isEmpty ? noteHtml(pageTexts.emptySheet) : '',
    commented.length > 0
      ? sheetTable(commented, { widths, merges: merges.map(({ merge }) => merge), notes, hidden })
      : '',
    noteHtml(hiddenNote),
    notesHtml(notes),
    ...charts,
    ...pictures.map(
      ({ row, column, alt, source }) =>
        `<figure><img src="${source}" alt="${escapeHtml(alt)}"><figcaption>${pageTexts.pictureAt(nameOf(row, column))}</figcaption></figure>`,
    ),
  ].join('');
}

/** Adds the cells that have a comment and no text. */
function withNotes(cells: readonly PageCell[], notes: readonly PageNote[]): PageCell[] {
  const filled = new Set(cells.map(({ row, column }) => nameOf(row, column)));
  const empty = notes.filter(({ row, column }) => !filled.has(nameOf(row, column)));
  return [...cells, ...empty.map(({ row, column }) => ({ row, column, text: '', isNumber: false }))];
}

/** Returns a sheet as a table with row numbers and column letters, without the empty rows and columns at its edges. */
function sheetTable(
  cells: readonly PageCell[],
  {
    widths,
    merges,
    notes,
    hidden,
  }: {
    widths: PageSheet['widths'];
    merges: readonly SheetMerge[];
    notes: readonly PageNote[];
    hidden: PageSheet['hidden'];
  },
): string {
  const rows = Map.groupBy(cells, (cell) => cell.row);
  const [firstColumn, lastColumn] = edgesOf(cells);
  const isShown = (column: number) => !hidden?.has({ row: -1, column });
  const allColumns = range(firstColumn, Math.min(lastColumn, firstColumn + maxScanned)).filter(isShown);
  const columns = allColumns.slice(0, maxColumns);
  const head = columns.map(
    (column) => `<th scope="col" class="head"${widthOf(widths?.get(column))}>${lettersOf(column)}</th>`,
  );
  const shown = [...rows.keys()].slice(0, maxRows);
  const { covered, spans } = spansOf(merges, shown, columns);
  const marks = Map.groupBy(notes.entries(), ([, { row, column }]) => nameOf(row, column));
  const body = shown.map((row) => {
    const at = new Map(rows.get(row)?.map((cell) => [cell.column, cell]));
    const shownCells = columns.map((column) => {
      const name = nameOf(row, column);
      if (covered.has(name)) return '';
      const numbers = marks.get(name)?.map(([index]) => index + 1) ?? [];
      return tableCell(at.get(column), spans.get(name) ?? '', numbers);
    });
    return `<tr><th scope="row" class="row">${row + 1}</th>${shownCells.join('')}</tr>`;
  });
  const isCut = rows.size > maxRows || allColumns.length > maxColumns;
  const note = isCut ? noteHtml(pageTexts.rowsLeft(shown.length, columns.length)) : '';
  return `<table><thead><tr><th class="head"></th>${head.join('')}</tr></thead><tbody>${body.join('')}</tbody></table>${note}`;
}

const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at);

function edgesOf(cells: readonly PageCell[]): [first: number, last: number] {
  let [first, last] = [Infinity, 0];
  for (const { column } of cells) [first, last] = [Math.min(first, column), Math.max(last, column)];
  return [first, last];
}

const widthOf = (pixels = 0): string =>
  pixels >= minWidth ? ` style="min-width:${Math.round(Math.min(pixels, maxWidth))}px"` : '';

/** Returns the attributes of merged cells, and the cells that they cover. Rows that are not shown do not count. */
function spansOf(merges: readonly SheetMerge[], rows: readonly number[], columns: readonly number[]) {
  const covered = new Set<string>();
  const spans = new Map<string, string>();
  for (const merge of merges) {
    const inRows = rows.filter((row) => row >= merge.row && row < merge.row + merge.rows);
    const inColumns = columns.filter((column) => column >= merge.column && column < merge.column + merge.columns);
    const first = nameOf(merge.row, merge.column);
    if (inRows[0] !== merge.row || inColumns[0] !== merge.column || covered.has(first)) continue;
    if (covered.size + inRows.length * inColumns.length > maxCovered) break;
    spans.set(first, spanOf('colspan', inColumns.length) + spanOf('rowspan', inRows.length));
    for (const row of inRows) for (const column of inColumns) covered.add(nameOf(row, column));
    covered.delete(first);
  }
  return { covered, spans };
}

const spanOf = (name: string, count: number): string => (count > 1 ? ` ${name}="${count}"` : '');

function tableCell(cell: PageCell | undefined, span: string, numbers: readonly number[]): string {
  const classes = [cell?.isNumber && 'number', cell?.look].filter(Boolean).join(' ');
  const marks = numbers.map((number) => `<sup class="comment">${pageTexts.comment(String(number))}</sup>`).join('');
  return `<td${classes && ` class="${classes}"`}${span}>${escapeHtml(cell?.text.slice(0, maxCellChars) ?? '')}${marks}</td>`;
}

function notesHtml(notes: readonly PageNote[]): string {
  const lines = notes.map(
    ({ row, column, text }, index) =>
      `<p><span class="comment">${pageTexts.comment(String(index + 1))}</span> ${nameOf(row, column)}: ${escapeHtml(text.slice(0, maxNoteChars))}</p>`,
  );
  return lines.length > 0 ? `<div class="notes">${lines.join('')}</div>` : '';
}

const nameOf = (row: number, column: number): string => `${lettersOf(column)}${row + 1}`;

/** Returns the letters of a column: 0 is A, 26 is AA. */
function lettersOf(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : lettersOf(Math.floor(column / 26) - 1) + letter;
}
