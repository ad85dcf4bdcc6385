import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSourceOf, waitBeforeTryMs } from './uploads.rules.ts';

test('a file is the one an upload began with when name, size and date are the same', () => {
  const lastModified = Date.parse('2026-11-20T09:30:00.123Z');
  const file = { name: 'crane.mp4', size: 9, lastModified };
  const upload = { original_name: 'crane.mp4', size: 9, modified_at: '2026-11-20T09:30:00.123Z' };
  assert.equal(isSourceOf(file, upload), true);
  assert.equal(isSourceOf({ ...file, name: 'Crane.mp4' }, upload), false);
  assert.equal(isSourceOf({ ...file, size: 8 }, upload), false);
  assert.equal(isSourceOf({ ...file, lastModified: lastModified + 1 }, upload), false);
  assert.equal(isSourceOf(file, { ...upload, modified_at: null }), false);
});

test('the next try waits longer each time, but never more than half a minute', () => {
  assert.deepEqual([1, 2, 3, 6, 50].map(waitBeforeTryMs), [1_000, 2_000, 4_000, 30_000, 30_000]);
});
