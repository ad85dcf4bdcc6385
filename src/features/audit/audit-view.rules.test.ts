import assert from 'node:assert/strict';
import { test } from 'node:test';
import { activeFilters, filtersOf, readView, wholeView, writeView } from './audit-view.rules.ts';

test('what the screen shows of the log is kept in the address, but for what makes no sense', () => {
  const view = { search: 'a b', userId: 7, act: 'file.viewed', from: '2026-11-01', to: '2026-11-20' } as const;
  assert.deepEqual(readView(writeView(view)), view);
  assert.equal(activeFilters(view), 4);
  assert.equal(writeView(wholeView).size, 0);
  const nonsense = new URLSearchParams('person=-1&act=file.eaten&from=2026-13-01&to=yesterday');
  assert.deepEqual(readView(nonsense), wholeView);
});

test('days are the reader’s, both of them whole', () => {
  const { from, to } = filtersOf({ ...wholeView, from: '2026-11-20', to: '2026-11-20' });
  assert.equal(from, new Date(2026, 10, 20).toISOString());
  assert.equal(to, new Date(2026, 10, 21).toISOString());
  assert.deepEqual(filtersOf({ ...wholeView, search: '  ' }), {});
});
