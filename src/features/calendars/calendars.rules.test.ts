import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { entriesOf, maxCalendarEntries } from './calendars.rules.ts';

const container = (fields: object) =>
  ({ id: 1, status_id: 1, pfi_date: '2026-12-01', ex_factory_date: '2026-11-01', ...fields }) as Container;

test('the entries of a calendar begin 60 days ago, and a free time that has ended has none', () => {
  const fields = (one: object) => entriesOf([container(one)], '2026-11-29').map(({ field }) => field);
  const free = { last_free_day: '2026-12-03', empty_return_due: '2026-12-02', received_on: '2026-11-28' };
  assert.deepEqual(fields({ ...free, etd: '2026-09-30', eta: '2026-09-29' }), [
    'etd',
    'ex_factory_date',
    'pfi_date',
    'empty_return_due',
    'last_free_day',
  ]);
  assert.deepEqual(fields({ ...free, status_id: 2 }), ['ex_factory_date', 'pfi_date', 'empty_return_due']);
});

test('a calendar has a bounded number of entries, the earliest ones', () => {
  const many = Array.from({ length: 400 }, (_, index) => container({ id: index + 1 }));
  const entries = entriesOf(many, '2026-11-29');
  assert.equal(entries.length, maxCalendarEntries);
  assert.equal(entries[399]?.date, '2026-11-01');
});
