import type { Readable } from 'node:stream';

/** Reads the tables of spreadsheets in a separate process. */
export type TableReader = {
  /** Returns the table, or the reason why the file has none. One file at a time; callers (`turnOf`) take turns. */
  read: (bytes: Readable, request: TableRequest, turnOf: number) => Promise<TableReading>;
  stop: () => void;
};

/** `charset`: that of a text, instead of the detected one. */
export type TableRequest = { size: number; charset?: string };

export type TableProblem = 'format' | 'protected' | 'damaged' | 'too_large' | 'lock' | 'empty' | 'hidden' | 'far';

/** Rows and columns count from 0. */
export type TableSheet = {
  name: string;
  rows: number;
  /** There are more rows or columns than an import may have. */
  isCut: boolean;
  /** The first and the last of rows that a filter or a person has hidden. */
  hiddenRows: [first: number, last: number][];
  hiddenColumns: number[];
  /** The rows that the file itself names as totals. */
  totalRows: number[];
  /** The number of cells in the rows of a text, each with the number of following rows that have it; none for a workbook. */
  widths: [cells: number, rows: number][];
};

export type TableReading =
  | {
      sheets: TableSheet[];
      /** The number of further sheets, which were not read. */
      left: number;
      /** Rows of a sheet from `start` on, as JSON that is not checked yet. */
      chunks: { sheet: number; start: number; rows: string }[];
      /** The charset of a text; null for a workbook. */
      charset: string | null;
    }
  | { problem: TableProblem };
