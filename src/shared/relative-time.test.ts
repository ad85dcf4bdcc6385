import assert from 'node:assert/strict';
import { test } from 'node:test';
import { relativeTime } from './relative-time.ts';

test('ages are shown in whole minutes, hours and days', () => {
  const now = new Date('2026-11-20T12:00:00.000Z');
  const second = 1000;
  const minute = 60 * second;
  const hour = 60 * minute;
  const day = 24 * hour;
  const ages: [ms: number, label: string][] = [
    [0, 'just now'],
    [59 * second + 999, 'just now'],
    [-5 * minute, 'just now'],
    [minute, '1 minute ago'],
    [2 * minute - 1, '1 minute ago'],
    [2 * minute, '2 minutes ago'],
    [hour - 1, '59 minutes ago'],
    [hour, '1 hour ago'],
    [2 * hour, '2 hours ago'],
    [day - 1, '23 hours ago'],
    [day, '1 day ago'],
    [2 * day, '2 days ago'],
    [400 * day, '400 days ago'],
  ];
  for (const [ms, label] of ages) {
    assert.equal(relativeTime(new Date(now.getTime() - ms).toISOString(), now), label, String(ms));
  }
});
