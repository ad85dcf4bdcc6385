import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  carriesDelay,
  countedTwice,
  countsAsDelayed,
  displayedStatus,
  displayedStatuses,
  isOverdueSomewhere,
  isUnmarkedOverdue,
  mayBeDelayed,
  movesOf,
  showsExFactoryHistory,
  showsPfiHistory,
} from './containers.rules.ts';
import { eventText, movedText } from './containers.texts.ts';

const today = '2026-11-20';
const container = {
  status_id: 1,
  pfi_date: today,
  is_delayed_pfi: 0,
  is_delayed_ex_factory: 0,
  overdue_date: null as string | null,
};

test('a container is shown as Delayed while it is not received and its date is before today', () => {
  assert.equal(displayedStatus({ ...container, pfi_date: '2026-11-19' }, today), 'Delayed');
  assert.equal(displayedStatus(container, today), 'Not Received', 'not on the day itself');
  assert.equal(displayedStatus({ ...container, status_id: 2, pfi_date: '2026-11-19' }, today), 'Received');
  assert.equal(displayedStatus({ ...container, status_id: 3, pfi_date: '2026-11-19' }, today), 'Departed');
});

test('each state has the buttons of the specification', () => {
  assert.deepEqual(
    displayedStatuses.map((status) => [status, movesOf[status].label, mayBeDelayed(status)]),
    [
      ['Not Received', 'Mark Received', true],
      ['Received', 'Mark Departed', true],
      ['Departed', 'Undo Departed', false],
      ['Delayed', 'Mark Received', false],
    ],
  );
});

test('a delay flag stays after departure, but a departed container does not count as delayed', () => {
  for (const flags of [{ is_delayed_pfi: 1 }, { is_delayed_ex_factory: 1 }]) {
    const delayed = { ...container, ...flags };
    assert.ok(carriesDelay(delayed));
    assert.ok(countsAsDelayed(delayed, today));
    assert.ok(countsAsDelayed({ ...delayed, status_id: 2 }, today));
    assert.ok(!countsAsDelayed({ ...delayed, status_id: 3 }, today));
  }
  assert.ok(!carriesDelay(container));
  assert.ok(countsAsDelayed({ ...container, pfi_date: '2026-11-19' }, today), 'overdue without a flag');
});

test('a delay history is shown if its flag is set, and from 18:00 on the PFI date', () => {
  const noon = new Date(2026, 10, 20, 12);
  const evening = new Date(2026, 10, 20, 18);
  for (const shows of [showsPfiHistory, showsExFactoryHistory]) {
    assert.equal(shows(container, noon), false);
    assert.equal(shows(container, new Date(2026, 10, 20, 17, 59, 59)), false);
    assert.equal(shows(container, evening), true);
    assert.equal(shows({ ...container, pfi_date: '2026-11-19' }, noon), true);
    assert.equal(shows({ ...container, pfi_date: '2026-11-21' }, evening), false);
  }
  assert.equal(showsPfiHistory({ ...container, is_delayed_pfi: 1 }, noon), true);
  assert.equal(showsExFactoryHistory({ ...container, is_delayed_pfi: 1 }, noon), false);
  assert.equal(showsExFactoryHistory({ ...container, is_delayed_ex_factory: 1 }, noon), true);
});

test('an overdue date is marked once, and a new date again', () => {
  const overdue = { ...container, pfi_date: '2026-11-10' };
  assert.ok(isUnmarkedOverdue(overdue, today));
  assert.ok(!isUnmarkedOverdue({ ...overdue, overdue_date: '2026-11-10' }, today));
  assert.ok(isUnmarkedOverdue({ ...overdue, overdue_date: '2026-11-01' }, today));
  assert.ok(!isUnmarkedOverdue(container, today));
});

test('a date has passed somewhere on earth fourteen hours before it passes in UTC', () => {
  assert.equal(isOverdueSomewhere(container, new Date('2026-11-20T09:59:59Z')), false);
  assert.equal(isOverdueSomewhere(container, new Date('2026-11-20T10:00:00Z')), true);
});

test('a moved date shows the number of days and of moves', () => {
  assert.equal(movedText(9, 2), '+9 days, moved twice');
  assert.equal(movedText(1, 1), '+1 day, moved once');
  assert.equal(movedText(-3, 4), '−3 days, moved 4 times');
  assert.equal(movedText(0, 2), '±0 days, moved twice');
});

test('every event has a sentence', () => {
  const sentence = (what: string, old_value: string | null = null, new_value: string | null = null) =>
    eventText({ what, old_value, new_value });
  assert.equal(sentence('created', null, 'Not Received'), 'Created');
  assert.equal(sentence('created', null, 'Received'), 'Created as Received');
  assert.equal(sentence('status', 'Not Received', 'Received'), 'Marked Received');
  assert.equal(sentence('status', 'Received', 'Departed'), 'Marked Departed');
  assert.equal(sentence('status', 'Departed', 'Received'), 'Departure undone');
  assert.equal(sentence('name', 'A', 'B'), 'Renamed from A to B');
  assert.equal(sentence('container_no', '1', '2'), 'Order number changed from 1 to 2');
  assert.equal(
    sentence('pfi_date', '2026-11-20', '2026-11-29'),
    'PFI date moved from Nov 20, 2026 to Nov 29, 2026 (+9 days)',
  );
  assert.equal(
    sentence('ex_factory_date', '2026-11-02', '2026-11-01'),
    'Ex-factory date moved from Nov 2, 2026 to Nov 1, 2026 (−1 day)',
  );
  assert.deepEqual(
    ['delay_pfi', 'delay_ex_factory', 'deleted', 'restored'].map((what) => sentence(what)),
    ['PFI delayed', 'Ex-factory delayed', 'Deleted', 'Restored'],
  );
});

test('the counts add up to all containers and those that are counted twice', () => {
  assert.equal(countedTwice({ all: 40, not_received: 17, received: 8, departed: 10, delayed: 15 }), 10);
  assert.equal(countedTwice({ all: 3, not_received: 1, received: 0, departed: 0, delayed: 2 }), 0);
});
