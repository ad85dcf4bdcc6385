import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeFairQueue } from './fair-queue.ts';

test('owners take turns, one task at a time, and a failed one does not stop the next', async () => {
  const { run } = makeFairQueue<number>();
  const order: string[] = [];
  let running = 0;
  const add = (caller: number, name: string) =>
    run(caller, async () => {
      running += 1;
      assert.equal(running, 1);
      order.push(name);
      await Promise.resolve();
      running -= 1;
      if (name === 'a2') throw new Error('failed');
      return name;
    });
  const results = await Promise.allSettled([
    ...['a1', 'a2', 'a3'].map((name) => add(1, name)),
    ...['b1', 'b2'].map((name) => add(2, name)),
    add(3, 'c1'),
  ]);
  assert.deepEqual(order, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled', 'fulfilled'],
  );
  assert.equal(await add(1, 'later'), 'later');
});

test('a task that fails before its first wait does not stop the next', async () => {
  const { run } = makeFairQueue<number>();
  const failed = run(1, () => {
    throw new Error('failed');
  });
  const next = run(1, async () => 'done');
  await assert.rejects(failed, /^Error: failed$/);
  assert.equal(await next, 'done');
});
