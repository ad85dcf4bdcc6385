import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listQueryOf } from './container-neighbours.rules.ts';

test('the neighbours are those of the list that the address describes', () => {
  const today = '2026-11-23';
  assert.deepEqual(listQueryOf(new URLSearchParams(), today), { today, sort: 'late' });
  assert.deepEqual(listQueryOf(new URLSearchParams('status=Delayed&pfi_month=3&sort=newest&view=table'), today), {
    status: 'Delayed',
    pfi_month: '3',
    today,
    sort: 'id',
  });
});
