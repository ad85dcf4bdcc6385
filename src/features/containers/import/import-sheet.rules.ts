import type { TableSheet } from '#features/extraction/table.rules.ts';

/** What an import keeps of a sheet besides its rows. Rows count from 0. An import from before an upgrade has only the headings. */
export type StoredSheet = { headingRow: number; headings: string[] } & Partial<
  Pick<TableSheet, 'hiddenRows' | 'hiddenColumns' | 'totalRows' | 'widths'>
>;

export type SheetRows = {
  isHidden: (row: number) => boolean;
  /** Returns whether the file itself names the row as a total. */
  isTotal: (row: number) => boolean;
  /**
   * Returns `problem` if a row of a text has more cells than the headings, because a mark in a value has divided it. If most
   * rows have more cells, a column has no heading, or every line ends with the mark: then it is a `warning`, or nothing if the
   * cells are empty. `length` is the number of cells up to the last one with a value.
   */
  moreCells: (row: number, length: number) => 'problem' | 'warning' | undefined;
};

export function sheetRowsOf({ headingRow, hiddenRows = [], totalRows = [], widths = [] }: StoredSheet): SheetRows {
  const hidden = new Set<number>();
  for (const [first, last] of hiddenRows) for (let row = first; row <= last; row += 1) hidden.add(row);
  const totals = new Set(totalRows);
  const cells = widths.flatMap(([width, rows]) => Array.from({ length: rows }, () => width));
  const headings = cells[headingRow] ?? Infinity;
  const below = cells.slice(headingRow + 1);
  const areMost = below.filter((width) => width > headings).length > below.length / 2;
  return {
    isHidden: (row) => hidden.has(row),
    isTotal: (row) => totals.has(row),
    moreCells: (row, length) => {
      if ((cells[row] ?? 0) <= headings) return undefined;
      return areMost ? (length > headings ? 'warning' : undefined) : 'problem';
    },
  };
}
