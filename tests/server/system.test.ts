import assert from 'node:assert/strict';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { verifyByNight } from '#features/integrity/server/nightly.service.ts';
import { passwordsContract } from '#features/passwords/passwords.contract.ts';
import { systemContract } from '#features/system/system.contract.ts';
import type { System } from '#features/system/system.contract.ts';
import { dayMs } from '#shared/calendar.ts';
import { asAdmin, blobKeyOf, makeUser, signedIn, upload } from '#tests/make.ts';
import { storedIn } from '#tests/storage.ts';
import { adminPassword, useTestApp } from '#tests/test-app.ts';
import { backup } from '../../src/app/server/admin/backup.ts';
import { verify } from '../../src/app/server/admin/verify.ts';
import { startJob } from '../../src/app/server/scheduler.ts';

const quiet = { say: () => {}, showProgress: () => new DisposableStack() };

describe('the system page of administrators', () => {
  const app = useTestApp({ METRICS_TOKEN: 'a-token-that-is-secret' });
  let email = '';
  /** Requests the page after the cached result has expired. */
  const look = async (laterMs = 10_000): Promise<System> => {
    app.setNow(new Date(app.now().getTime() + laterMs));
    email ||= (await makeUser(app, { role: 1, team: 1 })).email;
    const answer = await (await signedIn(app, email)).call(systemContract.look, {});
    assert.equal(answer.status, 200, answer.raw.body);
    assert.doesNotMatch(answer.raw.body, /a-token-that-is-secret/);
    return answer.body;
  };
  const uploader = async () => signedIn(app, (await makeUser(app, { role: 1, team: 1 })).email);

  test('shows the amount of data, its location, and that database and store respond', async () => {
    await upload(await uploader(), 1, { name: 'a.txt', bytes: '12345' }, { name: 'b.txt', bytes: '1234567' });
    const seen = await look();
    assert.match(seen.version, /^\d+\.\d+\.\d+$/);
    assert.equal(seen.database.kind, process.env['DATABASE_URL'] ? 'PostgreSQL' : 'SQLite');
    assert.match(seen.database.version, /^\d+\.\d+/);
    assert.ok(seen.database.bytes > 10_000);
    assert.deepEqual([seen.store.files, seen.store.bytes], [2, 12]);
    assert.equal(typeof seen.store.answer_ms, 'number');
    if (!process.env['STORAGE_URL']) assert.deepEqual([seen.store.kind, seen.store.location], ['folder', app.dataDir]);
    assert.ok(seen.disk.free > 0 && seen.disk.free <= seen.disk.total);
    assert.equal(seen.people.users, 3);
    assert.ok(seen.people.active >= 1);
    assert.equal(seen.extractions.waiting, 2);
    assert.deepEqual([seen.backup, seen.verify, seen.mail, seen.jobs], [null, null, null, []]);
    const expected = ['given-password', 'no-backup', 'no-mail'];
    assert.deepEqual(
      seen.warnings.filter((kind) => kind !== 'disk-full'),
      expected,
    );
  });

  test('warns of the initial password of the first administrator until it is changed', async () => {
    const next = { new_password: 'a-crane-at-dusk-9', new_password_confirmation: 'a-crane-at-dusk-9' };
    const change = { current_password: adminPassword, ...next };
    assert.equal((await (await asAdmin(app)).call(passwordsContract.change, change)).status, 200);
    assert.ok(!(await look()).warnings.includes('given-password'));
  });

  test('shows the last backup, and warns if there was none for a week', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'stowage-system-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, 'backup.tar');
    await upload(await uploader(), 1, { name: 'kept.txt' });
    const before = (await look()).store.files;
    assert.equal(await backup(app.ctx, { file, signal: new AbortController().signal }, quiet), 0);
    const seen = await look();
    const { files, bytes, problems } = seen.backup ?? {};
    assert.deepEqual([files, bytes, problems], [before, (await stat(file)).size, 0]);
    assert.ok(!seen.warnings.includes('no-backup'));
    assert.ok((await look(8 * dayMs)).warnings.includes('no-backup'));
  });

  test('shows the last verification, by command and by night, and the damaged files', async () => {
    const before = (await look()).store.files;
    assert.equal(await verify(app.ctx, { json: false }, quiet), 0);
    const { by, files, problems } = (await look()).verify ?? {};
    assert.deepEqual([by, files, problems], ['command', before, 0]);
    const [lost] = await upload(await uploader(), 1, { name: 'lost.txt' });
    await storedIn(app.ctx.config).remove(await blobKeyOf(app, Number(lost?.id)));
    const night = new Date(app.now().getTime() + dayMs);
    night.setHours(2, 0, 0, 0);
    app.setNow(night);
    await verifyByNight(app.ctx, new AbortController().signal);
    const seen = await look();
    assert.deepEqual(
      [seen.verify?.by, seen.verify?.files, seen.verify?.problems, seen.damaged],
      ['night', before + 1, 1, 1],
    );
    assert.equal(seen.warnings[0], 'damaged-files');
  });

  test('shows the scheduled jobs and their failures', async () => {
    let fails = true;
    const run = async () => {
      if (fails) throw new Error('it failed');
    };
    const stop = startJob(app.ctx, { name: 'tidying', intervalMs: 20, isShared: true, run });
    const until = async (failed: boolean) => {
      for (;;) {
        const seen = await look();
        const [tidying] = seen.jobs;
        if (tidying?.failed === failed) return seen;
        await sleep(20);
      }
    };
    const failing = await until(true);
    assert.deepEqual([failing.jobs[0]?.name, failing.warnings.includes('job-failed')], ['tidying', true]);
    fails = false;
    assert.ok(!(await until(false)).warnings.includes('job-failed'));
    await stop();
  });
});
