import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { appendFile, mkdtemp, open, readFile, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import tar from 'tar-stream';
import { filesContract } from '#features/files/core/files.contract.ts';
import type { File } from '#features/files/core/files.contract.ts';
import { sessionContract } from '#features/session/session.contract.ts';
import { CannotStart, readConfig } from '#server/config.ts';
import { areBlobsKept } from '#server/lease.ts';
import { killAdmin } from '#tests/admin-program.ts';
import { followAudit } from '#tests/audit.ts';
import { readSamples } from '#tests/fixtures.ts';
import { asAdmin, blobKeyOf, password, signedInAs, upload, signedInWith } from '#tests/make.ts';
import { freshSchema } from '#tests/postgres-schema.ts';
import { makeInstallation } from '#tests/server-process.ts';
import { freshStorage, storedIn } from '#tests/storage.ts';
import { openTestApp, refusedStart, useTestApp } from '#tests/test-app.ts';
import type { Environment, TestApp } from '#tests/test-app.ts';
import { nextCode, turnOnTwoFactor } from '#tests/two-factor.ts';
import { Visitor } from '#tests/visitor.ts';
import { backup } from '../../src/app/server/admin/backup.ts';
import { verify } from '../../src/app/server/admin/verify.ts';
import { openArchive, writeArchive } from '../../src/app/server/backups/archive.ts';
import { restoreFile, restorePoint } from '../../src/app/server/backups/commands.ts';
import { openObjectIndex } from '../../src/app/server/backups/object-index.ts';
import { openTarget } from '../../src/app/server/backups/open-target.ts';
import { markRepository, objectName, pointOf, readPoint, writePoint } from '../../src/app/server/backups/repository.ts';
import type { Point } from '../../src/app/server/backups/repository.ts';
import { once } from '../../src/app/server/backups/target.ts';
import { lineWriter } from '../../src/app/server/backups/write-objects.ts';
import { migrations } from '../../src/server/database/migrations/index.ts';

const server = process.env['DATABASE_URL'];

/** A terminal that collects the output of a command. */
function listen() {
  const said: string[] = [];
  return { said, say: (text: string) => void said.push(text), showProgress: () => new DisposableStack() };
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stowage-backup-'));
  after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const newFile = async () => join(await makeFolder(), 'backup.tar');

const { signal } = new AbortController();

/**
 * Creates an empty installation on this kind of database as the target of a restore. With STORAGE_URL, its files are in a bucket.
 */
async function emptyPlace(
  kind: 'sqlite' | 'postgres',
): Promise<Environment & Record<'DATA_DIR' | 'DATABASE_URL', string>> {
  const schema = kind === 'postgres' ? await freshSchema(server) : undefined;
  if (schema) after(schema.drop);
  const storage = kind === 'postgres' ? freshStorage() : {};
  return { DATA_DIR: join(await makeFolder(), 'data'), DATABASE_URL: schema?.url ?? '', STORAGE_URL: '', ...storage };
}

async function openApp(t: TestContext, environment?: Environment): Promise<TestApp> {
  const app = await openTestApp(environment);
  let isOpen = true;
  const close = async () => {
    if (isOpen) await app.close();
    isOpen = false;
  };
  t.after(close);
  return { ...app, close };
}

const listed = async (visitor: Visitor): Promise<File[]> =>
  (await visitor.call(filesContract.teamsWithFiles, {})).body.flatMap((team) => team.files);

const download = async (visitor: Visitor, { filepath }: File): Promise<Buffer> => {
  const answer = await visitor.send({ method: 'GET', url: `/storage/${filepath}` });
  assert.equal(answer.statusCode, 200);
  return answer.rawPayload;
};

/** Uploads, replaces and deletes files until it is stopped. `known` contains the possible contents of each file. */
function keepBusy(visitor: Visitor, own: File[], known: Map<number, Buffer[]>): () => Promise<void> {
  const stopping = new AbortController();
  const work = async () => {
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      const bytes = randomBytes(1 + ((turn * 7919) % 90_000));
      await upload(visitor, 1, { name: `during-${turn}`, bytes });
      const replaced = own[turn % own.length] as File;
      known.get(replaced.id)?.push(bytes);
      await visitor.call(filesContract.update, { id: replaced.id, _method: 'PUT' }, [{ name: 'x', bytes }]);
      const [gone] = await upload(visitor, 1, { name: `gone-${turn}`, bytes: 'x' });
      await visitor.call(filesContract.remove, { id: (gone as File).id });
    }
  };
  const working = work();
  return async () => {
    stopping.abort();
    await working;
  };
}

const kinds = server ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const);

