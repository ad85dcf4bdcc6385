import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldLabel } from '../core/container-fields.texts.ts';
import { changeOf, changesAnything, emptyDraft, emptyMove } from './container-bulk.rules.ts';
import { bulkTexts, plannedValue } from './container-bulk.texts.ts';

test('only the filled fields of the dialog are sent', () => {
  const draft = {
    ...emptyDraft,
    moves: [
      { ...emptyMove(0, 'pfi_date'), days: '-7' },
      { ...emptyMove(1, 'eta'), way: 'date' as const, days: '3', date: '2027-01-05' },
      { ...emptyMove(2, 'etd'), days: '0' },
      { ...emptyMove(3, 'atd'), days: '1.5' },
      { ...emptyMove(4, 'ata'), way: 'date' as const },
    ],
    vessel: ' Ever Given ',
    supplier_id: ' Hansa ',
    customer_id: 'Nord',
    pol: 'Hamburg (DEHAM)',
    pod: 'cnsha',
    team_id: 2,
    emptied: ['voyage', 'team_id', 'customer_id'] as const,
    reason: '  ',
  };
  assert.deepEqual(JSON.parse(JSON.stringify(changeOf(draft))), {
    moves: [
      { field: 'pfi_date', days: -7 },
      { field: 'eta', date: '2027-01-05' },
    ],
    set: {
      vessel: 'Ever Given',
      voyage: null,
      pol: 'DEHAM',
      pod: 'cnsha',
      supplier_name: 'Hansa',
      customer_id: null,
      team_id: null,
    },
  });
  assert.equal(changesAnything(draft), true);
});

test('an empty dialog and a reason alone change nothing', () => {
  assert.equal(changesAnything(emptyDraft), false);
  assert.equal(changesAnything({ ...emptyDraft, reason: 'The vessel rolled' }), false);
  assert.equal(changesAnything({ ...emptyDraft, emptied: ['assignee_id'] }), true);
  assert.equal(changesAnything({ ...emptyDraft, status: 'Received' }), true);
});

test('planned changes are in words', () => {
  assert.deepEqual(['supplier_id', 'eta', 'status', 'x'].map(fieldLabel), ['Supplier', 'ETA', 'Status', 'x']);
  assert.deepEqual([null, '2027-01-05', 'Ever Given'].map(plannedValue), ['empty', 'Jan 5, 2027', 'Ever Given']);
  assert.equal(plannedValue('x'.repeat(2000)), `${'x'.repeat(200)}…`);
  assert.equal(bulkTexts.undone(3, 0), '3 containers restored');
  assert.equal(bulkTexts.undone(1, 1), '1 container restored. 1 changed since and stays as it is.');
});
