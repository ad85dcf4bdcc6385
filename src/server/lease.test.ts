import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import { dayMs } from '#shared/calendar.ts';
import { useTestApp } from '#tests/test-app.ts';
import { acquireLease } from './lease.ts';

const minuteMs = 60_000;
const termMs = 10 * minuteMs;

describe('a lease', () => {
  const app = useTestApp();
  /** Acquires a lease on a server whose clock differs from the one of the test by `ms`. */
  const acquire = async (t: TestContext, name: string, ms = 0) => {
    const clock = () => new Date(app.now().getTime() + ms);
    const lease = await acquireLease({ ...app.ctx, clock }, { name, termMs });
    if (lease) t.after(lease.release);
    return lease;
  };

  test('is acquired by one of many servers, and again by one after its end', async (t) => {
    const count = async (ms: number) => {
      const asked = await Promise.all(Array.from({ length: 8 }, () => acquire(t, 'tidying', ms)));
      return asked.filter(Boolean).length;
    };
    assert.deepEqual([await count(0), await count(termMs - minuteMs), await count(termMs)], [1, 0, 1]);
    assert.ok(await acquire(t, 'other'));
  });

  test('is renewed by its holder, and no longer after another one has acquired it', async (t) => {
    const first = await acquire(t, 'renewed', -5 * minuteMs);
    assert.equal(await first?.renew(), true);
    assert.equal(await acquire(t, 'renewed', 4 * minuteMs), undefined);
    const second = await acquire(t, 'renewed', 6 * minuteMs);
    assert.equal(await first?.renew(), false);
    assert.equal(await second?.renew(), true);
  });

  test('can be acquired after its release, and the release of a lost one does not end that of its next holder', async (t) => {
    const lost = await acquire(t, 'released', -11 * minuteMs);
    const next = await acquire(t, 'released');
    await lost?.release();
    assert.equal(await next?.renew(), true);
    await next?.release();
    assert.ok(await acquire(t, 'released'));
  });

  test('is not acquired by a server whose clock is a few seconds behind', async (t) => {
    assert.ok(await acquire(t, 'behind'));
    assert.equal(await acquire(t, 'behind', -5_000), undefined);
  });

  test('does not count if the clock of its holder was ahead by more than clocks may differ', async (t) => {
    assert.ok(await acquire(t, 'ahead', 20 * dayMs));
    assert.ok(await acquire(t, 'ahead'));
    assert.equal(await acquire(t, 'ahead'), undefined);
  });
});
