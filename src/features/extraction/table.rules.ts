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

/** The rows of a sheet from `start` on, as JSON. */
export type TableChunk = { sheet: number; start: number; rows: string };
export type TableSheet = { name: string; rows: number; isCut: boolean };

export const tableProblems = ['format', 'protected', 'damaged', 'empty'] as const;
export type TableProblem = (typeof tableProblems)[number];

const isCell = (cell: unknown): cell is TableCell =>
  cell === null ||
  (typeof cell === 'string' && cell.length <= maxCellLength) ||
  (typeof cell === 'number' && Number.isFinite(cell));

/** Parses the rows of a chunk. Throws if they are malformed, because a hostile file may have written them. */
export function rowsOfChunk(json: string): TableCell[][] {
  const rows: unknown = JSON.parse(json);
  const isTable =
    Array.isArray(rows) &&
    rows.length <= chunkRows &&
    rows.every((row) => Array.isArray(row) && row.length <= maxTableColumns && row.every(isCell));
  if (!isTable) throw new Error('malformed rows');
  return rows as TableCell[][];
}
