import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSourceOf, waitBeforeTryMs } from './resumable-upload.rules.ts';

test('a file matches an unfinished upload when name, size and date of change are equal', () => {
  const lastModified = Date.parse('2026-11-20T09:30:00.123Z');
  const file = { name: 'crane.mp4', size: 9, lastModified };
  const upload = { original_name: 'crane.mp4', size: 9, modified_at: '2026-11-20T09:30:00.123Z' };
  assert.equal(isSourceOf(file, upload), true);
  assert.equal(isSourceOf({ ...file, name: 'Crane.mp4' }, upload), false);
  assert.equal(isSourceOf({ ...file, size: 8 }, upload), false);
  assert.equal(isSourceOf({ ...file, lastModified: lastModified + 1 }, upload), false);
  assert.equal(isSourceOf(file, { ...upload, modified_at: null }), false);
});

test('the delay before the next attempt doubles, up to half a minute', () => {
  assert.deepEqual([1, 2, 3, 6, 50].map(waitBeforeTryMs), [1_000, 2_000, 4_000, 30_000, 30_000]);
});
