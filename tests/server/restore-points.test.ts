import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { filesContract } from '#features/files/core/files.contract.ts';
import type { File } from '#features/files/core/files.contract.ts';
import { systemContract } from '#features/system/system.contract.ts';
import { CannotStart, readConfig } from '#server/config.ts';
import { areBlobsKept } from '#server/lease.ts';
import { dayMs } from '#shared/calendar.ts';
import { killAdmin } from '#tests/admin-program.ts';
import { asAdmin, blobKeyOf, upload } from '#tests/make.ts';
import { freshSchema } from '#tests/postgres-schema.ts';
import { backUp, contentsOf, listen, makeFolder, signal } from '#tests/restore-points.ts';
import { freshStorage, storedIn } from '#tests/storage.ts';
import { openTestApp } from '#tests/test-app.ts';
import type { Environment, TestApp } from '#tests/test-app.ts';
import { verify } from '../../src/app/server/admin/verify.ts';
import { restorePoint, verifyRestorePoints } from '../../src/app/server/backups/commands.ts';
import { copyBlob } from '../../src/app/server/backups/copy-blob.ts';
import { openTarget } from '../../src/app/server/backups/open-target.ts';
import { objectName, readPoint, writePoint } from '../../src/app/server/backups/repository.ts';
import type { Point } from '../../src/app/server/backups/repository.ts';
import { once } from '../../src/app/server/backups/target.ts';
import type { Target } from '../../src/app/server/backups/target.ts';
import { backUpJob } from '../../src/app/server/jobs/back-up.job.ts';

/** Opens an installation with a target of the kind of its store. */
async function openWithTarget(
  t: TestContext,
  environment: Environment = {},
): Promise<{ app: TestApp; target: Target }> {
  const { STORAGE_URL: bucket, ...keys } = freshStorage();
  const app = await openTestApp({ ...keys, BACKUP_TARGET: bucket ?? (await makeFolder()), ...environment });
  t.after(() => app.close());
  const { backup, dataDir } = app.ctx.config;
  assert.ok(backup);
  return { app, target: await openTarget(backup.target, dataDir) };
}

async function namesIn(target: Target, below: string): Promise<string[]> {
  const names: string[] = [];
  for await (const batch of target.list(below)) names.push(...batch.map(({ name }) => name));
  return names.toSorted();
}

/** Restores a point into a new installation, verifies it, and returns its files. */
async function restored(t: TestContext, app: TestApp, address: string): Promise<Record<string, string>> {
  const schema = await freshSchema(process.env['DATABASE_URL']);
  if (schema) t.after(schema.drop);
  const environment: Environment = {
    ...app.environment,
    DATA_DIR: join(await makeFolder(), 'data'),
    ...(schema ? { DATABASE_URL: schema.url } : {}),
    ...freshStorage(),
  };
  assert.equal(await restorePoint(readConfig(environment), address, listen()), 0);
  const copy = await openTestApp(environment);
  try {
    const terminal = listen();
    assert.equal(await verify(copy.ctx, { json: false }, terminal), 0, terminal.said.join('\n'));
    return await contentsOf(copy);
  } finally {
    await copy.close();
  }
}

test('a second backup copies only what is new, and each restore point restores exactly its state', async (t) => {
  const { app, target } = await openWithTarget(t);
  const admin = await asAdmin(app);
  const [first] = await upload(
    admin,
    1,
    { name: 'first.bin', bytes: randomBytes(700_000) },
    { name: 'same.bin', bytes: 'the same' },
    { name: 'empty.bin', bytes: '' },
  );
  assert.equal((await backUp(app)).code, 0);
  const before = await contentsOf(app);
  const [one = ''] = await namesIn(target, 'points/');

  app.setNow(new Date(app.now().getTime() + dayMs));
  await admin.call(filesContract.remove, { id: (first as File).id });
  await upload(
    await asAdmin(app),
    1,
    { name: 'second.bin', bytes: 'second' },
    { name: 'again.bin', bytes: 'the same' },
  );
  const { said } = await backUp(app);
  assert.match(said, /New in it: 1 file, 6 Bytes\./);
  const points = await namesIn(target, 'points/');
  assert.equal(points.length, 2);
  const nameOf = (path = '') => path.slice('points/'.length, -'.json'.length);
  assert.deepEqual(await restored(t, app, `@${nameOf(one)}`), before);
  assert.deepEqual(await restored(t, app, '@latest'), await contentsOf(app));
  assert.equal(await verifyRestorePoints(app.ctx.config, signal, listen()), 0);
});

