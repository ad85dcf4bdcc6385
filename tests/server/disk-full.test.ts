import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { mkdir, readdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { filesContract } from '#features/files/files.contract.ts';
import type { File } from '#features/files/files.contract.ts';
import { trashContract } from '#features/files/trash.contract.ts';
import { sessionContract } from '#features/session/session.contract.ts';
import { diskReserveBytes } from '#server/blobs/disk-reserve.ts';
import { upload } from '#tests/make.ts';
import { makeInstallation, queryDatabase, startServer } from '#tests/server-process.ts';
import type { Installation } from '#tests/server-process.ts';
import { adminPassword } from '#tests/test-app.ts';
import { askProgress, begin, sendPiece } from '#tests/tus.ts';
import type { Visitor } from '#tests/visitor.ts';

const adminProgram = join(import.meta.dirname, '../../src/app/server/admin.ts');

const megabyte = 1_000_000;

const listed = async (visitor: Visitor): Promise<File[]> =>
  (await visitor.call(filesContract.teamsWithFiles, {})).body.flatMap((team) => team.files);

const tryUpload = (visitor: Visitor, name: string, size: number) =>
  visitor.call(filesContract.upload, { file_type_id: 1 }, [{ name, bytes: Buffer.alloc(size, name) }]);

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
  const path = join(folder, 'somebody-elses-file');
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

test('a full disk', { skip }, async (t) => {
  const small = await makeSmallHome();
  if (!small) return t.skip('no file system can be mounted here');
  const { installation, free } = small;
  try {
    const server = await startServer(installation);
    const admin = await server.asAdmin();
    const [stored] = (await upload(admin, 1, { name: 'kept', bytes: Buffer.alloc(megabyte, 'kept') })) as [File];
    const begun = await begin(admin, 'in pieces', megabyte);
    assert.equal((await sendPiece(admin, begun, 0, Buffer.alloc(300_000))).statusCode, 204);

    await t.test('refuses a file that does not fit with a sentence, and stores a file that fits', async () => {
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) => tryUpload(admin, `large ${index}`, 4 * megabyte)),
      );
      const statuses = answers.map((answer) => answer.status);
      assert.ok(statuses.includes(507), statuses.join());
      for (const answer of answers) {
        assert.ok([201, 507].includes(answer.status), answer.raw.body);
        if (answer.status === 507) assert.match(answer.failure.message, /disk space/);
      }
      const stored = statuses.filter((status) => status === 201).length;
      assert.equal((await listed(admin)).length, 1 + stored);
    });

    await t.test('does not affect sign-in, lists, downloads and deletion', async () => {
      const again = await server.asAdmin();
      const down = await again.send({ method: 'GET', url: `/storage/${stored.filepath}?download=1` });
      assert.deepEqual([down.statusCode, down.rawPayload.equals(Buffer.alloc(megabyte, 'kept'))], [200, true]);
      for (const { id } of await listed(again)) {
        if (id !== stored.id) assert.equal((await again.call(filesContract.remove, { id })).status, 204);
      }
      assert.equal((await again.call(sessionContract.logout, {})).status, 204);
    });

    let makeRoom = async () => {};
    await t.test('without a free byte serves reads and refuses writes', async () => {
      // After some time a read also updates the last use of the session; if that fails, the read must still succeed.
      await ageSessions(installation);
      makeRoom = fillUp(installation.dataDir);
      for (const size of [1, 100_000, 3 * megabyte]) {
        const answer = await tryUpload(admin, 'one more', size);
        assert.equal(answer.status, 507, `${size}: ${answer.raw.body}`);
        assert.match(answer.failure.message, /disk space/);
      }
      const renamed = await admin.call(filesContract.update, { id: stored.id, _method: 'PUT', filename: 'other' });
      assert.ok([200, 507].includes(renamed.status), renamed.raw.body);
      assert.equal((await admin.call(sessionContract.currentUser, {})).status, 200);
      assert.equal((await listed(admin)).length, 1);
      const down = await admin.send({ method: 'GET', url: `/storage/${stored.filepath}?download=1` });
      assert.deepEqual([down.statusCode, down.rawPayload.equals(Buffer.alloc(megabyte, 'kept'))], [200, true]);
      const signedIn = await server.visitor().signIn('admin@example.com', adminPassword);
      assert.ok([200, 507].includes(signedIn.statusCode), signedIn.body);
      for (const path of ['/healthz', '/readyz']) assert.equal((await fetch(`${server.origin}${path}`)).status, 200);
    });

    await t.test('refuses the next piece of a resumable upload, which continues when there is space', async () => {
      const refused = await sendPiece(admin, begun, 300_000, Buffer.alloc(700_000));
      assert.equal(refused.statusCode, 507, refused.body);
      assert.match(refused.json().message, /disk space/);
      await makeRoom();
      assert.equal(await askProgress(admin, begun), 300_000);
      assert.equal((await sendPiece(admin, begun, 300_000, Buffer.alloc(700_000))).statusCode, 204);
    });

    await t.test('with free space again accepts uploads, and the refused ones have left nothing', async () => {
      assert.equal((await tryUpload(admin, 'after', megabyte)).status, 201);
      assert.equal(
        (await admin.call(filesContract.update, { id: stored.id, _method: 'PUT', filename: 'kept' })).status,
        200,
      );
      assert.deepEqual(
        (await listed(admin)).map((file) => file.filename),
        ['kept', 'in pieces', 'after'],
      );
      assert.deepEqual(await readdir(join(installation.dataDir, 'staging')), []);
      const ended = await server.stop();
      assert.equal(ended.code, 0);
      assert.doesNotMatch(ended.stdout, /"level":(50|60)/);
      const next = await startServer(installation);
      const files = await listed(await next.asAdmin());
      assert.deepEqual(
        files.map((file) => [file.filename, file.size]),
        [
          ['kept', megabyte],
          ['in pieces', megabyte],
          ['after', megabyte],
        ],
      );
      await next.stop();
    });

    await t.test('a backup that does not fit fails with a message and leaves no file', async () => {
      const tiny = join(installation.dataDir, '..', 'tiny');
      const unmount = await mountSmall(tiny, 1);
      try {
        const { PATH } = process.env;
        const env = { PATH, ...installation.environment };
        const tried = spawnSync(process.execPath, [adminProgram, 'backup', join(tiny, 'all.tar')], { env });
        assert.equal(tried.status, 1, String(tried.stdout));
        assert.match(String(tried.stderr), /all\.tar cannot be written: .*no space left.* Nothing of it is left\.\n$/i);
        assert.deepEqual(await readdir(tiny), []);
      } finally {
        unmount?.();
      }
    });
  } finally {
    free();
  }
});

test('uploads leave a reserve free, in which sign-in, deletion and the trash work', { skip }, async (t) => {
  const small = await makeSmallHome();
  if (!small) return t.skip('no file system can be mounted here');
  const { installation, free } = small;
  try {
    const server = await startServer(installation);
    const admin = await server.asAdmin();
    for (const size of [megabyte, 100_000]) {
      const fill = (count: number) => tryUpload(admin, `${size} bytes, ${count}`, size);
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
    for (const { id } of await listed(again)) {
      assert.equal((await again.call(filesContract.remove, { id })).status, 204);
      assert.equal((await again.call(trashContract.remove, { id })).status, 204);
    }
    assert.equal((await server.stop()).code, 0);
  } finally {
    free();
  }
});
