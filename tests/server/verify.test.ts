import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm, stat, symlink, utimes } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { File } from '#features/files/core/files.contract.ts';
import { filesContract } from '#features/files/core/files.contract.ts';
import { verifyByNight } from '#features/integrity/server/nightly.service.ts';
import { dropAuditGuards } from '#tests/audit.ts';
import { asAdmin, blobKeyOf, signedInAs, upload } from '#tests/make.ts';
import { credentialsOf, send } from '#tests/server-process.ts';
import { storedIn } from '#tests/storage.ts';
import { openTestApp, useTestApp } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';
import { verify } from '../../src/app/server/admin/verify.ts';

const smallBytes = 20_000;
/** Above 1 MiB a file is not checked before its first byte is sent. */
const largeBytes = 1_500_000;

type Harm = (app: TestApp, key: string) => Promise<void>;

const pathOf = (app: TestApp, key: string) => join(app.dataDir, 'blobs', key.slice(0, 2), key);

/** Replaces the stored bytes. */
const changed =
  (change: (bytes: Buffer) => Buffer): Harm =>
  async ({ ctx }, key) => {
    const stored = storedIn(ctx.config);
    await stored.write(key, change(await stored.read(key)));
  };

const flipLastBit = (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -1), Buffer.from([(bytes.at(-1) ?? 0) ^ 1])]);

/** Damage that can happen on a disk, and not in a bucket. */
const harmsOnDisk: Record<string, Harm> = {
  'a flipped bit, with its date as before': async (app, key) => {
    const { atime, mtime } = await stat(pathOf(app, key));
    await harms['a flipped bit']?.(app, key);
    await utimes(pathOf(app, key), atime, mtime);
  },
  'a link in its place': async (app, key) => {
    const path = pathOf(app, key);
    await rename(path, `${path}.elsewhere`);
    await symlink(`${path}.elsewhere`, path);
  },
  'a folder in its place': async (app, key) => {
    await rm(pathOf(app, key));
    await mkdir(pathOf(app, key));
  },
};

/** Damage that can happen in any store. */
const harms: Record<string, Harm> = {
  'a flipped bit': changed(flipLastBit),
  'a lost end': changed((bytes) => bytes.subarray(0, -1)),
  'a grown end': changed((bytes) => Buffer.concat([bytes, Buffer.from('x')])),
  'no bytes left': changed(() => Buffer.alloc(0)),
  'nothing in its place': ({ ctx }, key) => storedIn(ctx.config).remove(key),
  ...(process.env['STORAGE_URL'] ? {} : harmsOnDisk),
};

const until = async <T>(read: () => Promise<T | undefined>): Promise<T> => {
  const givesUpAt = Date.now() + 60_000;
  while (Date.now() < givesUpAt) {
    const answer = await read();
    if (answer !== undefined) return answer;
    await sleep(20);
  }
  throw new Error('the condition was not met within 60 s');
};

