import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { mkdir, readdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { filesContract } from '#features/files/core/files.contract.ts';
import type { File } from '#features/files/core/files.contract.ts';
import { trashContract } from '#features/files/trash/trash.contract.ts';
import { sessionContract } from '#features/session/session.contract.ts';
import { diskReserveBytes } from '#server/blobs/disk-reserve.ts';
import { runAdmin } from '#tests/admin-program.ts';
import { upload } from '#tests/make.ts';
import { makeInstallation, queryDatabase, startServer } from '#tests/server-process.ts';
import type { Installation, ServerProcess } from '#tests/server-process.ts';
import { adminPassword, randomName } from '#tests/test-app.ts';
import { askProgress, begin, sendPiece } from '#tests/tus.ts';
import type { Visitor } from '#tests/visitor.ts';

const megabyte = 1_000_000;

const listed = async (visitor: Visitor): Promise<File[]> =>
  (await visitor.call(filesContract.teamsWithFiles, {})).body.flatMap((team) => team.files);

const tryUpload = (visitor: Visitor, name: string, size: number, fill: string | number = name) =>
  visitor.call(filesContract.upload, { file_type_id: 1 }, [{ name, bytes: Buffer.alloc(size, fill) }]);

/** Creates an installation on a small file system. Returns undefined where mounting is not permitted. */
async function makeSmallHome(): Promise<{ installation: Installation; free: () => void } | undefined> {
  const installation = await makeInstallation();
  const dataDir = join(installation.dataDir, 'small');
  const free = await mountSmall(dataDir, 24 + diskReserveBytes / 1024 ** 2);
  return (
    free && {
      installation: { ...installation, dataDir, environment: { ...installation.environment, DATA_DIR: dataDir } },
      free,
    }
  );
}

/** Mounts a file system of a few megabytes. Returns a function that unmounts it, or undefined where mounting is not permitted. */
async function mountSmall(folder: string, megabytes: number): Promise<(() => void) | undefined> {
  await mkdir(folder);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  return () => void execFileSync('umount', ['--lazy', folder]);
}

/** Fills the file system, as another program may. Returns a function that frees the space. */
function fillUp(folder: string): () => Promise<void> {
  const path = join(folder, 'another-program');
  const file = openSync(path, 'w');
  for (let size = megabyte; size >= 1; size = Math.floor(size / 2)) {
    const bytes = Buffer.alloc(size);
    try {
      while (writeSync(file, bytes) > 0);
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
    }
  }
  closeSync(file);
  return () => rm(path);
}

/** Sets the last use of every session to an hour ago. */
async function ageSessions(installation: Installation): Promise<void> {
  const anHourAgo = new Date(Date.now() - 60 * 60 * 1000).toISOString();
  await queryDatabase(installation, `update sessions set last_used_at = '${anHourAgo}'`);
}

const skip = process.env['STORAGE_URL'] !== undefined && 'about files on a disk';

/** A server whose data folder is on a small file system, with one stored file. */
type SmallDisk = { installation: Installation; server: ServerProcess; admin: Visitor; stored: File };

function testOnSmallDisk(name: string, run: (disk: SmallDisk) => Promise<void>): void {
  test(name, { skip }, async (t) => {
    const small = await makeSmallHome();
    if (!small) return t.skip('no file system can be mounted here');
    const { installation, free } = small;
    try {
      const server = await startServer(installation);
      const admin = await server.asAdmin();
      const [stored] = (await upload(admin, 1, { name: 'kept', bytes: Buffer.alloc(megabyte, 'kept') })) as [File];
      await run({ installation, server, admin, stored });
      const ended = await server.stop();
      assert.equal(ended.code, 0);
      assert.doesNotMatch(ended.stdout, /"level":(50|60)/);
    } finally {
      free();
    }
  });
}

async function assertServed(visitor: Visitor, stored: File): Promise<void> {
  const down = await visitor.send({ method: 'GET', url: `/storage/${stored.filepath}?download=1` });
  assert.deepEqual([down.statusCode, down.rawPayload.equals(Buffer.alloc(megabyte, 'kept'))], [200, true]);
}

testOnSmallDisk('a file that does not fit is refused with a sentence; smaller ones are stored', async ({ admin }) => {
  const large = Array.from({ length: 8 }, (_, index) => tryUpload(admin, `large ${index}`, 4 * megabyte));
  const answers = await Promise.all(large);
  const statuses = answers.map((answer) => answer.status);
  assert.ok(statuses.includes(507), statuses.join());
  for (const answer of answers) {
    assert.ok([201, 507].includes(answer.status), answer.raw.body);
    if (answer.status === 507) assert.match(answer.failure.message, /disk space/);
  }
  assert.equal((await listed(admin)).length, 1 + statuses.filter((status) => status === 201).length);
});

testOnSmallDisk('uploads leave a reserve free, in which other calls work', async (disk) => {
  const { installation, server, admin, stored } = disk;
  // Down to a single byte: /readyz reports a full store once not even that fits.
  for (const size of [megabyte, 100_000, 1]) {
    // Different contents, because equal ones share their bytes.
    const fill = (count: number) => tryUpload(admin, `${size} bytes, ${count}`, size, count + 1);
    let answer = await fill(0);
    for (let count = 1; answer.status === 201 && count < 40; count += 1) answer = await fill(count);
    assert.equal(answer.status, 507, answer.raw.body);
    assert.match(answer.failure.message, /disk space/);
  }
  const { bsize, bavail } = await statfs(installation.dataDir);
  // The database may take some of it.
  assert.ok(bsize * bavail > diskReserveBytes / 2, `${bsize * bavail} bytes are left`);
  const ready = await fetch(`${server.origin}/readyz`);
  assert.equal(ready.status, 200);
  assert.deepEqual(await ready.json(), { status: 'ok', checks: { database: 'ok', storage: 'full' } });

  const again = await server.asAdmin();
  await assertServed(again, stored);
  for (const { id } of await listed(again)) {
    assert.equal((await again.call(filesContract.remove, { id })).status, 204);
    assert.equal((await again.call(trashContract.remove, { id })).status, 204);
  }
  assert.equal((await again.call(sessionContract.logout, {})).status, 204);
});

testOnSmallDisk('without a free byte the server reads and refuses writes, and recovers', async (disk) => {
  const { installation, server, admin, stored } = disk;
  // After some time a read also updates the last use of the session; if that fails, the read must still succeed.
  await ageSessions(installation);
  const makeRoom = fillUp(installation.dataDir);
  for (const size of [1, 100_000, 3 * megabyte]) {
    const answer = await tryUpload(admin, 'one more', size);
    assert.equal(answer.status, 507, `${size}: ${answer.raw.body}`);
    assert.match(answer.failure.message, /disk space/);
  }
  const rename = (filename: string) => admin.call(filesContract.update, { id: stored.id, _method: 'PUT', filename });
  const renamed = await rename('other');
  assert.ok([200, 507].includes(renamed.status), renamed.raw.body);
  assert.equal((await admin.call(sessionContract.currentUser, {})).status, 200);
  assert.equal((await listed(admin)).length, 1);
  await assertServed(admin, stored);
  const signedIn = await server.visitor().signIn('admin@example.com', adminPassword);
  assert.ok([200, 507].includes(signedIn.statusCode), signedIn.body);
  for (const path of ['/healthz', '/readyz']) assert.equal((await fetch(`${server.origin}${path}`)).status, 200);

  await makeRoom();
  assert.equal((await tryUpload(admin, 'after', megabyte)).status, 201);
  assert.equal((await rename('kept')).status, 200);
  const names = async (visitor: Visitor) => (await listed(visitor)).map(({ filename, size }) => [filename, size]);
  const expected = [
    ['kept', megabyte],
    ['after', megabyte],
  ];
  assert.deepEqual(await names(admin), expected);
  assert.deepEqual(await readdir(join(installation.dataDir, 'staging')), []);
  await server.stop();
  const next = await startServer(installation);
  assert.deepEqual(await names(await next.asAdmin()), expected);
  await next.stop();
});

testOnSmallDisk(
  'a resumable upload is refused while the disk is full, and continues when there is space',
  async (disk) => {
    const { installation, admin } = disk;
    const begun = await begin(admin, 'in pieces', megabyte);
    assert.equal((await sendPiece(admin, begun, 0, Buffer.alloc(300_000))).statusCode, 204);
    const makeRoom = fillUp(installation.dataDir);
    const refused = await sendPiece(admin, begun, 300_000, Buffer.alloc(700_000));
    assert.equal(refused.statusCode, 507, refused.body);
    assert.match(refused.json().message, /disk space/);
    await makeRoom();
    assert.equal(await askProgress(admin, begun), 300_000);
    assert.equal((await sendPiece(admin, begun, 300_000, Buffer.alloc(700_000))).statusCode, 204);
  },
);

test('a backup that does not fit fails with a message and leaves no file', { skip }, async (t) => {
  const installation = await makeInstallation();
  const server = await startServer(installation);
  await upload(await server.asAdmin(), 1, { name: 'kept', bytes: Buffer.alloc(2 * megabyte, 'kept') });
  await server.stop();
  const tiny = join(installation.dataDir, '..', `tiny-${randomName()}`);
  const unmount = await mountSmall(tiny, 1);
  if (!unmount) return t.skip('no file system can be mounted here');
  try {
    const tried = await runAdmin(['backup', join(tiny, 'all.tar')], installation.environment);
    assert.equal(tried.code, 1, tried.stdout);
    assert.match(tried.stderr, /all\.tar cannot be written: .*no space left.* Nothing of it is left\.\n$/i);
    assert.deepEqual(await readdir(tiny), []);
  } finally {
    unmount();
    await rm(tiny, { recursive: true });
  }
});
