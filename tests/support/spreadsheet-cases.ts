import type { ImportField } from '#features/containers/import-columns.rules.ts';
import type { RowState } from '#features/imports/imports.rules.ts';

/** A value of the review by the field of the change. `null`: the row has no value for this field. */
export type ExpectedRow = {
  state?: RowState;
  /** The problems and warnings of the row, in their order. Without them, both may be anything. */
  notes?: RegExp[];
  values?: Record<string, string | null>;
};

export type SpreadsheetCase = {
  /** The fields of columns by their headings. Further columns may be anything. */
  columns?: Record<string, ImportField | null>;
  /** The rows by their numbers in the file. Further rows may be anything. */
  rows?: Record<number, ExpectedRow>;
};

/** What the import of containers has to read in the files of `tests/fixtures/spreadsheets`, by file and in their order. */
export const spreadsheetCases: Record<string, SpreadsheetCase> = {
  'container-numbers.tsv': {
    columns: { 'Container No': 'container_number', PO: 'container_no' },
    rows: { 2: { state: 'new', values: { pfi_date: '2027-03-04' } } },
  },
  'several-orders-per-container.csv': {
    rows: {
      2: { state: 'new', values: { container_no: '4711', goods: 'Chairs' } },
      3: { state: 'new', values: { container_no: '4712', goods: 'Tables' } },
      4: { state: 'new', values: { container_no: '4713', goods: 'Lamps' } },
    },
  },
};