for (const [from, to] of kinds.flatMap((from) => kinds.map((to) => [from, to] as const))) {
  test(`a backup of ${from} under load contains everything that was stored before it began; restored to ${to}`, async (t) => {
    const app = await openApp(t, from === 'sqlite' ? { DATABASE_URL: '', STORAGE_URL: '' } : {});
    const admin = await asAdmin(app);
    const person = await signedInAs(app, { role: 3, team: 1, name: 'Ana "Quay" Müller' });
    const samples = [...readSamples(), { name: 'large.bin', bytes: Buffer.alloc(3_000_000, 7) }];
    const stored = await upload(person.visitor, 1, ...samples, { name: 'empty', bytes: '' });
    const [trashed] = (await upload(admin, 1, { name: 'trashed.txt' })) as [File];
    await admin.call(filesContract.remove, { id: trashed.id });
    const own = await upload(
      admin,
      1,
      ...Array.from({ length: 20 }, (_, index) => ({ name: `own-${index}`, folder: `Old/${index}` })),
    );
    const known = new Map(own.map((file) => [file.id, [Buffer.from(`content of ${file.filename}`)]]));

    const stop = keepBusy(admin, own, known);
    const file = await newFile();
    await sleep(100);
    const kept: Promise<boolean>[] = [];
    const areKept = () => areBlobsKept(app.ctx.db, app.now());
    const watching = { ...listen(), showProgress: () => ({ [Symbol.dispose]: () => void kept.push(areKept()) }) };
    assert.equal(await backup(app.ctx, { file, signal }, watching), 0);
    assert.deepEqual([...new Set(await Promise.all(kept)), await areKept()], [true, false]);
    await stop();
    assert.deepEqual(await readdir(join(file, '..')), ['backup.tar']);
    assert.equal((await stat(file)).mode & 0o077, 0);
    await app.close();

    const index = await emptyPlace(to);
    assert.equal(await restoreFile(readConfig(index), file, listen()), 0);
    const copy = await openApp(t, index);
    const terminal = listen();
    assert.equal(await verify(copy.ctx, { json: false }, terminal), 0, terminal.said.join('\n'));
    const again = await signedInWith(copy, person.email, password);
    assert.equal((await again.call(sessionContract.currentUser, {})).body.name, 'Ana "Quay" Müller');
    const files = new Map((await listed(await asAdmin(copy))).map((one) => [one.id, one]));
    for (const [index, { id, ...rest }] of stored.entries()) {
      assert.deepEqual(files.get(id), { id, ...rest });
      const bytes = samples[index]?.bytes ?? Buffer.alloc(0);
      assert.ok((await download(again, { id, ...rest })).equals(bytes), rest.filename);
    }
    for (const [id, possible] of known) {
      const bytes = await download(again, files.get(id) as File);
      assert.ok(possible.some((one) => one.equals(bytes)));
    }
    assert.ok(!files.has(trashed.id));
    const inFolder = await again.call(filesContract.overview, { search: 'old/1', folder: 'Old' });
    assert.equal(inFolder.body.matching, 11);
    const found = await again.call(filesContract.overview, { search: 'own-1' });
    assert.equal(found.body.matching, 11);
    const acts = (await followAudit(copy.ctx)()).map(({ act }) => act);
    assert.ok(acts.includes('file.uploaded') && acts.includes('records.backup_begun'));
    assert.equal(acts.filter((act) => act === 'records.restored').length, 1);
  });
}

for (const from of kinds) {
  test(`after a restore from ${from} the ids of deleted records are not used again, and two-factor codes stay valid`, async (t) => {
    const app = await openApp(t, from === 'sqlite' ? { DATABASE_URL: '', STORAGE_URL: '' } : {});
    const uploads = await upload(
      await asAdmin(app),
      1,
      ...Array.from({ length: 9 }, (_, index) => ({ name: `${index}` })),
    );
    await app.ctx.db.deleteFrom('files').where('id', '>', 3).execute();
    const person = await signedInAs(app, { role: 3, team: 1 });
    const { secret, recoveryCodes } = await turnOnTwoFactor(app, person.visitor);
    const file = await newFile();
    await backup(app.ctx, { file, signal }, listen());
    for (const to of kinds) {
      const index = await emptyPlace(to);
      await restoreFile(readConfig(index), file, listen());
      const copy = await openApp(t, index);
      const [next] = (await upload(await asAdmin(copy), 1, { name: 'next' })) as [File];
      assert.ok(next.id > (uploads.at(-1) as File).id, to);
      copy.setNow(app.now());
      for (const code of [nextCode(copy, secret), recoveryCodes[0] as string]) {
        const again = new Visitor(copy.app);
        assert.deepEqual((await again.signIn(person.email, password)).json(), { two_factor: true });
        assert.equal((await again.call(sessionContract.loginCode, { code })).status, 200, 'codes go on as they were');
      }
    }
  });
}

