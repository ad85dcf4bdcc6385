import type { Readable } from 'node:stream';

/** Reads the tables of spreadsheets in a separate process. */
export type TableReader = {
  /** Returns the table, or the reason why the file has none. One file at a time; callers (`turnOf`) take turns. */
  read: (bytes: Readable, size: number, turnOf: number) => Promise<TableReading>;
  stop: () => void;
};

export type TableReading =
  | {
      sheets: { name: string; rows: number; isCut: boolean }[];
      /** The number of further sheets, which were not read. */
      left: number;
      /** Rows of a sheet from `start` on, as JSON that is not checked yet. */
      chunks: { sheet: number; start: number; rows: string }[];
    }
  | { problem: 'format' | 'protected' | 'damaged' | 'empty' };