describe('a damaged file is never served as a complete response, and managers are notified once', () => {
  const app = useTestApp();
  before(async () => {
    await app.app.listen({ port: 0, host: '127.0.0.1' });
  });
  const get = async (file: File, headers: Record<string, string> = {}) =>
    send(`http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`, {
      path: `/storage/${file.filepath}?download=1`,
      headers: { ...credentialsOf(await asAdmin(app)), ...headers },
    }).catch((error: NodeJS.ErrnoException) => ({ statusCode: 0, code: error.code, rawPayload: Buffer.alloc(0) }));
  const noticesTo = async (userId: number, file: File) =>
    app.ctx.db
      .selectFrom('notifications')
      .select(['title', 'link'])
      .where('user_id', '=', userId)
      .where('message', 'like', `%${file.filename}%`)
      // The upload itself causes a notification.
      .where('title', '!=', 'New file')
      .execute();
  /** Stores a file. The manager is notified of damage, the reader is not. */
  const store = async (name: string, size: number) => {
    const manager = (await signedInAs(app, { role: 2, team: 1 })).id;
    const reader = (await signedInAs(app, { role: 3, team: 1 })).id;
    const bytes = randomBytes(size);
    const [file] = (await upload(await asAdmin(app), 1, { name, bytes })) as [File];
    return { file, bytes, manager, reader };
  };

  for (const [size, sizeBytes] of Object.entries({ small: smallBytes, large: largeBytes })) {
    for (const [name, harm] of Object.entries(harms)) {
      test(`a ${size} file: ${name}`, async () => {
        const { file, bytes, manager, reader } = await store(`${size} ${name}.bin`, sizeBytes);
        assert.ok((await get(file)).rawPayload.equals(bytes));
        await harm(app, await blobKeyOf(app, file.id));
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
        assert.equal(new URL(notices[0]?.link ?? '', 'http://localhost').searchParams.get('q'), file.filename);
        assert.equal((await noticesTo(reader, file)).length, 0);
      });
    }
  }

  test('a range of a large damaged file starts a check of the file, and the next range is refused', async () => {
    const { file, bytes, manager } = await store('ranges.bin', largeBytes);
    await harms['a flipped bit']?.(app, await blobKeyOf(app, file.id));
    const first = await get(file, { range: 'bytes=0-99' });
    assert.ok(first.statusCode === 206 && first.rawPayload.equals(bytes.subarray(0, 100)));
    await until(async () => ((await noticesTo(manager, file)).length > 0 ? true : undefined));
    assert.equal((await get(file, { range: 'bytes=0-99' })).statusCode, 500);
    assert.equal((await noticesTo(manager, file)).length, 1);
  });

  test('a range that is the whole file is checked while it is sent', async () => {
    const { file, bytes } = await store('whole-range.bin', largeBytes);
    const range = `bytes=0-${largeBytes - 1}`;
    assert.ok((await get(file, { range })).rawPayload.equals(bytes));
    await harms['a flipped bit']?.(app, await blobKeyOf(app, file.id));
    assert.equal((await get(file, { range })).statusCode, 0);
  });

  test('a restored file is served again, and new damage causes a new notification', async () => {
    const { file, bytes, manager } = await store('put-back.bin', largeBytes);
    const key = await blobKeyOf(app, file.id);
    await harms['a flipped bit']?.(app, key);
    await get(file);
    assert.equal((await get(file)).statusCode, 500);
    await storedIn(app.ctx.config).write(key, bytes);
    const served = await until(async () => {
      const answer = await get(file);
      return answer.statusCode === 200 ? answer : undefined;
    });
    assert.ok(served.rawPayload.equals(bytes));
    await harms['a lost end']?.(app, key);
    await get(file);
    assert.equal((await noticesTo(manager, file)).length, 2);
  });

  test('damage that another process has found takes effect in this process', async () => {
    const { file, bytes } = await store('found-elsewhere.bin', largeBytes);
    assert.ok((await get(file)).rawPayload.equals(bytes));
    const blob_key = await blobKeyOf(app, file.id);
    await app.ctx.db
      .insertInto('damaged_blobs')
      .values({ blob_key, problem: 'damaged', found_at: app.now().toISOString() })
      .execute();
    app.setNow(new Date(app.now().getTime() + 10_000));
    assert.equal((await get(file, { range: 'bytes=0-99' })).statusCode, 500);
  });

  test('an unavailable store does not count as damage', async () => {
    const { file, bytes, manager } = await store('away.bin', smallBytes);
    const stored = storedIn(app.ctx.config);
    const key = await blobKeyOf(app, file.id);
    const putBack = await stored.removeStoreId();
    await stored.remove(key);
    assert.equal((await get(file)).statusCode, 503);
    await putBack();
    await stored.write(key, bytes);
    assert.ok((await get(file)).rawPayload.equals(bytes));
    assert.equal((await noticesTo(manager, file)).length, 0);
  });
});

