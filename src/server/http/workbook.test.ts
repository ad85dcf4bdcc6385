import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sheetOf } from './workbook.ts';
import type { Cell } from './workbook.ts';

test('a large batch of rows becomes short pieces of a sheet, with every row in order', async () => {
  const batch = Array.from({ length: 2_000 }, (_, index): Cell[] => [`Container ${index}`, 'x'.repeat(500), index]);
  const pieces: string[] = [];
  for await (const piece of sheetOf([batch, [], [['last', null, 1]]])) pieces.push(piece);
  assert.deepEqual(
    pieces.filter((piece) => piece.length > 64 * 1024).map(({ length }) => length),
    [],
  );
  const rows = [...pieces.join('').matchAll(/<row r="(\d+)">/g)].map(([, row]) => Number(row));
  assert.deepEqual(
    rows,
    Array.from({ length: 2_001 }, (_, index) => index + 1),
  );
});
