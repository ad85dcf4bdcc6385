import assert from 'node:assert/strict';
import { syncBuiltinESMExports } from 'node:module';
import { describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import { makeRateLimiter } from './rate-limiter.ts';

// The clock of `performance` and the timers are replaced, so that the tests do not depend on the speed of the machine.

function withClock(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  // `rate-limiter.ts` imports the timer by name.
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.timers.reset();
    syncBuiltinESMExports();
  });
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  return {
    async advance(ms: number) {
      now += ms;
      t.mock.timers.tick(ms);
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

/** Calls `spend`. `isDone` returns whether it has finished. */
function spend(rateLimiter: ReturnType<typeof makeRateLimiter>, bytes: number) {
  let isDone = false;
  const done = rateLimiter.spend(bytes).then(() => (isDone = true));
  return { isDone: () => isDone, done };
}

describe('a rate limiter', () => {
  test('waits for the time that the bytes take at the rate', async (t) => {
    const clock = withClock(t);
    const spent = spend(makeRateLimiter(1_000, new AbortController().signal), 500);
    await clock.advance(499);
    assert.equal(spent.isDone(), false);
    await clock.advance(1);
    assert.equal(spent.isDone(), true);
  });

  test('does not wait for less than a millisecond', async (t) => {
    const clock = withClock(t);
    const spent = spend(makeRateLimiter(1_000_000, new AbortController().signal), 900);
    await clock.advance(0);
    assert.equal(spent.isDone(), true);
  });

  test('adds up concurrent calls', async (t) => {
    const clock = withClock(t);
    const rateLimiter = makeRateLimiter(1_000, new AbortController().signal);
    const [one, two] = [spend(rateLimiter, 100), spend(rateLimiter, 100)];
    await clock.advance(100);
    assert.deepEqual([one.isDone(), two.isDone()], [true, false]);
    await clock.advance(100);
    assert.equal(two.isDone(), true);
  });

  test('adds up amounts that are too small to wait for', async (t) => {
    const clock = withClock(t);
    const rateLimiter = makeRateLimiter(1_000, new AbortController().signal);
    const spent = [spend(rateLimiter, 1), spend(rateLimiter, 1), spend(rateLimiter, 1)];
    await clock.advance(0);
    assert.deepEqual(
      spent.map((one) => one.isDone()),
      [true, false, false],
    );
    await clock.advance(3);
    assert.ok(spent.every((one) => one.isDone()));
  });

  test('gives no credit for idle time', async (t) => {
    const clock = withClock(t);
    const rateLimiter = makeRateLimiter(1_000, new AbortController().signal);
    await clock.advance(60_000);
    const spent = spend(rateLimiter, 500);
    await clock.advance(499);
    assert.equal(spent.isDone(), false);
    await clock.advance(1);
    assert.equal(spent.isDone(), true);
  });

  test('throws after its signal is aborted, before and during a wait', async (t) => {
    withClock(t);
    const stopping = new AbortController();
    const rateLimiter = makeRateLimiter(1_000, stopping.signal);
    const waiting = rateLimiter.spend(500);
    stopping.abort();
    await assert.rejects(waiting, { name: 'AbortError' });
    await assert.rejects(rateLimiter.spend(0), { name: 'AbortError' });
  });
});