test('verify reports missing and damaged files and orphaned blobs, and nothing else', async (t) => {
  const app = await openTestApp();
  t.after(() => app.close());
  const admin = await asAdmin(app);
  const names = Object.keys(harms);
  const contents = (names: string[]) => names.map((name) => ({ name, bytes: name.repeat(60_000) }));
  const harmed = await upload(admin, 1, ...contents(names));
  await upload(admin, 1, { name: 'well' }, { name: 'empty', bytes: '' }, ...contents(['large']));
  const [trashed, replaced] = await upload(admin, 1, { name: 'trashed' }, { name: 'replaced' });
  const stored = storedIn(app.ctx.config);
  const earlier = await blobKeyOf(app, (replaced as File).id);
  await admin.call(filesContract.update, { id: (replaced as File).id, _method: 'PUT' }, [{ name: 'x', bytes: 'new' }]);
  const inTrash = await blobKeyOf(app, (trashed as File).id);
  await admin.call(filesContract.remove, { id: (trashed as File).id });

  const [first] = await app.ctx.db.selectFrom('files').selectAll().orderBy('blob_key').limit(1).execute();
  const { filename, size, sha256, media_type, blob_key } = first as NonNullable<typeof first>;
  const again = { filename, size, sha256, media_type, blob_key, file_id: 1, user_id: 1, created_at: '2026-01-01' };
  await app.ctx.db
    .insertInto('file_versions')
    .values(Array.from({ length: 1_100 }, () => again))
    .execute();

  const keys = await Promise.all(harmed.map((file) => blobKeyOf(app, file.id)));
  for (const [index, harm] of Object.values(harms).entries()) await harm(app, keys[index] as string);
  for (const key of [earlier, inTrash]) await stored.remove(key);
  const stray = async () => {
    const key = randomBytes(16).toString('hex');
    await stored.write(key, 'stray');
    return key;
  };
  const orphan = await stray();
  const pending = await stray();
  await app.ctx.db
    .insertInto('pending_blob_deletions')
    .values({ blob_key: pending, requested_at: '2026-01-01' })
    .execute();
  await stored.stage(await stray());

  const found = async () => {
    const said: string[] = [];
    const terminal = { say: (text: string) => void said.push(text), showProgress: () => new DisposableStack() };
    const code = await verify(app.ctx, { json: true }, terminal);
    return { code, ...(JSON.parse(said.join('')) as Report) };
  };
  assert.deepEqual((await found()).orphans, [], 'a new blob may belong to an unfinished upload');
  app.setNow(new Date(app.now().getTime() + 2 * 60 * 60 * 1000));
  const report = await found();
  assert.equal(report.code, 1);
  const listedAs = report.problems.map(({ problem, names: [one] }) => `${problem}: ${one?.filename} (${one?.kind})`);
  const expected = names.map((name) => `${name.includes('in its place') ? 'missing' : 'damaged'}: ${name} (file)`);
  assert.deepEqual(
    listedAs.toSorted(),
    [...expected, 'missing: replaced (version)', 'missing: trashed (trash)'].toSorted(),
  );
  assert.ok(report.problems.every(({ names: [one] }) => one?.team === 'General'));
  assert.deepEqual(report.orphans, [orphan]);
  const published = await app.ctx.db.selectFrom('notifications').select('title').execute();
  assert.equal(published.length, names.length + 2);

  for (const [index, key] of keys.entries()) {
    await rm(pathOf(app, key), { recursive: true, force: true });
    await stored.write(key, (names[index] as string).repeat(60_000));
  }
  await stored.write(earlier, 'content of replaced');
  await stored.write(inTrash, 'content of trashed');
  await stored.remove(orphan);
  const { code, mended, ok } = await found();
  assert.deepEqual([code, mended, ok], [0, names.length + 2, true]);
  assert.deepEqual(await app.ctx.db.selectFrom('damaged_blobs').selectAll().execute(), []);
});

