/** The largest file with a table. A table of 10,000 rows has about 2 MB. */
export const maxTableBytes = 20 * 1024 * 1024;

/** Further rows, columns and sheets are left out, and the result says so. */
export const maxTableRows = 10_000;
export const maxTableColumns = 100;
export const maxTableSheets = 20;
export const maxCellLength = 2000;

/** The rows of one chunk. A chunk is parsed in one step of the event loop. */
export const chunkRows = 250;
/** A chunk of more than one row has at most this many letters. A single row may have some more. */
export const chunkLetters = 400_000;

/** A text, a number, or null for an empty cell. A date is a text 'yyyy-mm-dd'. */
export type TableCell = string | number | null;

/** A cell in a chunk. A number has the text that the sheet shows, if this is more than its digits: '0004711' or 'BKG-4711'. */
export type StoredCell = TableCell | [value: number, shown: string];

export const valueOfCell = (cell: StoredCell): TableCell => (Array.isArray(cell) ? cell[0] : cell);

/** Returns the text of a cell as the sheet shows it, with all digits of a number. */
export function textOfCell(cell: StoredCell): string | null {
  if (Array.isArray(cell)) return cell[1];
  if (typeof cell !== 'number') return cell;
  return Number.isInteger(cell) ? BigInt(cell).toString() : String(cell);
}

/** The rows of a sheet from `start` on, as JSON. */
export type TableChunk = { sheet: number; start: number; rows: string };
/** See `TableSheet` of `table-reader.ts`. */
export type TableSheet = {
  name: string;
  rows: number;
  isCut: boolean;
  hiddenRows: [first: number, last: number][];
  hiddenColumns: number[];
  totalRows: number[];
  widths: [cells: number, rows: number][];
};

/**
 * The reasons why a file has no table. `lock`: the lock file of an office program. `hidden`: all rows are in hidden sheets.
 * `far`: all rows are further down than those that are read.
 */
export const tableProblems = ['format', 'protected', 'damaged', 'too_large', 'lock', 'empty', 'hidden', 'far'] as const;
export type TableProblem = (typeof tableProblems)[number];

const isPlainCell = (cell: unknown): cell is TableCell =>
  cell === null ||
  (typeof cell === 'string' && cell.length <= maxCellLength) ||
  (typeof cell === 'number' && Number.isFinite(cell));

const isCell = (cell: unknown): cell is StoredCell =>
  isPlainCell(cell) ||
  (Array.isArray(cell) &&
    cell.length === 2 &&
    typeof cell[0] === 'number' &&
    typeof cell[1] === 'string' &&
    cell.every(isPlainCell));

/** Parses the rows of a chunk. Throws if they are malformed, because a hostile file may have written them. */
export function rowsOfChunk(json: string): StoredCell[][] {
  const rows: unknown = JSON.parse(json);
  const isTable =
    Array.isArray(rows) &&
    rows.length <= chunkRows &&
    rows.every((row) => Array.isArray(row) && row.length <= maxTableColumns && row.every(isCell));
  if (!isTable) throw new Error('malformed rows');
  return rows as StoredCell[][];
}