test('the newest restore point is the one that was written last, also after the clock was ahead', async (t) => {
  const { app, target } = await openWithTarget(t, { BACKUP_KEEP: '1d' });
  const now = app.now().getTime();
  app.setNow(new Date(now + 400 * dayMs));
  await upload(await asAdmin(app), 1, { name: 'ahead.txt' });
  await backUp(app);
  for (const hours of [0, 1]) {
    app.setNow(new Date(now + hours * 3_600_000));
    await upload(await asAdmin(app), 1, { name: `later ${hours}.txt` });
    await backUp(app);
  }
  // The retention keeps those of the day before the newest one.
  const earlier = await namesIn(target, 'points/');
  assert.equal(earlier.length, 3);
  assert.deepEqual(await restored(t, app, '@latest'), await contentsOf(app));
  app.setNow(new Date(now + 3 * dayMs));
  await backUp(app);
  const left = await namesIn(target, 'points/');
  assert.deepEqual([left.length, earlier.includes(left[0] ?? '')], [1, false]);
});

test('a restore point with a malformed line is refused with one sentence before anything is written', async (t) => {
  const { app, target } = await openWithTarget(t);
  await upload(await asAdmin(app), 1, { name: 'a.txt' });
  await backUp(app);
  const [path = ''] = await namesIn(target, 'points/');
  const name = path.slice('points/'.length, -'.json'.length);
  const point = (await readPoint(target, name)) as Point;
  const writeObject = async (line: string) => {
    const bytes = gzipSync(`${line}\n`);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    await target.write(objectName(sha256), once(bytes));
    return { sha256, size: bytes.length };
  };
  const key = { key: '../../x', size: 1, sha256: '0'.repeat(64) };
  const broken: [what: string, point: Point][] = [
    ['a key', { ...point, blob_lists: [await writeObject(JSON.stringify(key))] }],
    ['no JSON', { ...point, blob_lists: [...point.blob_lists, await writeObject('{"key"')] }],
    ['no row', { ...point, records: [...point.records, { table: 'teams', ...(await writeObject('[1]')) }] }],
  ];
  const environment = { ...app.environment, DATA_DIR: join(await makeFolder(), 'data'), ...freshStorage() };
  for (const [what, manifest] of broken) {
    await writePoint(target, name, manifest);
    const schema = await freshSchema(process.env['DATABASE_URL']);
    if (schema) t.after(schema.drop);
    const config = readConfig({ ...environment, ...(schema ? { DATABASE_URL: schema.url } : {}) });
    await assert.rejects(restorePoint(config, `@${name}`, listen()), (error: Error) => {
      assert.ok(error instanceof CannotStart, what);
      assert.equal(error.message, `The restore point ${name} is damaged. Restore an older one.`, what);
      return true;
    });
  }
  await writePoint(target, name, point);
  assert.deepEqual(Object.keys(await restored(t, app, `@${name}`)), ['a.txt']);
});

