import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBackupDue, isBackupLate, isFailing, parseRetention, pointsToKeep } from './backup-schedule.ts';

const at = (text: string) => new Date(`${text}:00`);

test('the retention is a list of days, weeks and months', () => {
  assert.deepEqual(parseRetention('7d 4w 12m'), { days: 7, weeks: 4, months: 12 });
  assert.deepEqual(parseRetention(' 3d '), { days: 3, weeks: 0, months: 0 });
  for (const text of ['', '7', '0d', '7d 8d', '7y', '-1d', '1.5d', '10000d'])
    assert.equal(parseRetention(text), undefined, text);
});

test('the newest restore point of each of the last days, weeks and months is kept, and those of the last 24 hours', () => {
  // 2026-11-23 is a Monday.
  const points = {
    'newest of the day': '2026-11-24T14:00',
    'earlier on the same day': '2026-11-24T02:30',
    'second day': '2026-11-23T02:30',
    'third day, second week': '2026-11-22T02:30',
    'same week as the third day': '2026-11-20T02:30',
    'fourth week with one, not counted': '2026-11-08T02:30',
    'last of October': '2026-10-31T02:30',
    'earlier in October': '2026-10-20T02:30',
    'August, as September has none': '2026-08-05T02:30',
    'a fourth month': '2026-07-01T02:30',
  };
  const dates = new Map(Object.entries(points).map(([name, text]) => [name, at(text)]));
  const kept = (days: number, weeks: number, months: number) => {
    const all = pointsToKeep([...dates.values()], { days, weeks, months });
    return [...dates].flatMap(([name, date]) => (all.has(date) ? [name] : []));
  };
  const [newest, earlier, second, third] = [...dates.keys()];
  assert.deepEqual(kept(1, 0, 0), [newest, earlier]);
  assert.deepEqual(kept(3, 0, 0), [newest, earlier, second, third]);
  assert.deepEqual(kept(0, 2, 0), [newest, earlier, third]);
  assert.deepEqual(kept(1, 0, 3), [newest, earlier, 'last of October', 'August, as September has none']);
  assert.deepEqual(kept(3, 2, 2), [newest, earlier, second, third, 'last of October']);
  assert.deepEqual(kept(0, 0, 0), [newest, earlier]);
  assert.deepEqual(kept(100, 100, 100), [...dates.keys()]);
});

test('the days around the turn of the year are one week', () => {
  const [before, after] = [at('2026-12-31T02:30'), at('2027-01-01T02:30')];
  assert.deepEqual([...pointsToKeep([before, after], { days: 0, weeks: 5, months: 0 })], [after]);
});

const time = { hour: 2, minute: 30 };
const iso = (text: string) => at(text).toISOString();

test('a backup is due once a day, at first at once, and an hour after a failure', () => {
  const due = (good: string | undefined, failed: string | undefined, now: string) =>
    isBackupDue({ goodAt: good && iso(good), failedAt: failed && iso(failed) }, time, at(now));
  assert.equal(due(undefined, undefined, '2026-11-24T12:00'), true);
  assert.equal(due('2026-11-23T02:31', undefined, '2026-11-24T02:29'), false);
  assert.equal(due('2026-11-23T02:31', undefined, '2026-11-24T02:30'), true);
  assert.equal(due('2026-11-24T02:30', undefined, '2026-11-24T23:00'), false);
  assert.equal(due('2026-11-23T02:31', '2026-11-24T02:31', '2026-11-24T03:00'), false);
  assert.equal(due('2026-11-23T02:31', '2026-11-24T02:31', '2026-11-24T03:31'), true);
  assert.equal(due('2026-11-24T03:31', '2026-11-24T02:31', '2026-11-24T03:40'), false);
});

test('instants that a clock recorded while it was ahead do not count', () => {
  const [before, now, later] = [iso('2026-11-23T02:31'), at('2026-11-24T02:31'), iso('2027-12-29T02:31')];
  assert.equal(isBackupDue({ goodAt: later, failedAt: undefined }, time, now), true);
  assert.equal(isBackupDue({ goodAt: before, failedAt: later }, time, now), true);
  assert.equal(isBackupDue({ goodAt: later, failedAt: iso('2026-11-24T02:30') }, time, now), false);
  assert.equal(isFailing({ goodAt: before, failedAt: later }, now), false);
  assert.equal(isFailing({ goodAt: later, failedAt: before }, now), true);
});

test('a backup is late six hours after its time', () => {
  assert.equal(isBackupLate(undefined, time, at('2026-11-24T12:00')), true);
  assert.equal(isBackupLate(iso('2026-11-23T02:31'), time, at('2026-11-24T08:29')), false);
  assert.equal(isBackupLate(iso('2026-11-23T02:31'), time, at('2026-11-24T08:31')), true);
  assert.equal(isBackupLate(iso('2026-11-24T08:20'), time, at('2026-11-24T08:31')), false);
  assert.equal(isBackupLate(iso('2026-11-28T08:20'), time, at('2026-11-24T08:31')), true);
});
