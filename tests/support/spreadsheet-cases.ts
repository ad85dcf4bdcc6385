import type { ImportField } from '#features/containers/import-columns.rules.ts';
import type { RowState } from '#features/imports/imports.rules.ts';

/** A value of the review by the field of the change. `null`: the row has no value for this field. */
export type ExpectedRow = {
  state?: RowState;
  /** Each matches a problem or a warning of the row. It may have others. */
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
  '1904-saved-by-excel-2013.xlsx': {
    rows: { 2: { state: 'new', values: { pfi_date: '2027-03-04', ex_factory_date: '2027-01-15' } } },
  },
  'container-numbers.tsv': {
    columns: { 'Container No': 'container_number', PO: 'container_no' },
    rows: { 2: { state: 'new', values: { pfi_date: '2027-03-04' } } },
  },
  'identifiers-in-scientific.csv': {
    rows: {
      2: {
        state: 'new',
        notes: [/^Order Number: '4.50012E\+09' has lost digits/, /^Bill of lading: '9.40111E\+11' has lost/],
      },
      3: {
        state: 'new',
        notes: [/^Order Number: '4.50012E\+09' has lost digits/, /^Bill of lading: '9.40111E\+11' has lost/],
      },
    },
  },
  'number-formats-show-more.xlsx': {
    rows: {
      2: {
        values: {
          container_no: '0004500123',
          booking_number: 'BKG-4711',
          bl_number: '123-456-789',
          seal: '00077',
          weight_kg: '18500',
        },
      },
      3: {
        values: { container_no: '0000000045', booking_number: 'BKG-12', weight_kg: '18500' },
        notes: [/lost digits/],
      },
      4: { values: { container_no: '4500123456', weight_kg: '18500' }, notes: [/lost digits/, /Seal.*lost digits/] },
    },
  },
  'several-orders-per-container.csv': {
    rows: {
      2: { state: 'new', values: { container_no: '4711', goods: 'Chairs' } },
      3: { state: 'new', values: { container_no: '4712', goods: 'Tables' } },
      4: { state: 'new', values: { container_no: '4713', goods: 'Lamps' } },
    },
  },
  'two-orders-become-one.csv': {
    rows: {
      2: { state: 'new', notes: [/lost digits/] },
      3: { state: 'duplicate', notes: [/^The same container as in row 2/, /lost digits/] },
    },
  },
};
