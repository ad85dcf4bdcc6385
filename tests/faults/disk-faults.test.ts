import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { filesContract } from '#features/files/core/files.contract.ts';
import { sessionContract } from '#features/session/session.contract.ts';
import { systemContract } from '#features/system/system.contract.ts';
import { teamsContract } from '#features/teams/teams.contract.ts';
import { asAdmin, upload } from '#tests/make.ts';
import { openTestApp } from '#tests/test-app.ts';

const skip =
  (process.env['STORAGE_URL'] !== undefined || process.env['DATABASE_URL'] !== undefined) &&
  'about a folder with the database and the files';

/** Runs a command. Returns false where it is not permitted. */
function permitted(program: string, ...args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Runs the registered functions at the end of the test, the last one first: a fault is undone before the server closes, and
 * the server closes before its folder is removed. The hooks of a test run in the order of their registration.
 */
function cleanupsOf(t: TestContext): (work: () => unknown) => void {
  const cleanups: (() => unknown)[] = [];
  t.after(async () => {
    for (const work of cleanups.toReversed()) await work();
  });
  return (work) => void cleanups.push(work);
}

/** Returns a function that runs a command once. It undoes a fault, at the end of the test at the latest. */
function undoer(onCleanup: (work: () => unknown) => void, program: string, ...args: string[]): () => void {
  let isDone = false;
  const undo = () => {
    if (!isDone) execFileSync(program, args, { stdio: 'ignore' });
    isDone = true;
  };
  onCleanup(undo);
  return undo;
}

test('a file store that becomes read-only refuses uploads with a sentence, and recovers', { skip }, async (t) => {
  const onCleanup = cleanupsOf(t);
  const app = await openTestApp();
  onCleanup(app.close);
  const admin = await asAdmin(app);
  await upload(admin, 1, { name: 'before.txt' });
  for (const name of ['blobs', 'staging']) {
    const folder = join(app.dataDir, name);
    if (!permitted('mount', '--bind', folder, folder)) return t.skip('no folder can be mounted here');
    const undo = undoer(onCleanup, 'umount', '--lazy', folder);
    execFileSync('mount', ['-o', 'remount,bind,ro', folder]);

    for (const size of [5, 1_000_000]) {
      const refused = await admin.call(filesContract.upload, { file_type_id: 1 }, [
        { name: 'a', bytes: Buffer.alloc(size) },
      ]);
      assert.equal(refused.status, 503, refused.raw.body);
      assert.match(refused.failure.message, /^The file store does not answer right now/);
    }
    const ready = await app.app.inject({ method: 'GET', url: '/readyz' });
    assert.deepEqual([ready.statusCode, ready.json().checks], [503, { database: 'ok', storage: 'unavailable' }]);
    assert.ok((await admin.call(systemContract.look, {})).body.warnings.includes('store-read-only'), name);
    assert.equal((await admin.call(sessionContract.currentUser, {})).status, 200);

    undo();
    await upload(admin, 1, { name: 'after.txt' });
  }
});

test('a database that cannot be written to refuses changes with a sentence, and serves reads', { skip }, async (t) => {
  // A file system in memory lets a process continue to write to a file that has become unchangeable.
  const onCleanup = cleanupsOf(t);
  const folder = await mkdtemp('/var/tmp/stowage-test-');
  onCleanup(() => rm(folder, { recursive: true }));
  const app = await openTestApp({ DATA_DIR: folder });
  onCleanup(app.close);
  const admin = await asAdmin(app);
  const create = (name: string) => admin.call(teamsContract.create, { name });
  assert.equal((await create('before')).status, 201);
  const log = join(app.dataDir, 'stowage.db-wal');
  if (!permitted('chattr', '+i', log)) return t.skip('no file can be made unchangeable here');
  const undo = undoer(onCleanup, 'chattr', '-i', log);

  const refused = await create('meanwhile');
  assert.equal(refused.status, 503, refused.raw.body);
  assert.match(refused.failure.message, /^The database cannot be written to, so nothing was saved/);
  // After an hour, a read also updates the last use of the session.
  app.setNow(new Date(app.now().getTime() + 60 * 60 * 1000));
  const names = (await admin.call(teamsContract.list, {})).body.map(({ name }) => name);
  assert.deepEqual(names.toSorted(), ['General', 'before']);
  const stored = await admin.call(filesContract.upload, { file_type_id: 1 }, [{ name: 'a', bytes: 'a' }]);
  assert.equal(stored.status, 503, stored.raw.body);

  undo();
  assert.equal((await create('after')).status, 201);
  await upload(admin, 1, { name: 'after.txt' });
});
