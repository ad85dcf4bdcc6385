import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sheetRowsOf } from './import-sheet.rules.ts';

test('a row of a text with more cells than the headings is a problem, and a warning if most rows have more', () => {
  const remarks = (widths: [number, number][], lengths: number[]) => {
    const { moreCells } = sheetRowsOf({ headingRow: 1, headings: [], widths });
    return lengths.map((length, row) => moreCells(row, length));
  };
  // A title, the headings, two rows, and one whose decimal comma divided a value.
  assert.deepEqual(
    remarks(
      [
        [1, 1],
        [6, 3],
        [7, 1],
      ],
      [1, 6, 6, 5, 6],
    ),
    [undefined, undefined, undefined, undefined, 'problem'],
  );
  // Every line but that of the headings ends with a delimiter.
  assert.deepEqual(
    remarks(
      [
        [1, 1],
        [6, 1],
        [7, 3],
      ],
      [1, 6, 6, 6, 7],
    ),
    [undefined, undefined, undefined, undefined, 'warning'],
  );
  assert.deepEqual(remarks([], [1, 6, 9]), [undefined, undefined, undefined]);
});

test('a sheet knows its hidden rows and the rows that the file names as totals', () => {
  const { isHidden, isTotal } = sheetRowsOf({
    headingRow: 0,
    headings: [],
    hiddenRows: [
      [2, 3],
      [7, 7],
    ],
    totalRows: [9],
  });
  const rows = Array.from({ length: 10 }, (_, row) => row);
  assert.deepEqual([rows.filter(isHidden), rows.filter(isTotal)], [[2, 3, 7], [9]]);
});