test('old restore points are removed by the retention, with the objects that only they name', async (t) => {
  const { app, target } = await openWithTarget(t, { BACKUP_KEEP: '2d' });
  const admin = await asAdmin(app);
  const [file] = (await upload(admin, 1, { name: 'kept.txt' }, { name: 'gone.txt', bytes: 'gone' })) as [File];
  const objects = async () => namesIn(target, 'objects/');
  const orphan = objectName('ab'.repeat(32));
  await backUp(app);
  await target.write(orphan, once('of a killed run'));
  const key = await blobKeyOf(app, file.id);
  const { sha256 } = await app.ctx.db
    .selectFrom('files')
    .select('sha256')
    .where('blob_key', '=', key)
    .executeTakeFirstOrThrow();
  // A file that was deleted for good is only in the first restore point.
  await app.ctx.db.deleteFrom('files').where('id', '=', file.id).execute();
  for (const isThere of [true, false]) {
    app.setNow(new Date(app.now().getTime() + dayMs));
    assert.equal((await backUp(app)).code, 0);
    assert.equal((await objects()).includes(objectName(sha256)), isThere);
    assert.ok(!(await objects()).includes(orphan));
  }
  assert.equal((await namesIn(target, 'points/')).length, 2);
  assert.equal(await verifyRestorePoints(app.ctx.config, signal, listen()), 0);
});

test('a damaged object is found by a verification, and written again by the next backup', async (t) => {
  const { app, target } = await openWithTarget(t);
  const [file] = (await upload(await asAdmin(app), 1, { name: 'a.txt', bytes: 'undamaged' })) as [File];
  await backUp(app);
  const { sha256 } = await app.ctx.db
    .selectFrom('files')
    .select('sha256')
    .where('id', '=', file.id)
    .executeTakeFirstOrThrow();
  await target.write(objectName(sha256), once('undamagee'));
  const terminal = listen();
  assert.equal(await verifyRestorePoints(app.ctx.config, signal, terminal), 1);
  assert.ok(terminal.said.includes(`damaged  object ${sha256}`), terminal.said.join('\n'));
  app.setNow(new Date(app.now().getTime() + 60_000));
  assert.match((await backUp(app)).said, /New in it: 1 file/);
  assert.equal(await verifyRestorePoints(app.ctx.config, signal, listen()), 0);
});

test('a stored file that is lost is reported, and restored from the backup that has it', async (t) => {
  const { app } = await openWithTarget(t);
  const [kept] = (await upload(await asAdmin(app), 1, { name: 'kept.txt' })) as [File];
  await backUp(app);
  const [lost] = (await upload(await asAdmin(app), 1, { name: 'lost.txt' })) as [File];
  for (const { id } of [kept, lost]) await storedIn(app.ctx.config).remove(await blobKeyOf(app, id));
  app.setNow(new Date(app.now().getTime() + 60_000));
  const { code, said } = await backUp(app);
  assert.deepEqual([code, /missing {2}"lost\.txt"/.test(said), said.includes('kept.txt')], [1, true, false]);
});

test('no blob is deleted while a restore point is made', async (t) => {
  const { app } = await openWithTarget(t);
  const kept: Promise<boolean>[] = [];
  const areKept = () => areBlobsKept(app.ctx.db, app.now());
  await backUp(app, false, {
    ...listen(),
    showProgress: () => ({ [Symbol.dispose]: () => void kept.push(areKept()) }),
  });
  assert.deepEqual([...new Set(await Promise.all(kept)), await areKept()], [true, false]);
});

test('one backup runs at a time, and the target of another installation is refused until it is taken over', async (t) => {
  const { app } = await openWithTarget(t);
  const [one, two] = await Promise.allSettled([backUp(app), backUp(app)]);
  assert.deepEqual([one.status, two.status].toSorted(), ['fulfilled', 'rejected']);
  const { BACKUP_TARGET = '' } = app.environment;
  const { app: other } = await openWithTarget(t, { BACKUP_TARGET });
  await assert.rejects(
    backUp(other),
    (error) => error instanceof CannotStart && /another installation/.test(error.message),
  );
  assert.equal((await backUp(other, true)).code, 0);
});

const onDisk = !process.env['STORAGE_URL'] && !process.env['DATABASE_URL'];

