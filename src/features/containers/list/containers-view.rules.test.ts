import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withParameter } from '#shared/address-view.ts';
import { containersView, looksTheSame, openedParameter } from './containers-view.rules.ts';

test('the filters are written to the URL and read back', () => {
  const view = {
    ...containersView.initial,
    search: 'a&b = c',
    status: 'Not Received',
    pfiMonth: 12,
    exFactoryMonth: 1,
    preset: 'next_14',
    supplier_id: 7,
    vessel: 'Ever Given',
    port: 'DEHAM',
    eta_from: '2026-11-01',
    last_free_day_to: '2028-02-29',
    sort: 'container_no',
    order: 'desc',
  } as const;
  assert.deepEqual(containersView.read(containersView.write(view)), view);
  assert.equal(containersView.write(containersView.initial).toString(), '', 'no filters, no parameters');
});

test('invalid filters in the URL are ignored', () => {
  for (const address of ['status=Lost', 'pfi_month=13', 'pfi_month=0', 'ex_factory_month=1.5', 'pfi_month=x']) {
    assert.deepEqual(containersView.read(new URLSearchParams(address)), containersView.initial, address);
  }
});

test('opening and closing a history keeps the filters', () => {
  const opened = withParameter(new URLSearchParams('status=Received'), openedParameter, 7);
  assert.equal(opened.toString(), 'status=Received&container=7');
  assert.equal(withParameter(opened, openedParameter, undefined).toString(), 'status=Received');
});

test('a filter or a search text that is not blank narrows the list', () => {
  assert.equal(containersView.isNarrowed(containersView.initial), false);
  assert.equal(containersView.isNarrowed({ ...containersView.initial, search: '  ' }), false);
  assert.equal(containersView.isNarrowed({ ...containersView.initial, search: 'x' }), true);
  assert.equal(containersView.isNarrowed({ ...containersView.initial, pfiMonth: 3 }), true);
  assert.equal(
    containersView.activeFilters({
      ...containersView.initial,
      search: 'x',
      status: 'Delayed',
      pfiMonth: 3,
      ata_to: '2026-01-01',
      sort: 'newest',
      order: 'asc',
    }),
    3,
  );
});

test('cards change at 18:00 and at midnight', () => {
  const at = (day: number, hours: number, minutes: number) => new Date(2026, 10, day, hours, minutes);
  assert.ok(looksTheSame(at(20, 8, 0), at(20, 17, 59)));
  assert.ok(!looksTheSame(at(20, 17, 59), at(20, 18, 0)));
  assert.ok(looksTheSame(at(20, 18, 0), at(20, 23, 59)));
  assert.ok(!looksTheSame(at(20, 23, 59), at(21, 0, 0)));
  assert.ok(!looksTheSame(at(20, 8, 0), at(21, 8, 0)));
});
