import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chosenId, largestId } from './fields.ts';

test('a missing or impossible choice is refused with its own sentence, however it is spelled', () => {
  const team = chosenId('Select a team.');
  for (const value of ['', 'abc', '0', 0, 1.5, null, undefined, [], largestId + 1, '99999999999']) {
    const { error } = team.safeParse(value);
    assert.deepEqual(
      error?.issues.map(({ message }) => message),
      ['Select a team.'],
      String(value),
    );
  }
  assert.deepEqual([team.parse('7'), team.parse(7)], [7, 7]);
});
