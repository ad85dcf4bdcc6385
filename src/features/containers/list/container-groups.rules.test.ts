import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Container } from '../core/containers.contract.ts';
import { linesOf, mondayOf } from './container-groups.rules.ts';
import { groupText } from './container-table.texts.ts';

// The rules read these fields only.
const container = (fields: Partial<Container>) => fields as Container;

test('a week begins on Monday, also across the end of a year', () => {
  assert.deepEqual(['2026-11-30', '2026-12-06', '2027-01-01', '2026-11-29'].map(mondayOf), [
    '2026-11-30',
    '2026-11-30',
    '2026-12-28',
    '2026-11-23',
  ]);
});

test('each group of the table begins with a heading, and the containers without a value are a group', () => {
  const containers = [
    container({ id: 1, eta: '2026-11-30' }),
    container({ id: 2, eta: '2026-12-06' }),
    container({ id: 3, eta: '2026-12-07' }),
    container({ id: 4 }),
  ];
  const lines = linesOf(containers, 'week').map((line) =>
    line.isHeading ? groupText(line.container, 'week') : line.container.id,
  );
  assert.deepEqual(lines, ['ETA Nov 30, 2026 – Dec 6, 2026', 1, 2, 'ETA Dec 7, 2026 – Dec 13, 2026', 3, 'No ETA', 4]);
  assert.deepEqual(
    linesOf(containers, undefined).map(({ index }) => index),
    [0, 1, 2, 3],
  );
  assert.equal(linesOf(containers, 'vessel').filter(({ isHeading }) => isHeading).length, 1);
});
