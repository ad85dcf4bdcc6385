import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import {
  appendFile,
  link,
  mkdir,
  open,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { File } from '#features/files/files.contract.ts';
import { filesContract } from '#features/files/files.contract.ts';
import { verifyByNight } from '#features/integrity/server/nightly.service.ts';
import { asAdmin, signedInAs, upload } from '#tests/make.ts';
import { credentialsOf, send } from '#tests/server-process.ts';
import { openTestApp } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';
import { verify } from '../../src/app/server/admin/verify.ts';

const smallBytes = 20_000;
const largeBytes = 3_000_000;

async function pathOf(app: TestApp, file: File): Promise<string> {
  const { blob_key } = await app.parts.db
    .selectFrom('files')
    .select('blob_key')
    .where('id', '=', file.id)
    .executeTakeFirstOrThrow();
  return join(app.dataDir, 'blobs', blob_key.slice(0, 2), blob_key);
}

/** What can happen to a file on a disk. */
const harms: Record<string, (path: string) => Promise<void>> = {
  'a flipped bit': async (path) => {
    const file = await open(path, 'r+');
    const { size } = await file.stat();
    const byte = Buffer.alloc(1);
    await file.read(byte, 0, 1, size - 1);
    await file.write(Buffer.from([(byte[0] as number) ^ 1]), 0, 1, size - 1);
    await file.close();
  },
  'a flipped bit, with its date as before': async (path) => {
    const { atime, mtime } = await stat(path);
    await harms['a flipped bit']?.(path);
    await utimes(path, atime, mtime);
  },
  'a lost end': async (path) => truncate(path, (await stat(path)).size - 1),
  'a grown end': async (path) => appendFile(path, 'x'),
  'no bytes left': async (path) => truncate(path, 0),
  'nothing in its place': async (path) => rm(path),
  'a link in its place': async (path) => {
    await rename(path, `${path}.elsewhere`);
    await symlink(`${path}.elsewhere`, path);
  },
  'a folder in its place': async (path) => {
    await rm(path);
    await mkdir(path);
  },
};

const until = async <T>(ask: () => Promise<T | undefined>): Promise<T> => {
  const givesUpAt = Date.now() + 60_000;
  while (Date.now() < givesUpAt) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await sleep(20);
  }
  throw new Error('it never came');
};