test('a backup reports files that the store has lost, and contains everything else', async (t) => {
  const app = await openApp(t);
  const admin = await asAdmin(app);
  const names = ['well', 'missing', 'damaged', 'cut'];
  const files = await upload(admin, 1, ...names.map((name) => ({ name, bytes: name.repeat(1_000) })));
  const [well, missing, damaged, cut] = files as [File, File, File, File];
  const stored = storedIn(app.ctx.config);
  await stored.remove(await blobKeyOf(app, missing.id));
  await stored.write(await blobKeyOf(app, damaged.id), 'DAMAGED'.repeat(1_000));
  await stored.write(await blobKeyOf(app, cut.id), 'cutcutcutc');
  const file = await newFile();
  const terminal = listen();
  assert.equal(await backup(app.ctx, { file, signal }, terminal), 1);
  for (const { id, filename } of [missing, damaged, cut])
    assert.ok(terminal.said.some((line) => line.includes(`"${filename}" (file ${id} of "General")`)));
  assert.equal((await app.ctx.db.selectFrom('damaged_blobs').select('blob_key').execute()).length, 3);

  const index = await emptyPlace(kinds.at(-1) ?? 'sqlite');
  assert.equal(await restoreFile(readConfig(index), file, listen()), 0);
  const copy = await openApp(t, index);
  const again = await asAdmin(copy);
  assert.equal((await download(again, well)).toString(), 'well'.repeat(1_000));
  for (const { filepath } of [missing, damaged, cut])
    assert.equal((await again.send({ method: 'GET', url: `/storage/${filepath}` })).statusCode, 500);
  const report = listen();
  assert.equal(await verify(copy.ctx, { json: true }, report), 1);
  const { missing: lost, damaged: broken, orphaned } = JSON.parse(report.said.join('')) as Record<string, number>;
  assert.deepEqual([lost, broken, orphaned], [1, 2, 0]);
});

test('a backup in one file is a repository: its unpacked files are restored as one', async (t) => {
  const app = await openApp(t);
  const admin = await asAdmin(app);
  await upload(admin, 1, { name: 'first', bytes: randomBytes(90_000) }, { name: 'second', bytes: 'second' });
  const files = await listed(admin);
  const file = await newFile();
  await backup(app.ctx, { file, signal }, listen());
  const folder = await makeFolder();
  const target = await openTarget({ folder }, '');
  const archive = await openArchive(file, () => {});
  for (const { name, size } of archive.list())
    await target.write(name, { size, bytes: (await archive.open(name)) ?? once('').bytes });
  archive[Symbol.dispose]();
  const index = await emptyPlace('sqlite');
  assert.equal(await restorePoint(readConfig({ ...index, BACKUP_TARGET: folder }), '', listen()), 0);
  const copy = await openApp(t, index);
  assert.equal(await verify(copy.ctx, { json: false }, listen()), 0);
  assert.deepEqual(await listed(await asAdmin(copy)), files);
});

