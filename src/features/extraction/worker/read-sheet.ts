import type { StoredCell } from '../table.rules.ts';

/** A sheet as it is in its file. Rows and columns count from 0. */
export type ReadSheet = {
  name: string;
  rows: StoredCell[][];
  hiddenRows?: Iterable<number>;
  hiddenColumns?: Iterable<number>;
  /** The rows that the file itself names as totals. */
  totalRows?: Iterable<number>;
  /** The number of cells of each row in a text, with the empty ones at its end. */
  widths?: readonly number[];
};

export type ReadSheets = {
  sheets: ReadSheet[];
  /** The number of further sheets, which were not read. */
  left: number;
  /** There are rows in sheets that the file hides. They are not read. */
  hasHiddenRows?: boolean;
};