test('what is not what was stored never arrives as a complete answer, and those who can help are told once', async (t) => {
  const app = await openTestApp();
  t.after(() => app.close());
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`;
  const headers = credentialsOf(await asAdmin(app));
  const manager = (await signedInAs(app, { role: 2, team: 1 })).id;
  const reader = (await signedInAs(app, { role: 3, team: 1 })).id;

  const get = (file: File, more: Record<string, string> = {}) =>
    send(origin, { path: `/storage/${file.filepath}?download=1`, headers: { ...headers, ...more } }).catch(
      (error: NodeJS.ErrnoException) => ({ statusCode: 0, code: error.code, rawPayload: Buffer.alloc(0) }),
    );
  const noticesTo = async (userId: number, file: File) =>
    app.parts.db
      .selectFrom('notifications')
      .select(['title', 'link'])
      .where('user_id', '=', userId)
      .where('message', 'like', `%${file.filename}%`)
      // Its upload was told of too.
      .where('title', '!=', 'New file')
      .execute();
  const store = async (name: string, size: number): Promise<{ file: File; bytes: Buffer }> => {
    const bytes = randomBytes(size);
    const [file] = (await upload(await asAdmin(app), 1, { name, bytes })) as [File];
    return { file, bytes };
  };

  for (const [size, sizeBytes] of Object.entries({ small: smallBytes, large: largeBytes })) {
    for (const [name, harm] of Object.entries(harms)) {
      await t.test(`a ${size} file: ${name}`, async () => {
        const { file, bytes } = await store(`${size} ${name}.bin`, sizeBytes);
        assert.ok((await get(file)).rawPayload.equals(bytes));
        await harm(await pathOf(app, file));
        for (let attempt = 0; attempt < 3; attempt += 1) {
          const whole = await get(file);
          assert.ok(whole.statusCode === 500 || whole.statusCode === 0, `${whole.statusCode}`);
          assert.ok(!whole.rawPayload.includes(app.dataDir));
        }
        assert.equal((await get(file)).statusCode, 500);
        assert.equal((await get(file, { range: 'bytes=0-99' })).statusCode, 500);
        assert.equal((await get(file, { range: 'bytes=0-' })).statusCode, 500);

        const notices = await noticesTo(manager, file);
        assert.equal(notices.length, 1);
        assert.match(notices[0]?.title ?? '', /^Stored file (damaged|missing)$/);
        assert.equal(new URL(notices[0]?.link ?? '', origin).searchParams.get('q'), file.filename);
        assert.equal((await noticesTo(reader, file)).length, 0);
      });
    }
  }

  await t.test('a range of a large file has the whole looked at, and the next one is refused', async () => {
    const { file, bytes } = await store('ranges.bin', largeBytes);
    await harms['a flipped bit']?.(await pathOf(app, file));
    const first = await get(file, { range: 'bytes=0-99' });
    assert.ok(first.statusCode === 206 && first.rawPayload.equals(bytes.subarray(0, 100)));
    await until(async () => ((await noticesTo(manager, file)).length > 0 ? true : undefined));
    assert.equal((await get(file, { range: 'bytes=0-99' })).statusCode, 500);
    assert.equal((await noticesTo(manager, file)).length, 1);
  });

  await t.test('a range that is the whole file is checked on its way', async () => {
    const { file, bytes } = await store('whole-range.bin', largeBytes);
    const range = `bytes=0-${largeBytes - 1}`;
    assert.ok((await get(file, { range })).rawPayload.equals(bytes));
    await harms['a flipped bit']?.(await pathOf(app, file));
    assert.equal((await get(file, { range })).statusCode, 0);
  });

  await t.test('a file that was put back is served again, and told of again when it breaks again', async () => {
    const { file, bytes } = await store('put-back.bin', largeBytes);
    const path = await pathOf(app, file);
    await harms['a flipped bit']?.(path);
    await get(file);
    assert.equal((await get(file)).statusCode, 500);
    await writeFile(path, bytes);
    const served = await until(async () => {
      const answer = await get(file);
      return answer.statusCode === 200 ? answer : undefined;
    });
    assert.ok(served.rawPayload.equals(bytes));
    await harms['a lost end']?.(path);
    await get(file);
    assert.equal((await noticesTo(manager, file)).length, 2);
  });

  await t.test('what another program has found counts here as well', async () => {
    const { file, bytes } = await store('found-elsewhere.bin', largeBytes);
    assert.ok((await get(file)).rawPayload.equals(bytes));
    const path = await pathOf(app, file);
    await app.parts.db
      .insertInto('damaged_blobs')
      .values({ blob_key: path.slice(-32), problem: 'damaged', found_at: app.now().toISOString() })
      .execute();
    app.setNow(new Date(app.now().getTime() + 10_000));
    assert.equal((await get(file, { range: 'bytes=0-99' })).statusCode, 500);
  });

  await t.test('a store that is away is no damage', async () => {
    const { file, bytes } = await store('away.bin', smallBytes);
    const mark = join(app.dataDir, 'store-id');
    const path = await pathOf(app, file);
    await rename(mark, `${mark}.away`);
    await rename(path, `${path}.away`);
    assert.equal((await get(file)).statusCode, 503);
    await rename(`${mark}.away`, mark);
    await rename(`${path}.away`, path);
    assert.ok((await get(file)).rawPayload.equals(bytes));
    assert.equal((await noticesTo(manager, file)).length, 0);
  });
});

test('verify names what is missing, damaged or without a record, and nothing else', async (t) => {
  const app = await openTestApp();
  t.after(() => app.close());
  const admin = await asAdmin(app);
  const names = Object.keys(harms);
  const contents = (names: string[]) => names.map((name) => ({ name, bytes: name.repeat(60_000) }));
  const harmed = await upload(admin, 1, ...contents(names));
  await upload(admin, 1, { name: 'well' }, { name: 'empty', bytes: '' }, ...contents(['large']));
  const [trashed, replaced] = await upload(admin, 1, { name: 'trashed' }, { name: 'replaced' });
  const earlier = await pathOf(app, replaced as File);
  await admin.call(filesContract.update, { id: (replaced as File).id, _method: 'PUT' }, [{ name: 'x', bytes: 'new' }]);
  const inTrash = await pathOf(app, trashed as File);
  await admin.call(filesContract.remove, { id: (trashed as File).id });

  const [first] = await app.parts.db.selectFrom('files').selectAll().orderBy('blob_key').limit(1).execute();
  const { filename, size, sha256, media_type, blob_key } = first as NonNullable<typeof first>;
  const again = { filename, size, sha256, media_type, blob_key, file_id: 1, user_id: 1, created_at: '2026-01-01' };
  await app.parts.db
    .insertInto('file_versions')
    .values(Array.from({ length: 1_100 }, () => again))
    .execute();

  const paths = await Promise.all(harmed.map((file) => pathOf(app, file)));
  for (const [place, harm] of Object.values(harms).entries()) await harm(paths[place] as string);
  for (const path of [earlier, inTrash]) await rm(path);
  const stray = async (age: 'old' | 'young') => {
    const key = randomBytes(16).toString('hex');
    const path = join(app.dataDir, 'blobs', key.slice(0, 2), key);
    await writeFile(path, 'stray');
    if (age === 'old') await utimes(path, 1_700_000_000, 1_700_000_000);
    return { key, path };
  };
  const orphan = await stray('old');
  await stray('young');
  const doomed = await stray('old');
  await app.parts.db.insertInto('doomed_blobs').values({ blob_key: doomed.key, doomed_at: '2026-01-01' }).execute();
  const underWay = await stray('old');
  await link(underWay.path, join(app.dataDir, 'staging', underWay.key));

  const found = async () => {
    const said: string[] = [];
    const terminal = { say: (text: string) => void said.push(text), showProgress: () => () => {} };
    const code = await verify(app.parts, { json: true }, terminal);
    return { code, ...(JSON.parse(said.join('')) as Report) };
  };
  const report = await found();
  assert.equal(report.code, 1);
  const listedAs = report.problems.map(({ problem, names: [one] }) => `${problem}: ${one?.filename} (${one?.kind})`);
  const expected = names.map((name) => `${name.includes('in its place') ? 'missing' : 'damaged'}: ${name} (file)`);
  assert.deepEqual(
    listedAs.toSorted(),
    [...expected, 'missing: replaced (version)', 'missing: trashed (trash)'].toSorted(),
  );
  assert.ok(report.problems.every(({ names: [one] }) => one?.team === 'General'));
  assert.deepEqual(report.orphans, [orphan.key]);
  const told = await app.parts.db.selectFrom('notifications').select('title').execute();
  assert.equal(told.length, names.length + 2);

  for (const [place, path] of paths.entries()) {
    await rm(path, { recursive: true, force: true });
    await writeFile(path, (names[place] as string).repeat(60_000));
  }
  await writeFile(earlier, 'content of replaced');
  await writeFile(inTrash, 'content of trashed');
  await rm(orphan.path);
  const { code, mended, ok } = await found();
  assert.deepEqual([code, mended, ok], [0, names.length + 2, true]);
  assert.deepEqual(await app.parts.db.selectFrom('damaged_blobs').selectAll().execute(), []);
});

type Report = {
  ok: boolean;
  mended: number;
  problems: { problem: string; names: { filename: string; kind: string; team: string }[] }[];
  orphans: string[];
};

test('by night every file gets its turn', async (t) => {
  const app = await openTestApp();
  t.after(() => app.close());
  const local = (day: number, hour: number) => new Date(2027, 4, day, hour, 30);
  const damaged = async () =>
    (await app.parts.db.selectFrom('damaged_blobs').select(['blob_key', 'problem']).execute()).map(
      (row) => row.problem,
    );
  const { signal } = new AbortController();
  const files = await upload(await asAdmin(app), 1, { name: 'a.txt' }, { name: 'b.txt' }, { name: 'c.txt', bytes: '' });

  await t.test('not by day', async () => {
    await rm(await pathOf(app, files[0] as File));
    app.setNow(local(1, 14));
    await verifyByNight(app.parts, signal);
    assert.deepEqual(await damaged(), []);
  });

  await t.test('what is missing is recorded, and told of', async () => {
    app.setNow(local(2, 2));
    await verifyByNight(app.parts, signal);
    assert.deepEqual(await damaged(), ['missing']);
    const told = await app.parts.db.selectFrom('notifications').select('title').execute();
    assert.deepEqual(
      told.map((row) => row.title),
      ['Stored file missing'],
    );
  });

  await t.test('once a night, and the next night again', async () => {
    await writeFile(await pathOf(app, files[0] as File), 'content of a.txt');
    await harms['a flipped bit']?.(await pathOf(app, files[1] as File));
    await verifyByNight(app.parts, signal);
    assert.deepEqual(await damaged(), ['missing']);
    app.setNow(local(3, 2));
    await verifyByNight(app.parts, signal);
    assert.deepEqual(await damaged(), ['damaged']);
  });

  await t.test('goes on where it stopped', async () => {
    const stopped = new AbortController();
    stopped.abort();
    app.setNow(local(4, 2));
    await verifyByNight(app.parts, stopped.signal);
    await app.parts.db
      .updateTable('settings')
      .set({ value: JSON.stringify({ afterKey: 'f'.repeat(32), beganAt: local(4, 2).toISOString() }) })
      .where('name', '=', 'verify_round')
      .execute();
    await rm(await pathOf(app, files[2] as File));
    await verifyByNight(app.parts, signal);
    assert.deepEqual(await damaged(), ['damaged']);
    app.setNow(local(5, 2));
    await verifyByNight(app.parts, signal);
    assert.deepEqual((await damaged()).toSorted(), ['damaged', 'missing']);
  });
});
