import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chartColors, lastMonths, slicesOf, totalUsersSeries } from './dashboards.rules.ts';

test('the last six months end with the current one, across a new year and on the last day of a month', () => {
  const cases: [string, string[]][] = [
    ['2026-11-20T09:30:00.000Z', ['2026-06', '2026-07', '2026-08', '2026-09', '2026-10', '2026-11']],
    ['2026-03-31T23:59:59.999Z', ['2025-10', '2025-11', '2025-12', '2026-01', '2026-02', '2026-03']],
    ['2028-02-29T00:00:00.000Z', ['2027-09', '2027-10', '2027-11', '2027-12', '2028-01', '2028-02']],
    ['2026-01-01T00:00:00.000Z', ['2025-08', '2025-09', '2025-10', '2025-11', '2025-12', '2026-01']],
  ];
  for (const [now, months] of cases) assert.deepEqual(lastMonths(new Date(now)), months);
});

test('the estimated users grow from 0.7 to 0.95 of the total, rounded down', () => {
  assert.deepEqual(totalUsersSeries(100), [70, 75, 80, 85, 90, 95]);
  assert.deepEqual(totalUsersSeries(31), [21, 23, 24, 26, 27, 29]);
  assert.deepEqual(totalUsersSeries(1), [0, 0, 0, 0, 0, 0]);
  assert.deepEqual(totalUsersSeries(0), [0, 0, 0, 0, 0, 0]);
});

test('the estimate of 10 users at a factor of 0.8 is 8, in spite of floating-point errors', () => {
  assert.deepEqual(totalUsersSeries(10), [7, 7, 8, 8, 9, 9]);
  for (let total = 0; total <= 2_000; total += 1) {
    const exact = [70, 75, 80, 85, 90, 95].map((percent) => (total * percent - ((total * percent) % 100)) / 100);
    assert.deepEqual(totalUsersSeries(total), exact, String(total));
  }
});

const types = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `Type ${index}`, files: count - index }));

test('up to ten file types have one slice each', () => {
  for (const count of [0, 1, 10]) {
    const slices = slicesOf(types(count));
    assert.deepEqual(
      slices.map((slice) => slice.types.map((type) => type.id)),
      types(count).map((type) => [type.id]),
    );
  }
});

test('with more than ten types, the largest nine have one slice each and the others share the tenth', () => {
  const slices = slicesOf(types(13));
  assert.equal(slices.length, chartColors);
  assert.deepEqual(
    slices.slice(0, 9).map((slice) => slice.files),
    [13, 12, 11, 10, 9, 8, 7, 6, 5],
  );
  assert.deepEqual(
    slices.at(-1)?.types.map((type) => type.id),
    [10, 11, 12, 13],
  );
  assert.equal(slices.at(-1)?.files, 4 + 3 + 2 + 1);
});