describe('a backup or restore that is refused reports one sentence and changes nothing', () => {
  const app = useTestApp();
  // The tests only read this backup.
  const good = { file: '', size: 0, sha256: '' };
  before(async () => {
    const admin = await asAdmin(app);
    const bytes = randomBytes(50_000);
    await upload(admin, 1, { name: 'a', bytes }, { name: 'b', bytes: randomBytes(3_000) });
    good.sha256 = createHash('sha256').update(bytes).digest('hex');
    good.file = join(await mkdtemp(join(tmpdir(), 'stowage-backup-')), 'backup.tar');
    await backup(app.ctx, { file: good.file, signal }, listen());
    good.size = (await stat(good.file)).size;
  });
  after(() => rm(dirname(good.file), { recursive: true, force: true }));

  const harms: Record<string, [(path: string) => Promise<void>, RegExp]> = {
    'a truncated backup': [(path) => truncate(path, good.size - 20_000), /is damaged/],
    'a backup that is truncated between two entries': [(path) => cutBefore(path, 'points/'), /its end is missing/],
    'a backup with a flipped bit in a file': [
      (path) => flip(path, objectName(good.sha256), 700),
      /its content was changed/,
    ],
    'a backup with a flipped bit in the records': [(path) => flip(path, 'objects/', 540), /its content was changed/],
    'a backup with a flipped bit in a name': [(path) => flip(path, 'objects/', 8), /is damaged/],
    'a backup with a flipped bit in its manifest': [(path) => flip(path, 'points/', 700), /its content was changed/],
    'a backup without a file that its manifest names': [
      (path) => removeEntry(path, objectName(good.sha256)),
      /its content was changed/,
    ],
    'a backup with something behind its end': [(path) => appendEntry(path), /its content was changed/],
    'a text': [(path) => writeFile(path, 'Dear Sir or Madam'.repeat(1_000)), /is damaged/],
    'an empty file': [(path) => truncate(path, 0), /is not a backup/],
    'a backup of a newer version': [newerBackup, /newer version/],
    'a backup of a newer format': [newerFormat, /newer version/],
    'the archive of another program': [foreignArchive, /is not a backup/],
  };
  for (const [name, [harm, sentence]] of Object.entries(harms)) {
    test(`a restore of ${name} is refused`, async () => {
      const file = await newFile();
      await writeFile(file, await readFile(good.file));
      await harm(file);
      const index = await emptyPlace('sqlite');
      await assert.rejects(restoreFile(readConfig(index), file, listen()), (error: Error) => {
        assert.ok(error instanceof CannotStart, String(error.stack));
        assert.match(error.message, sentence);
        return true;
      });
      assert.deepEqual(await readdir(index.DATA_DIR), ['server.lock']);
    });
  }

  const refuses = (work: Promise<unknown>, sentence: RegExp) =>
    assert.rejects(work, (error: Error) => error instanceof CannotStart && sentence.test(error.message));

  test('a backup to an existing file', async () => {
    await refuses(backup(app.ctx, { file: good.file, signal }, listen()), /is there already/);
    assert.equal((await stat(good.file)).size, good.size);
    const file = await newFile();
    await writeFile(`${file}.part`, 'another');
    await refuses(backup(app.ctx, { file, signal }, listen()), /another backup/);
    assert.equal(await readFile(`${file}.part`, 'utf8'), 'another');
    await refuses(backup(app.ctx, { file: join(file, 'x', 'y'), signal }, listen()), /no such folder/);
  });

  test('a backup that is cancelled', async () => {
    const file = await newFile();
    const stopping = new AbortController();
    stopping.abort();
    await refuses(backup(app.ctx, { file, signal: stopping.signal }, listen()), /Stopped/);
    assert.deepEqual(await readdir(join(file, '..')), []);
  });

  test('a restore to an installation with data', async () => {
    await refuses(restoreFile(app.ctx.config, good.file, listen()), /in use by another Stowage/);
    const index = await emptyPlace('sqlite');
    assert.equal(await restoreFile(readConfig(index), good.file, listen()), 0);
    await refuses(restoreFile(readConfig(index), good.file, listen()), /is not empty/);
    await refuses(restoreFile(readConfig(index), `${good.file}.none`, listen()), /no file/);
    if (server)
      await refuses(
        restoreFile(
          readConfig({ ...(await emptyPlace('sqlite')), DATABASE_URL: app.ctx.config.databaseUrl }),
          good.file,
          listen(),
        ),
        /database at DATABASE_URL is not empty/,
      );
    const { storage } = app.ctx.config;
    if (storage)
      await refuses(
        restoreFile({ ...readConfig(await emptyPlace('sqlite')), storage }, good.file, listen()),
        /^STORAGE_URL: s3:\S+ is not empty \(\S+\)\. A backup is restored into an empty bucket/,
      );
  });

  test('a server on an installation whose restore failed, on either database', async () => {
    const file = await newFile();
    await writeBackup(file, {}, [{ key: '0'.repeat(32), ...hashed('x') }]);
    const index = await emptyPlace(kinds.at(-1) ?? 'sqlite');
    await refuses(
      restoreFile(readConfig(index), file, listen()),
      /was not finished: the blob 0+ is in it, but has no record/,
    );
    await refuses(openTestApp(index), /holds half of a backup/);
    if (server) {
      const elsewhere = { ...(await emptyPlace('sqlite')), DATABASE_URL: index.DATABASE_URL };
      await refuses(openTestApp(elsewhere), /database at DATABASE_URL holds half of a backup/);
    }
  });

  test('a restore of a backup whose lists lack a file of its records is not finished', async () => {
    const file = await newFile();
    const archive = await openArchive(good.file, () => {});
    const entries = [...archive.list()];
    const point = (await readPoint(archive, pointOf(entries.at(-1)?.name ?? ''))) as Point;
    await writeArchive(file, async (target) => {
      for (const { name, size } of entries.slice(0, -1))
        await target.write(name, { size, bytes: (await archive.open(name)) ?? once('').bytes });
      await writePoint(target, '2099-01-01T000000Z', { ...point, blob_lists: [] });
    });
    archive[Symbol.dispose]();
    const index = await emptyPlace(kinds.at(-1) ?? 'sqlite');
    await refuses(
      restoreFile(readConfig(index), file, listen()),
      /was not finished: 2 blobs with records are not in it/,
    );
    await refuses(openTestApp(index), /holds half of a backup/);
  });

  test('a server on an installation whose restore was killed', { timeout: 60_000 }, async () => {
    const installation = await makeInstallation();
    await killAdmin(['restore', good.file], installation.environment, 8);
    assert.ok((await readdir(installation.dataDir)).includes('restoring'));
    assert.match(await refusedStart(installation.environment), /^DATA_DIR: .* holds half of a backup: .*$/);
    const next = await makeInstallation();
    assert.equal(await restoreFile(readConfig(next.environment), good.file, listen()), 0);
    const running = await openTestApp(next.environment);
    assert.equal((await listed(await asAdmin(running))).length, 2);
    await running.close();
  });
});

