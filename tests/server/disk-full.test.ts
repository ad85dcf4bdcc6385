import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { filesContract } from '#features/files/files.contract.ts';
import type { File } from '#features/files/files.contract.ts';
import { sessionContract } from '#features/session/session.contract.ts';
import { upload } from '#tests/make.ts';
import { makeHome, onDatabase, startServer } from '#tests/server-process.ts';
import type { Home } from '#tests/server-process.ts';
import { adminPassword } from '#tests/test-app.ts';
import { askProgress, begin, sendPiece } from '#tests/tus.ts';
import type { Visitor } from '#tests/visitor.ts';

const adminProgram = join(import.meta.dirname, '../../src/app/server/admin.ts');

const megabyte = 1_000_000;

const listed = async (visitor: Visitor): Promise<File[]> =>
  (await visitor.call(filesContract.teamsWithFiles, {})).body.flatMap((team) => team.files);

const tryUpload = (visitor: Visitor, name: string, size: number) =>
  visitor.call(filesContract.upload, { file_type_id: 1 }, [{ name, bytes: Buffer.alloc(size, name) }]);

/** A home on a small file system of its own. None where file systems may not be mounted. */
async function makeSmallHome(): Promise<{ home: Home; free: () => void } | undefined> {
  const home = await makeHome();
  const dataDir = join(home.dataDir, 'small');
  const free = await mountSmall(dataDir, 24);
  return free && { home: { ...home, dataDir, environment: { ...home.environment, DATA_DIR: dataDir } }, free };
}

/** A file system of some megabytes. Answers what unmounts it; nothing where that is not allowed. */
async function mountSmall(folder: string, megabytes: number): Promise<(() => void) | undefined> {
  await mkdir(folder);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  return () => void execFileSync('umount', ['--lazy', folder]);
}

/** Takes the last byte, as another program would. Answers what gives it back. */
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

/** Makes every session look as if it was last used an hour ago. */
async function ageSessions(home: Home): Promise<void> {
  const anHourAgo = new Date(Date.now() - 60 * 60 * 1000).toISOString();
  await onDatabase(home, `update sessions set last_used_at = '${anHourAgo}'`);
}

test('a full disk', async (t) => {
  const small = await makeSmallHome();
  if (!small) return t.skip('no file system can be mounted here');
  const { home, free } = small;
  try {
    const server = await startServer(home);
    const admin = await server.asAdmin();
    const [kept] = (await upload(admin, 1, { name: 'kept', bytes: Buffer.alloc(megabyte, 'kept') })) as [File];
    const begun = await begin(admin, 'in pieces', megabyte);
    assert.equal((await sendPiece(admin, begun, 0, Buffer.alloc(300_000))).statusCode, 204);

    await t.test('refuses what does not fit with a sentence, and takes what does', async () => {
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, place) => tryUpload(admin, `large ${place}`, 4 * megabyte)),
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

    await t.test('leaves signing in, reading, downloading and deleting as they were', async () => {
      const again = await server.asAdmin();
      const down = await again.send({ method: 'GET', url: `/storage/${kept.filepath}?download=1` });
      assert.deepEqual([down.statusCode, down.rawPayload.equals(Buffer.alloc(megabyte, 'kept'))], [200, true]);
      for (const { id } of await listed(again)) {
        if (id !== kept.id) assert.equal((await again.call(filesContract.remove, { id })).status, 204);
      }
      assert.equal((await again.call(sessionContract.logout, {})).status, 204);
    });

    let makeRoom = async () => {};
    await t.test('to the last byte: reading goes on, and what would have to be written is refused', async () => {
      // Notes of the use of a session are due again after a while; they must not be what a read fails for.
      await ageSessions(home);
      makeRoom = fillUp(home.dataDir);
      for (const size of [1, 100_000, 3 * megabyte]) {
        const answer = await tryUpload(admin, 'one more', size);
        assert.equal(answer.status, 507, `${size}: ${answer.raw.body}`);
        assert.match(answer.failure.message, /disk space/);
      }
      const renamed = await admin.call(filesContract.update, { id: kept.id, _method: 'PUT', filename: 'other' });
      assert.ok([200, 507].includes(renamed.status), renamed.raw.body);
      assert.equal((await admin.call(sessionContract.currentUser, {})).status, 200);
      assert.equal((await listed(admin)).length, 1);
      const down = await admin.send({ method: 'GET', url: `/storage/${kept.filepath}?download=1` });
      assert.deepEqual([down.statusCode, down.rawPayload.equals(Buffer.alloc(megabyte, 'kept'))], [200, true]);
      const signedIn = await server.visitor().signIn('admin@example.com', adminPassword);
      assert.ok([200, 507].includes(signedIn.statusCode), signedIn.body);
      for (const path of ['/healthz', '/readyz']) assert.equal((await fetch(`${server.origin}${path}`)).status, 200);
    });

    await t.test('refuses the next piece of an upload, which goes on when there is room', async () => {
      const refused = await sendPiece(admin, begun, 300_000, Buffer.alloc(700_000));
      assert.equal(refused.statusCode, 507, refused.body);
      assert.match(refused.json().message, /disk space/);
      await makeRoom();
      assert.equal(await askProgress(admin, begun), 300_000);
      assert.equal((await sendPiece(admin, begun, 300_000, Buffer.alloc(700_000))).statusCode, 204);
    });

    await t.test('all is well when there is room again, and nothing is left of what was refused', async () => {
      assert.equal((await tryUpload(admin, 'after', megabyte)).status, 201);
      assert.equal(
        (await admin.call(filesContract.update, { id: kept.id, _method: 'PUT', filename: 'kept' })).status,
        200,
      );
      assert.deepEqual(
        (await listed(admin)).map((file) => file.filename),
        ['kept', 'in pieces', 'after'],
      );
      assert.deepEqual(await readdir(join(home.dataDir, 'staging')), []);
      const ended = await server.stop();
      assert.equal(ended.code, 0);
      assert.doesNotMatch(ended.stdout, /"level":(50|60)/);
      const next = await startServer(home);
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

    await t.test('a backup that does not fit says so, and leaves nothing', async () => {
      const tiny = join(home.dataDir, '..', 'tiny');
      const unmount = await mountSmall(tiny, 1);
      try {
        const { PATH } = process.env;
        const env = { PATH, ...home.environment };
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
