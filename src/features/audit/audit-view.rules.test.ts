import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditView, filtersOf } from './audit-view.rules.ts';

test('the filters of the audit log are kept in the URL, and invalid values are ignored', () => {
  const view = { search: 'a b', userId: 7, act: 'file.viewed', from: '2026-11-01', to: '2026-11-20' } as const;
  assert.deepEqual(auditView.read(auditView.write(view)), view);
  assert.equal(auditView.activeFilters(view), 4);
  assert.equal(auditView.write(auditView.initial).size, 0);
  const invalid = new URLSearchParams('person=-1&act=file.eaten&from=2026-13-01&to=yesterday');
  assert.deepEqual(auditView.read(invalid), auditView.initial);
});

test('the day filters include both days, in the time zone of the browser', () => {
  const { from, to } = filtersOf({ ...auditView.initial, from: '2026-11-20', to: '2026-11-20' });
  assert.equal(from, new Date(2026, 10, 20).toISOString());
  assert.equal(to, new Date(2026, 10, 21).toISOString());
  assert.deepEqual(filtersOf({ ...auditView.initial, search: '  ' }), {});
});
