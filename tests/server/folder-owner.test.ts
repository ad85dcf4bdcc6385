import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chown, lstat, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { runAdminHere } from '#tests/admin-command.ts';
import { adminProgram, runAdmin } from '#tests/admin-program.ts';
import { asAdmin, upload } from '#tests/make.ts';
import { openTestApp } from '#tests/test-app.ts';

// An id without a user, like the dynamic user of the systemd unit.
const uid = 61_234;
const skip = process.getuid?.() !== 0 && 'only root can give files to others';

/** Restores a backup as root into an empty folder of another user. */
async function restoreAsRoot(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'stowage-owner-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await chown(folder, uid, uid);
  const app = await openTestApp({ DATABASE_URL: '', STORAGE_URL: '' });
  const file = join(folder, 'backup.tar');
  try {
    await upload(await asAdmin(app), 1, { name: 'kept.txt', bytes: 'kept' });
    assert.equal((await runAdminHere(['backup', file], app.environment)).code, 0);
  } finally {
    await app.close();
  }
  // The data folder of a service with a dynamic user is a link of root to the folder of that user.
  const dataDir = join(folder, 'data');
  await mkdir(join(folder, 'private'), { mode: 0o700 });
  await chown(join(folder, 'private'), uid, uid);
  await symlink(join(folder, 'private'), dataDir);
  const restored = await runAdmin(['restore', file], { DATA_DIR: dataDir });
  assert.deepEqual([restored.code, restored.stderr], [0, '']);
  return { folder, dataDir, restored };
}

/** Fails unless every entry belongs to the user, who alone may use it. Returns their names. */
async function assertOwner(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  for (const name of names) {
    const status = await lstat(join(folder, name));
    assert.deepEqual([status.uid, status.gid, status.mode & 0o077], [uid, uid, 0], name);
  }
  return names;
}

/** Fails unless every entry belongs to the user. Returns the number of blobs. */
async function assertBelongsToUser(dataDir: string): Promise<number> {
  const names = await assertOwner(dataDir);
  assert.ok(names.includes('stowage.db'), names.join());
  return names.filter((name) => /^blobs\/..\//.test(name)).length;
}

test('root restores into a folder of another user, and the entries belong to that user', { skip }, async (t) => {
  const { folder, dataDir, restored } = await restoreAsRoot(t);
  assert.match(restored.stdout, /Start the server with: /);
  assert.equal(await assertBelongsToUser(dataDir), 1);

  // The blobs that root imports later belong to the user too.
  await mkdir(join(folder, 'share'));
  await writeFile(join(folder, 'share/new.txt'), 'new');
  const args = ['import', join(folder, 'share'), '--team', 'General', '--type', 'Document'];
  const imported = await runAdmin(args, { DATA_DIR: dataDir });
  assert.deepEqual([imported.code, imported.stderr], [0, '']);
  assert.equal(await assertBelongsToUser(dataDir), 2);

  // So does a restore point that root makes, which the server removes one day.
  const target = join(folder, 'points');
  await mkdir(target);
  await chown(target, uid, uid);
  for (const as of [undefined, uid]) {
    const saved = await runAdmin(['backup', '--take-over'], { DATA_DIR: dataDir, BACKUP_TARGET: target }, as);
    assert.deepEqual([saved.code, saved.stderr], [0, '']);
  }
  await assertOwner(target);
});

test('a data folder with entries of root is refused with the command that mends it', { skip }, async (t) => {
  const { dataDir } = await restoreAsRoot(t);
  const readable = spawnSync(process.execPath, ['--check', adminProgram], { uid, gid: uid });
  if (readable.status !== 0) {
    t.skip('another user cannot read the program');
    return;
  }
  assert.deepEqual((await runAdmin(['verify'], { DATA_DIR: dataDir }, uid)).code, 0);
  for (const name of ['stowage.db', 'store-id', 'blobs']) {
    await chown(join(dataDir, name), 0, 0);
    const { code, stderr } = await runAdmin(['verify'], { DATA_DIR: dataDir }, uid);
    assert.equal(code, 1, name);
    const [, mending = ''] =
      /^.* may not read and write (?:.*)\. Run as root: (chown -R 61234 '.*\/private')\n$/.exec(stderr) ?? [];
    assert.ok(stderr.includes(`/${name}. `) && mending !== '', stderr);
    assert.equal(spawnSync('sh', ['-c', mending]).status, 0);
    assert.equal((await lstat(join(dataDir, name))).uid, uid);
  }
  assert.equal((await runAdmin(['verify'], { DATA_DIR: dataDir }, uid)).code, 0);
});
