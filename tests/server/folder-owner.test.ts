import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chown, lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
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
    assert.equal((await runAdmin(['backup', file], app.environment)).code, 0);
  } finally {
    await app.close();
  }
  const dataDir = join(folder, 'data');
  await mkdir(dataDir, { mode: 0o700 });
  await chown(dataDir, uid, uid);
  const restored = await runAdmin(['restore', file], { DATA_DIR: dataDir });
  assert.deepEqual([restored.code, restored.stderr], [0, '']);
  return { dataDir, restored };
}

test('root restores into a folder of another user, and the entries belong to that user', { skip }, async (t) => {
  const { dataDir, restored } = await restoreAsRoot(t);
  assert.match(restored.stdout, /Start the server with: /);
  const names = await readdir(dataDir, { recursive: true });
  assert.ok(names.includes('stowage.db') && names.some((name) => name.startsWith('blobs/')), names.join());
  for (const name of names) {
    const status = await lstat(join(dataDir, name));
    assert.deepEqual([status.uid, status.gid, status.mode & 0o077], [uid, uid, 0], name);
  }
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
    assert.match(stderr, new RegExp(`may not read and write .*/${name}\\. Run as root: chown -R \\S+ '.*/data'\\n$`));
    assert.ok(!stderr.includes('    at '), stderr);
    await chown(join(dataDir, name), uid, uid);
  }
});