test(
  'a backup that is killed harms no restore point, and the next one is complete',
  { skip: !onDisk && 'needs a folder' },
  async (t) => {
    const dataDir = await makeFolder();
    const { app, target } = await openWithTarget(t, { DATA_DIR: dataDir });
    const admin = await asAdmin(app);
    await upload(admin, 1, { name: 'early.txt', bytes: 'early' });
    await backUp(app);
    const early = await contentsOf(app);
    const [point = ''] = await namesIn(target, 'points/');
    for (const half of ['a', 'b']) {
      const files = Array.from({ length: 75 }, (_, index) => ({ name: `${half}${index}`, bytes: randomBytes(40_000) }));
      await upload(admin, 1, ...files);
    }
    const { BACKUP_TARGET = '' } = app.environment;
    for (const step of [20, 120]) {
      await killAdmin(['backup'], app.environment, step);
      // The lease of the killed run ends after a minute.
      app.setNow(new Date(app.now().getTime() + 61_000));
      await app.ctx.db.deleteFrom('settings').where('name', '=', 'lease: writing a restore point').execute();
      assert.deepEqual(
        await restored(t, app, `${BACKUP_TARGET}@${point.slice('points/'.length, -'.json'.length)}`),
        early,
      );
    }
    assert.equal((await backUp(app)).code, 0);
    assert.deepEqual(await readdir(join(BACKUP_TARGET, 'incomplete')), []);
    assert.equal(await verifyRestorePoints(app.ctx.config, signal, listen()), 0);
    assert.deepEqual(await restored(t, app, '@latest'), await contentsOf(app));
  },
);

test('the scheduled job makes a restore point once a day; the system page shows it, and warns of a failed and a late one', async (t) => {
  const { app, target } = await openWithTarget(t);
  const look = async (laterMs: number) => {
    app.setNow(new Date(app.now().getTime() + laterMs));
    const { body } = await (await asAdmin(app)).call(systemContract.look, {});
    return { points: body.restore_points, warnings: body.warnings.filter((kind) => kind.startsWith('backup')) };
  };
  assert.deepEqual((await look(0)).warnings, ['backup-late']);
  await upload(await asAdmin(app), 1, { name: 'a.txt', bytes: '12345' });
  await backUpJob.run(app.ctx, signal);
  await backUpJob.run(app.ctx, signal);
  assert.equal((await namesIn(target, 'points/')).length, 1);
  const { points, warnings } = await look(10_000);
  assert.deepEqual([points?.last?.files, points?.last?.new_files, points?.last?.new_bytes], [1, 1, 5]);
  assert.deepEqual([points?.is_late, points?.failure, points?.time, warnings], [false, null, '02:30', []]);

  const markerName = 'stowage-backups.json';
  const another = once(JSON.stringify({ format_version: 1, installation: 'another' }));
  await target.write(markerName, another);
  app.setNow(new Date(app.now().getTime() + 2 * dayMs));
  await assert.rejects(backUpJob.run(app.ctx, signal), /another installation/);
  const failed = await look(10_000);
  assert.deepEqual(failed.warnings, ['backup-failed']);
  assert.match(failed.points?.failure?.reason ?? '', /holds the backups of another installation/);
  // The next attempt is an hour later, and does not notify again.
  await assert.rejects(backUpJob.run(app.ctx, signal), /another installation/);
  app.setNow(new Date(app.now().getTime() + 61 * 60_000));
  await assert.rejects(backUpJob.run(app.ctx, signal), /another installation/);
  const notices = await app.ctx.db
    .selectFrom('notifications')
    .select('title')
    .where('title', '=', 'Backup failed')
    .execute();
  assert.equal(notices.length, 1);
  assert.equal((await backUp(app, true)).code, 0);
  assert.deepEqual((await look(10_000)).warnings, []);
});

