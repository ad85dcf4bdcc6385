import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysSilent } from './silence.rules.ts';

test('a container is silent after ten days without an entry by a person, until it departs', () => {
  const today = '2026-11-23';
  for (const [status_id, heard_at, days] of [
    [1, '2026-11-13T12:00:00.000Z', 10],
    [2, '2026-10-23T12:00:00.000Z', 31],
    [1, '2026-11-14T12:00:00.000Z', undefined],
    [3, '2026-10-23T12:00:00.000Z', undefined],
    [1, '2026-12-23T12:00:00.000Z', undefined],
    [1, undefined, undefined],
  ] as const)
    assert.equal(daysSilent({ status_id, heard_at }, today), days, `${status_id} ${heard_at}`);
});
