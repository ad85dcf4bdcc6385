import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  activeFilters,
  isNarrowed,
  looksTheSame,
  readOpened,
  readView,
  wholeView,
  withOpened,
  writeView,
} from './containers-view.rules.ts';

test('a view is written into the address and read back', () => {
  const view = { search: 'a&b = c', status: 'Not Received', pfiMonth: 12, exFactoryMonth: 1 } as const;
  assert.deepEqual(readView(writeView(view)), view);
  assert.equal(writeView(wholeView).toString(), '', 'the whole list needs no words');
});

test('an address that makes no sense shows the whole list', () => {
  for (const address of ['status=Lost', 'pfi_month=13', 'pfi_month=0', 'ex_factory_month=1.5', 'pfi_month=x']) {
    assert.deepEqual(readView(new URLSearchParams(address)), wholeView, address);
  }
});

test('opening a history keeps the filters, and closing it leaves them alone', () => {
  const opened = withOpened(new URLSearchParams('status=Received'), 7);
  assert.equal(opened.toString(), 'status=Received&container=7');
  assert.equal(readOpened(opened), '7');
  assert.equal(withOpened(opened, undefined).toString(), 'status=Received');
});

test('a view is narrowed by a filter or by a search that is more than blanks', () => {
  assert.equal(isNarrowed(wholeView), false);
  assert.equal(isNarrowed({ ...wholeView, search: '  ' }), false);
  assert.equal(isNarrowed({ ...wholeView, search: 'x' }), true);
  assert.equal(isNarrowed({ ...wholeView, pfiMonth: 3 }), true);
  assert.equal(activeFilters({ search: 'x', status: 'Delayed', pfiMonth: 3, exFactoryMonth: undefined }), 2);
});

test('cards look another way from six in the evening and from midnight on', () => {
  const at = (day: number, hours: number, minutes: number) => new Date(2026, 10, day, hours, minutes);
  assert.ok(looksTheSame(at(20, 8, 0), at(20, 17, 59)));
  assert.ok(!looksTheSame(at(20, 17, 59), at(20, 18, 0)));
  assert.ok(looksTheSame(at(20, 18, 0), at(20, 23, 59)));
  assert.ok(!looksTheSame(at(20, 23, 59), at(21, 0, 0)));
  assert.ok(!looksTheSame(at(20, 8, 0), at(21, 8, 0)));
});