/** Returns the offset of the header of the first tar entry whose name begins so. */
async function placeOf(path: string, name: string): Promise<number> {
  const index = (await readFile(path)).indexOf(name);
  assert.ok(index > 0 && index % 512 === 0, `${name} is not in ${path}`);
  return index;
}

async function flip(path: string, name: string, offset: number): Promise<void> {
  const index = (await placeOf(path, name)) + offset;
  const file = await open(path, 'r+');
  const byte = Buffer.alloc(1);
  await file.read(byte, 0, 1, index);
  await file.write(Buffer.from([(byte[0] as number) ^ 4]), 0, 1, index);
  await file.close();
}

async function cutBefore(path: string, name: string): Promise<void> {
  await truncate(path, await placeOf(path, name));
  await appendFile(path, Buffer.alloc(1024));
}

/** Replaces the two empty blocks at the end of a tar file by another entry. */
async function appendEntry(path: string): Promise<void> {
  const bytes = await readFile(path);
  const first = bytes.subarray(0, 512 + 512);
  await truncate(path, bytes.length - 1024);
  await appendFile(path, Buffer.concat([first, Buffer.alloc(1024)]));
}

async function removeEntry(path: string, name: string): Promise<void> {
  const bytes = await readFile(path);
  const start = await placeOf(path, name);
  const size = Number.parseInt(bytes.subarray(start + 124, start + 135).toString(), 8);
  const end = start + 512 + Math.ceil(size / 512) * 512;
  await writeFile(path, Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]));
}

const hashed = (content: string) => ({
  size: Buffer.byteLength(content),
  sha256: createHash('sha256').update(content).digest('hex'),
});

/** Returns a backup that an attacker wrote: without records, with these changes to its manifest, and with a list of these files. */
async function writeBackup(path: string, changed: Partial<Point>, files: object[] = []): Promise<void> {
  await rm(path, { force: true });
  const point: Point = {
    format_version: 1,
    product_version: '99.0.0',
    made_at: '2099-01-01T00:00:00.000Z',
    migrations: migrations.map(({ name }) => name),
    last_ids: {},
    stored: { blobs: 0, bytes: 0 },
    problems: 0,
    added: { files: 0, bytes: 0 },
    records: [],
    blob_lists: [],
    ...changed,
  };
  const index = openObjectIndex();
  await writeArchive(path, async (target) => {
    await markRepository(target, 'of an attacker');
    await target.write(objectName(hashed('x').sha256), once('x'));
    const lists = lineWriter(target, index, (object) => void point.blob_lists.push(object));
    for (const file of files) await lists.add(file);
    await lists.flush();
    await writePoint(target, '2099-01-01T000000Z', point);
  });
  index[Symbol.dispose]();
}

function newerBackup(path: string): Promise<void> {
  return writeBackup(path, { migrations: [...migrations.map(({ name }) => name), '9999-later'] });
}

async function newerFormat(path: string): Promise<void> {
  await rm(path);
  await writeArchive(path, (target) =>
    target.write('stowage-backups.json', once(JSON.stringify({ format_version: 2, installation: '' }))),
  );
}

async function foreignArchive(path: string): Promise<void> {
  const pack = tar.pack();
  pack.entry({ name: 'holiday.txt' }, 'sun');
  pack.finalize();
  await writeFile(path, pack as AsyncIterable<Buffer>);
}