test('verify reports a changed audit log with the position of the change', async (t) => {
  const app = await openTestApp();
  t.after(() => app.close());
  const admin = await asAdmin(app);
  await upload(admin, 1, ...['a.txt', 'b.txt', 'c.txt'].map((name) => ({ name })));
  const check = async (json: boolean) => {
    const said: string[] = [];
    const terminal = { say: (text: string) => void said.push(text), showProgress: () => new DisposableStack() };
    return { code: await verify(app.ctx, { json }, terminal), said: said.join('\n') };
  };
  const whole = await check(false);
  assert.equal(whole.code, 0);
  assert.match(
    whole.said,
    /The audit log is unbroken: 4 entries\.\nThe newest entry of the audit log: 4 [0-9a-f]{64}$/,
  );
  await dropAuditGuards(app.ctx);
  const entries = app.ctx.db.updateTable('audit_entries').set({ thing_name: 'z.txt' });
  await entries.where('thing_name', '=', 'b.txt').execute();
  const broken = await check(false);
  assert.equal(broken.code, 1);
  assert.match(broken.said, /audit {4}entry 3 was changed\nThe audit log is broken in 1 place/);
  const report = await check(true);
  const { ok, audit } = JSON.parse(report.said) as { ok: boolean; audit: { breaks: unknown[] } };
  assert.deepEqual([report.code, ok, audit.breaks], [1, false, [{ number: 3, problem: 'changed' }]]);
});

type Report = {
  ok: boolean;
  mended: number;
  problems: { problem: string; names: { filename: string; kind: string; team: string }[] }[];
  orphans: string[];
};

test('the nightly verification reads every file once a night, and continues where it stopped', async (t) => {
  const app = await openTestApp();
  t.after(() => app.close());
  const local = (day: number, hour: number) => new Date(2027, 4, day, hour, 30);
  const damaged = async () =>
    (await app.ctx.db.selectFrom('damaged_blobs').select(['blob_key', 'problem']).execute()).map((row) => row.problem);
  const { signal } = new AbortController();
  const stored = storedIn(app.ctx.config);
  const files = await upload(await asAdmin(app), 1, { name: 'a.txt' }, { name: 'b.txt' }, { name: 'c.txt', bytes: '' });

  // By day.
  await stored.remove(await blobKeyOf(app, (files[0] as File).id));
  app.setNow(local(1, 14));
  await verifyByNight(app.ctx, signal);
  assert.deepEqual(await damaged(), []);

  app.setNow(local(2, 2));
  await verifyByNight(app.ctx, signal);
  assert.deepEqual(await damaged(), ['missing']);
  const published = await app.ctx.db.selectFrom('notifications').select('title').execute();
  assert.deepEqual(
    published.map((row) => row.title),
    ['Stored file missing'],
  );

  await stored.write(await blobKeyOf(app, (files[0] as File).id), 'content of a.txt');
  await harms['a flipped bit']?.(app, await blobKeyOf(app, (files[1] as File).id));
  await verifyByNight(app.ctx, signal);
  assert.deepEqual(await damaged(), ['missing']);
  app.setNow(local(3, 2));
  await verifyByNight(app.ctx, signal);
  assert.deepEqual(await damaged(), ['damaged']);

  const stopped = new AbortController();
  stopped.abort();
  app.setNow(local(4, 2));
  await verifyByNight(app.ctx, stopped.signal);
  await app.ctx.db
    .updateTable('settings')
    .set({ value: JSON.stringify({ afterKey: 'f'.repeat(32), beganAt: local(4, 2).toISOString() }) })
    .where('name', '=', 'verify_round')
    .execute();
  await stored.remove(await blobKeyOf(app, (files[2] as File).id));
  await verifyByNight(app.ctx, signal);
  assert.deepEqual(await damaged(), ['damaged']);
  app.setNow(local(5, 2));
  await verifyByNight(app.ctx, signal);
  assert.deepEqual((await damaged()).toSorted(), ['damaged', 'missing']);
});
