import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ContainerEvent } from './containers.contract.ts';
import { entriesOf } from './timeline.rules.ts';

const event = (id: number, what: ContainerEvent['what'], user_name: string, second: number): ContainerEvent => ({
  id,
  what,
  user_name,
  old_value: null,
  new_value: `${id}.pdf`,
  reason: null,
  category: null,
  happened_at: new Date(Date.UTC(2031, 0, 1, 0, 0, second)).toISOString(),
});

test('files that one person links within two minutes are one entry of the timeline', () => {
  const events = [
    event(7, 'linked', 'Ann', 400),
    event(6, 'linked', 'Ann', 290),
    event(5, 'linked', 'Ann', 270),
    event(4, 'linked', 'Ben', 269),
    event(3, 'comment', 'Ben', 268),
    event(2, 'unlinked', 'Ben', 267),
    event(1, 'unlinked', 'Ben', 266),
  ];
  assert.deepEqual(
    entriesOf(events).map((entry) => entry.map(({ id }) => id)),
    [[7, 6], [5], [4], [3], [2], [1]],
  );
  assert.deepEqual(entriesOf([]), []);
});
