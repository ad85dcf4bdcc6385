import assert from 'node:assert/strict';
import { test } from 'node:test';
import { breakIndex } from '#tests/broken-database.ts';
import { openTestApp } from '#tests/test-app.ts';
import { checkDatabase } from './check-database.job.ts';

const skip = process.env['DATABASE_URL'] !== undefined && 'about the embedded database';

test('the database is checked once a night, and damage is reported until a check finds none', { skip }, async () => {
  const first = await openTestApp();
  const signal = new AbortController().signal;
  const night = new Date(first.now().getTime() + 24 * 60 * 60 * 1000);
  night.setHours(2, 0, 0, 0);
  first.setNow(night);
  await checkDatabase().run(first.ctx, signal);

  breakIndex(first.dataDir);
  const fatal: unknown[] = [];
  const log = Object.assign(first.ctx.log.child({}), { fatal: (...said: unknown[]) => void fatal.push(said) });
  const job = checkDatabase();
  await assert.rejects(job.run({ ...first.ctx, log }, signal), /the database is damaged: .*users/);
  await assert.rejects(job.run({ ...first.ctx, log }, signal), /the database is damaged/);
  assert.equal(fatal.length, 1);
  const day = new Date(night);
  day.setHours(12);
  first.setNow(day);
  await checkDatabase().run(first.ctx, signal);
  await first.close();
});
