import { pageTexts } from '../page.texts.ts';

/** A cell of a page, and the class of its look. Rows and columns count from 0. */
export type PageCell = { row: number; column: number; text: string; isNumber: boolean; look?: string };
export type SheetMerge = { row: number; column: number; rows: number; columns: number };

/** Hidden cells whose texts are kept, because merged cells may begin with them. */
const maxKept = 5000;

export type HiddenCells = {
  /** Tells whether a cell is in a hidden row or column. */
  has: (place: { row: number; column: number }) => boolean;
  /** Does the same for a cell of the sheet, and counts its row or column if it has a text. */
  takes: (cell: PageCell) => boolean;
  /** Returns the visible rest of merged cells, and the cell that now begins them. */
  restOf: (merge: SheetMerge) => { merge: SheetMerge; first?: PageCell };
  note: () => string;
};

/** The hidden rows and columns of a sheet, which may still grow. */
export function hiddenCells(rows: ReadonlySet<number>, columns: ReadonlySet<number>): HiddenCells {
  const [inRows, inColumns] = [new Set<number>(), new Set<number>()];
  const kept = new Map<string, PageCell>();
  const has = ({ row, column }: { row: number; column: number }) => rows.has(row) || columns.has(column);
  return {
    has,
    takes: (cell) => {
      if (!has(cell)) return false;
      if (cell.text === '') return true;
      if (rows.has(cell.row)) inRows.add(cell.row);
      else inColumns.add(cell.column);
      if (kept.size < maxKept) kept.set(keyOf(cell), cell);
      return true;
    },
    restOf: (merge) => {
      const [row, column] = [
        firstVisible(merge.row, merge.rows, rows),
        firstVisible(merge.column, merge.columns, columns),
      ];
      const rest = {
        row,
        column,
        rows: merge.row + merge.rows - row,
        columns: merge.column + merge.columns - column,
      };
      const first = has(merge) && rest.rows > 0 && rest.columns > 0 ? kept.get(keyOf(merge)) : undefined;
      return { merge: rest, ...(first && { first: { ...first, row, column } }) };
    },
    note: () => (inRows.size + inColumns.size > 0 ? pageTexts.hiddenLeft(inRows.size, inColumns.size) : ''),
  };
}

const keyOf = ({ row, column }: { row: number; column: number }): string => `${row}:${column}`;

function firstVisible(first: number, count: number, hidden: ReadonlySet<number>): number {
  let at = first;
  while (at < first + count && hidden.has(at)) at += 1;
  return at;
}