test('after the clock was ahead and has been set back, the scheduled backups go on', async (t) => {
  const { app, target } = await openWithTarget(t);
  const right = app.now();
  app.setNow(new Date(right.getTime() + 400 * dayMs));
  await backUpJob.run(app.ctx, signal);
  // A backup that was killed meanwhile leaves its lease.
  const value = `${new Date(app.now().getTime() + 60_000).toISOString()} 0123456789abcdef`;
  await app.ctx.db.insertInto('settings').values({ name: 'lease: writing a restore point', value }).execute();
  app.setNow(right);
  await backUpJob.run(app.ctx, signal);
  assert.equal((await namesIn(target, 'points/')).length, 2);
  await backUpJob.run(app.ctx, signal);
  assert.equal((await namesIn(target, 'points/')).length, 2);
});

test('a folder that holds other files is refused, and so is one that does not exist or has lost its restore points', async (t) => {
  const folder = await makeFolder();
  await writeFile(join(folder, 'thesis.txt'), 'x');
  const { app } = await openWithTarget(t, { BACKUP_TARGET: folder });
  await assert.rejects(backUp(app), /holds other files \(thesis\.txt\)/);
  assert.equal(await readFile(join(folder, 'thesis.txt'), 'utf8'), 'x');
  await rm(folder, { recursive: true });
  await assert.rejects(backUp(app), /there is no folder/);
  await mkdir(folder);
  assert.equal((await backUp(app)).code, 0);
  await rm(folder, { recursive: true });
  await mkdir(folder);
  await assert.rejects(backUp(app), /has lost its restore points\. Mount its disk/);
  assert.equal((await backUp(app, true)).code, 0);
});

test('settings of a backup that cannot be right are reported', () => {
  const wrong = (settings: Record<string, string>) => {
    try {
      readConfig(settings);
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };
  assert.match(wrong({ BACKUP_TARGET: 'backups' }), /^BACKUP_TARGET: must be a folder such as/);
  assert.match(wrong({ BACKUP_TARGET: '/srv/data/backups', DATA_DIR: '/srv/data' }), /outside of DATA_DIR/);
  assert.match(wrong({ BACKUP_TARGET: '/srv', DATA_DIR: '/srv/data' }), /outside of DATA_DIR/);
  assert.match(
    wrong({ BACKUP_TARGET: 's3://backups' }),
    /^AWS_ACCESS_KEY_ID: must be set where BACKUP_TARGET is a bucket/,
  );
  const keys = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' };
  assert.match(
    wrong({ ...keys, STORAGE_URL: 's3://one', BACKUP_TARGET: 's3://one/backups' }),
    /another bucket or prefix/,
  );
  assert.match(wrong({ BACKUP_TIME: '24:00' }), /^BACKUP_TIME: must be a time of day/);
  assert.match(wrong({ BACKUP_KEEP: '7' }), /^BACKUP_KEEP: must be numbers of days/);
  assert.equal(wrong({ BACKUP_TARGET: '/backups', BACKUP_TIME: '23:59', BACKUP_KEEP: '1d' }), '');
});

test(
  'a target that refuses an object leaves no stored file open',
  { skip: !onDisk && 'about files on a disk' },
  async (t) => {
    const target = await makeFolder();
    const { app } = await openWithTarget(t, { BACKUP_TARGET: target });
    const [file] = await upload(await asAdmin(app), 1, { name: 'kept.txt', bytes: 'kept' });
    const key = await blobKeyOf(app, file?.id as number);
    const record = { key, size: 4, sha256: createHash('sha256').update('kept').digest('hex') };
    await writeFile(join(target, 'incomplete'), 'not a folder');
    const folder = await openTarget({ folder: target }, app.dataDir);
    await assert.rejects(copyBlob(app.ctx.blobs, folder, record, signal), { code: 'ENOTDIR' });
    const open = await readdir('/proc/self/fd');
    const paths = await Promise.all(open.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
    assert.deepEqual(
      paths.filter((path) => path.endsWith(key)),
      [],
    );
  },
);
