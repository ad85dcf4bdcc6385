import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explain } from './failure.ts';

test('the sentence of a failure is its message, else its first field error, else that of the screen', () => {
  for (const [failed, sentence] of [
    [{ message: 'Wrong.', errors: { email: ['In use.'] } }, 'Wrong.'],
    [{ message: '', errors: { name: [], email: ['In use.', 'Too long.'] } }, 'In use.'],
    [{ errors: { email: 'In use.' } }, 'In use.'],
    [{ errors: {} }, 'Failed'],
    [undefined, 'Failed'],
  ] as const)
    assert.equal(explain(failed as Parameters<typeof explain>[0], 'Failed'), sentence);
});
