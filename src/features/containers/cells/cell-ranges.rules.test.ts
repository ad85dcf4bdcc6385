import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellsOf, isWithin, laidOut, rangeOf } from './cell-ranges.rules.ts';

const size = { rows: 5, columns: 4 };
const cell = (row: number, column: number) => ({ row, column });

test('the selected block has the same cells from any of its corners', () => {
  const range = { top: 1, left: 1, bottom: 3, right: 2 };
  assert.deepEqual(rangeOf(cell(1, 1), cell(3, 2)), range);
  assert.deepEqual(rangeOf(cell(3, 1), cell(1, 2)), range);
  assert.deepEqual([...cellsOf(rangeOf(cell(2, 1), cell(1, 2)))], [cell(1, 1), cell(1, 2), cell(2, 1), cell(2, 2)]);
  assert.deepEqual([isWithin(range, cell(3, 2)), isWithin(range, cell(3, 3))], [true, false]);
});

const texts = (laid: ReturnType<typeof laidOut>) =>
  laid.cells.map(({ row, column, text }) => `${row}/${column} ${text}`);
const at = (top: number, left: number, bottom = top, right = left) => ({ top, left, bottom, right });

test('a pasted block begins at the first selected cell, and what is beyond the table is left out', () => {
  const block = [['a', 'b', 'c'], ['d', 'e'], ['f', 'g', 'h']]; // prettier-ignore
  const laid = laidOut(block, at(3, 2), size);
  assert.deepEqual(texts(laid), ['3/2 a', '3/3 b', '4/2 d', '4/3 e']);
  assert.equal(laid.rowsBeyond, 1);
});

test('a single cell fills the selection, and a single row repeats in it', () => {
  assert.deepEqual(texts(laidOut([['x']], at(0, 1, 1, 2), size)), ['0/1 x', '0/2 x', '1/1 x', '1/2 x']);
  assert.deepEqual(texts(laidOut([['x', 'y']], at(0, 1, 2, 1), size)), [
    '0/1 x',
    '0/2 y',
    '1/1 x',
    '1/2 y',
    '2/1 x',
    '2/2 y',
  ]);
});
