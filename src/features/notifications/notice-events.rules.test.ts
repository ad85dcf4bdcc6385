import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextDigestAt } from './notice-events.rules.ts';

test('a digest is due at the hour of its zone, on the next day or the next Monday, also when the clocks change', () => {
  const cases = [
    // A Wednesday.
    ['2026-11-18T05:59:00Z', 'Europe/Berlin', 7, 'daily', '2026-11-18T06:00:00Z'],
    ['2026-11-18T06:00:00Z', 'Europe/Berlin', 7, 'daily', '2026-11-19T06:00:00Z'],
    ['2026-11-18T05:59:00Z', 'Europe/Berlin', 7, 'weekly', '2026-11-23T06:00:00Z'],
    ['2026-11-18T12:00:00Z', 'Asia/Kolkata', 7, 'daily', '2026-11-19T01:30:00Z'],
    ['2026-11-18T12:00:00Z', 'Asia/Kathmandu', 0, 'daily', '2026-11-18T18:15:00Z'],
    ['2026-11-18T12:00:00Z', 'America/Los_Angeles', 23, 'daily', '2026-11-19T07:00:00Z'],
    // There is no 2:30 on this day, and 3:00 follows 1:59.
    ['2026-03-28T12:00:00Z', 'Europe/Berlin', 2, 'daily', '2026-03-29T01:00:00Z'],
    // 2:00 is there twice on this day.
    ['2026-10-24T12:00:00Z', 'Europe/Berlin', 2, 'daily', '2026-10-25T00:00:00Z'],
    ['2026-10-25T00:00:00Z', 'Europe/Berlin', 2, 'daily', '2026-10-26T01:00:00Z'],
  ] as const;
  for (const [after, zone, hour, pace, expected] of cases) {
    const at = nextDigestAt(new Date(after), { hour, zone, pace });
    assert.equal(at.toISOString(), new Date(expected).toISOString(), `${after} ${zone} ${hour} ${pace}`);
  }
});
