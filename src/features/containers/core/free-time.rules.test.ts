import assert from 'node:assert/strict';
import { test } from 'node:test';
import { costOf, daysOver, freeTimeOf, nextFreeTime } from './free-time.rules.ts';
import { freeTimeText } from './free-time.texts.ts';

const today = '2026-11-29';

test('the stages of a free time begin 7 days and 2 days before its day and on the day after it', () => {
  for (const [day, stage, text] of [
    ['2026-12-07', undefined, '8 days left'],
    ['2026-12-06', 'week', '7 days left'],
    ['2026-12-02', 'week', '3 days left'],
    ['2026-12-01', 'days', '2 days left'],
    ['2026-11-30', 'days', '1 day left'],
    ['2026-11-29', 'days', 'last day is today'],
    ['2026-11-28', 'passed', '1 day over'],
    ['2026-11-25', 'passed', '4 days over'],
  ] as const) {
    const found = freeTimeOf({ status_id: 1, last_free_day: day }, 'last_free_day', today);
    assert.deepEqual([found?.stage, found && freeTimeText(found)], [stage, text], day);
  }
});

test('the last free day counts until the receipt, the return of the empty until the departure', () => {
  const days = { last_free_day: '2026-11-20', empty_return_due: '2026-11-25' };
  const events = { received_on: '2026-11-23', departed_on: '2026-11-26' };
  for (const [status_id, lastFreeDay, emptyReturn, over, next] of [
    [1, 'passed', 'passed', 13, 'last_free_day'],
    [2, undefined, 'passed', 7, 'empty_return_due'],
    [3, undefined, undefined, 4, undefined],
  ] as const) {
    const container = { status_id, ...days, ...events };
    assert.deepEqual(
      [
        freeTimeOf(container, 'last_free_day', today)?.stage,
        freeTimeOf(container, 'empty_return_due', today)?.stage,
        daysOver(container, today),
        nextFreeTime(container, today)?.field,
      ],
      [lastFreeDay, emptyReturn, over, next],
      String(status_id),
    );
  }
  assert.equal(freeTimeOf({ status_id: 2, ...days }, 'last_free_day', today), undefined, 'received on an unknown day');
  assert.equal(nextFreeTime({ status_id: 1 }, today), undefined, 'without both days');
});

test('days over cost the rate of the carrier, rounded to cents', () => {
  const priced = { day_rate: 80, currency: 'EUR' };
  assert.equal(freeTimeText({ daysLeft: -4 }, priced), '4 days over, 320.00 EUR');
  assert.equal(freeTimeText({ daysLeft: 2 }, priced), '2 days left');
  assert.equal(costOf(3, { day_rate: 0.1 }), 0.3);
});
