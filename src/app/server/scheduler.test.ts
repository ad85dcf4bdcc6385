import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '#server/config.ts';
import { listLastRuns } from '#server/database/last-runs.queries.ts';
import { acquireLease } from '#server/lease.ts';
import { useTestApp } from '#tests/test-app.ts';
import { listJobs } from './jobs.ts';
import { startJob, startJobs } from './scheduler.ts';

const intervalMs = 20;

/** Waits until a condition holds. */
const waitUntil = (context: TestContext, holds: () => boolean | Promise<boolean>) =>
  context.waitFor(async () => assert.ok(await holds()), { interval: intervalMs, timeout: 30_000 });

describe('a scheduled job', () => {
  const app = useTestApp();
  const minute = (number: number) => new Date(Date.UTC(2026, 10, 20, 8, number)).toISOString();

  test('keeps its lease while a run takes longer than the interval, and not longer', async (context) => {
    let now = Date.parse(minute(0));
    const term = 180;
    const ctx = {
      ...app.ctx,
      clock: () => new Date(now),
      config: { ...app.ctx.config, databaseUrl: 'postgres://127.0.0.1/of-several-servers' },
    };
    const until = (ms: number) => new Date(Date.parse(minute(0)) + ms).toISOString();
    const ask = async (ms: number) => {
      const clock = () => new Date(until(ms));
      await using lease = await acquireLease({ ...app.ctx, clock }, { name: 'slow', termMs: term });
      return lease !== undefined;
    };
    const leased = async () =>
      (
        await app.ctx.db.selectFrom('settings').select('value').where('name', '=', 'lease: slow').executeTakeFirst()
      )?.value.split(' ')[0];
    const run = (_ctx: unknown, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve());
      });
    const stop = startJob(ctx, { name: 'slow', intervalMs: 200, run });
    await waitUntil(context, async () => (await leased()) === until(term));
    now += term / 2;
    await waitUntil(context, async () => (await leased()) === until(term * 1.5));
    assert.equal(await ask(term * 1.2), false);
    await stop();
    assert.equal(await leased(), until(term));
    assert.equal(await ask(term * 1.2), true);
  });

  test('runs again after a failure, and no more after it is stopped', async (context) => {
    const done: string[] = [];
    const run = async () => {
      done.push('failing');
      throw new Error('it failed');
    };
    const stop = startJob(app.ctx, { name: 'failing', intervalMs, run });
    await waitUntil(context, () => done.length >= 3);
    await stop();
    const atEnd = done.length;
    await sleep(3 * intervalMs);
    assert.equal(done.length, atEnd);
  });

  test('that is shared runs on every server', async (context) => {
    const servers = new Set<string>();
    const stops = ['one', 'two', 'three'].map((server) =>
      startJob(app.ctx, { name: 'shared', intervalMs, isShared: true, run: async () => void servers.add(server) }),
    );
    await waitUntil(context, () => servers.size >= 3);
    await Promise.all(stops.map((stop) => stop()));
  });

  test('that takes long receives an abort signal when the server stops, and the stop waits for it', async (context) => {
    const done: string[] = [];
    const run = (_ctx: unknown, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        done.push('begun');
        signal.addEventListener(
          'abort',
          () =>
            void sleep(intervalMs)
              .then(() => done.push('ended'))
              .then(() => resolve()),
        );
      });
    const stop = startJob(app.ctx, { name: 'long', intervalMs, isShared: true, run, stop: () => done.push('stop') });
    await waitUntil(context, () => done.length > 0);
    await stop();
    assert.deepEqual(done, ['begun', 'stop', 'ended']);
  });
});

describe('scheduled jobs', () => {
  const app = useTestApp();

  test('run even if one of them fails, and its failure is logged and recorded with its name', async (context) => {
    const warnings: unknown[] = [];
    const log = app.ctx.log.child({});
    log.warn = (...said: unknown[]) => void warnings.push(...said);
    const ran = new Set<string>();
    const job = (name: string) => ({ name, intervalMs, run: async () => void ran.add(name) });
    const failing = {
      name: 'deleting',
      intervalMs,
      run: async () => {
        throw new Error('locked');
      },
    };
    const stop = startJobs({ ...app.ctx, log }, [job('before'), failing, job('after')]);
    const runs = async () =>
      (await listLastRuns(app.ctx.db)).map(({ name, failed }) => [name, failed ? 'failed' : 'done']);
    await waitUntil(context, async () => (await runs()).length >= 3);
    await stop();
    assert.deepEqual([...ran].toSorted(), ['after', 'before']);
    assert.deepEqual(await runs(), [
      ['after', 'done'],
      ['before', 'done'],
      ['deleting', 'failed'],
    ]);
    assert.match(JSON.stringify(warnings), /deleting failed; it is tried again/);
  });

  test('keep their failure while their runs are skipped', async (context) => {
    const runs: number[] = [];
    const run = async () => {
      if (runs.push(1) === 1) throw new Error('the scanner does not answer');
      return 'skipped' as const;
    };
    const stop = startJobs(app.ctx, [{ name: 'scanning', intervalMs, run }]);
    await waitUntil(context, () => runs.length >= 3);
    await stop();
    assert.deepEqual(
      (await listLastRuns(app.ctx.db)).map(({ name, failed }) => [name, failed]),
      [['scanning', true]],
    );
  });

  test('of an earlier version are no longer shown', async (context) => {
    const names = async () => (await listLastRuns(app.ctx.db)).map(({ name }) => name);
    const stop = startJobs(app.ctx, [{ name: 'earlier', intervalMs, run: async () => {} }]);
    await waitUntil(context, async () => (await names()).includes('earlier'));
    await stop();
    await startJobs(app.ctx, [])();
    assert.deepEqual(await names(), []);
  });

  test('have unique names', () => {
    const namesWith = (settings: Record<string, string>) =>
      listJobs(readConfig({ ...app.environment, ...settings })).map(({ name }) => name);
    const all = namesWith({ BACKUP_TARGET: '/backups', CLAMAV_URL: 'tcp://127.0.0.1:3310' });
    assert.equal(new Set(all).size, all.length);
    // A page that shows 'Done' for these jobs would promise backups and scans that are not made.
    const unset = new Set(namesWith({ BACKUP_TARGET: '', CLAMAV_URL: '' }));
    assert.deepEqual(
      all.filter((name) => !unset.has(name)),
      ['backing up', 'scanning the stored files'],
    );
  });
});
