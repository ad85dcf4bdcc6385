import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnsOf } from '#features/containers/list/container-table.rules.ts';
import { positionAfter } from './use-position.ts';
import type { Position } from './use-position.ts';

const size = { rows: 40, page: 10, columns: columnsOf(['status', 'eta']) };
const after = (position: Position, ...keys: string[]) =>
  keys.reduce((last: Position, key) => positionAfter(key, last, size) ?? last, position);

test('the keys of the table go from the whole row to its cells and back, and stop at the edges', () => {
  const row: Position = { row: 0, column: undefined };
  assert.equal(after(row, 'ArrowRight').column, 'status');
  assert.equal(after(row, 'ArrowRight', 'ArrowRight', 'ArrowRight').column, 'eta');
  assert.equal(after(row, 'ArrowRight', 'ArrowLeft').column, undefined);
  assert.equal(after(row, 'ArrowLeft').column, undefined);
});

test('the keys of the table keep the column, and stay inside the list', () => {
  const cell: Position = { row: 3, column: 'eta' };
  assert.deepEqual(after(cell, 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp'), { row: 0, column: 'eta' });
  assert.deepEqual(after(cell, 'PageDown'), { row: 13, column: 'eta' });
  assert.deepEqual(after(cell, 'End', 'ArrowDown'), { row: 39, column: 'eta' });
  assert.deepEqual(after(cell, 'Home'), { row: 0, column: 'eta' });
  assert.equal(positionAfter('Enter', cell, size), undefined);
});
