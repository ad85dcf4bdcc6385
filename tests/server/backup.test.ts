import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
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
import { writeArchive } from '../../src/app/server/admin/archive.ts';
import type { Manifest } from '../../src/app/server/admin/archive.ts';
import { backup } from '../../src/app/server/admin/backup.ts';
import { restore } from '../../src/app/server/admin/restore.ts';
import { verify } from '../../src/app/server/admin/verify.ts';
import { migrations } from '../../src/server/database/migrations/index.ts';

const server = process.env['DATABASE_URL'];

/** A terminal that collects the output of a command. */
function listen() {
  const said: string[] = [];
  return { said, say: (text: string) => void said.push(text), showProgress: () => () => {} };
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
    const watching = { ...listen(), showProgress: () => () => void kept.push(areKept()) };
    assert.equal(await backup(app.ctx, { file, signal }, watching), 0);
    assert.deepEqual([...new Set(await Promise.all(kept)), await areKept()], [true, false]);
    await stop();
    assert.deepEqual(await readdir(join(file, '..')), ['backup.tar']);
    assert.equal((await stat(file)).mode & 0o077, 0);
    await app.close();

    const index = await emptyPlace(to);
    assert.equal(await restore(readConfig(index), { file }, listen()), 0);
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
      await restore(readConfig(index), { file }, listen());
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
  assert.equal(await restore(readConfig(index), { file }, listen()), 0);
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

describe('a backup or restore that is refused reports one sentence and changes nothing', () => {
  const app = useTestApp();
  // The tests only read this backup.
  const good = { file: '', size: 0 };
  before(async () => {
    const admin = await asAdmin(app);
    await upload(admin, 1, { name: 'a', bytes: randomBytes(50_000) }, { name: 'b', bytes: randomBytes(3_000) });
    good.file = join(await mkdtemp(join(tmpdir(), 'stowage-backup-')), 'backup.tar');
    await backup(app.ctx, { file: good.file, signal }, listen());
    good.size = (await stat(good.file)).size;
  });
  after(() => rm(dirname(good.file), { recursive: true, force: true }));

  const harms: Record<string, [(path: string) => Promise<void>, RegExp]> = {
    'a cut one': [(path) => truncate(path, good.size - 20_000), /is damaged/],
    'one that is cut between two entries': [(path) => cutBefore(path, 'end.json'), /its end is missing/],
    'a flipped bit in a file': [(path) => flip(path, 'blobs/', 700), /is damaged/],
    'a flipped bit in the records': [(path) => flip(path, 'tables/users-0001.jsonl', 600), /is damaged/],
    'a flipped bit in a name': [(path) => flip(path, 'tables/users-0001.jsonl', 8), /is damaged/],
    'something else behind its end': [(path) => appendEntry(path), /is damaged/],
    'a text': [(path) => writeFile(path, 'Dear Sir or Madam'.repeat(1_000)), /is damaged|is not a backup/],
    'an empty file': [(path) => truncate(path, 0), /is not a backup/],
    'one of a newer version': [newerBackup, /newer version/],
    'the archive of another program': [foreignArchive, /is not a backup/],
  };
  for (const [name, [harm, sentence]] of Object.entries(harms)) {
    test(name, async () => {
      const file = await newFile();
      await writeFile(file, await readFile(good.file));
      await harm(file);
      const index = await emptyPlace('sqlite');
      await assert.rejects(restore(readConfig(index), { file }, listen()), (error: Error) => {
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
    await refuses(restore(app.ctx.config, { file: good.file }, listen()), /in use by another Stowage/);
    const index = await emptyPlace('sqlite');
    assert.equal(await restore(readConfig(index), { file: good.file }, listen()), 0);
    await refuses(restore(readConfig(index), { file: good.file }, listen()), /is not empty/);
    await refuses(restore(readConfig(index), { file: `${good.file}.none` }, listen()), /no file/);
    if (server)
      await refuses(
        restore(
          readConfig({ ...(await emptyPlace('sqlite')), DATABASE_URL: app.ctx.config.databaseUrl }),
          { file: good.file },
          listen(),
        ),
        /database at DATABASE_URL is not empty/,
      );
    const { storage } = app.ctx.config;
    if (storage)
      await refuses(
        restore({ ...readConfig(await emptyPlace('sqlite')), storage }, { file: good.file }, listen()),
        /^STORAGE_URL: s3:\S+ is not empty \(\S+\)\. A backup is restored into an empty bucket/,
      );
  });

  test('a server on an installation whose restore failed, on either database', async () => {
    const file = await newFile();
    await writeBackup(file, { ...manifest, stored: { blobs: 1, bytes: 1 } }, { [`blobs/${'0'.repeat(32)}`]: 'x' });
    const index = await emptyPlace(kinds.at(-1) ?? 'sqlite');
    await refuses(
      restore(readConfig(index), { file }, listen()),
      /was not finished: the blob 0+ is in it, but has no record/,
    );
    await refuses(openTestApp(index), /holds half of a backup/);
    if (server) {
      const elsewhere = { ...(await emptyPlace('sqlite')), DATABASE_URL: index.DATABASE_URL };
      await refuses(openTestApp(elsewhere), /database at DATABASE_URL holds half of a backup/);
    }
  });

  test('a server on an installation whose restore was killed', { timeout: 60_000 }, async () => {
    const installation = await makeInstallation();
    await killAdmin(['restore', good.file], installation.environment, 8);
    assert.ok((await readdir(installation.dataDir)).includes('restoring'));
    assert.match(await refusedStart(installation.environment), /^DATA_DIR: .* holds half of a backup: .*$/);
    const next = await makeInstallation();
    assert.equal(await restore(readConfig(next.environment), { file: good.file }, listen()), 0);
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
  const index = await placeOf(path, 'manifest.json').catch(() => 0);
  const first = bytes.subarray(index, index + 512 + 1024);
  await truncate(path, bytes.length - 1024);
  await appendFile(path, Buffer.concat([first, Buffer.alloc(1024)]));
}

const manifest: Manifest = {
  format: 'stowage-backup',
  format_version: 1,
  product_version: '99.0.0',
  made_at: '2099-01-01T00:00:00.000Z',
  database: 'sqlite',
  migrations: migrations.map(({ name }) => name),
  rows: {},
  last_ids: {},
  stored: { blobs: 0, bytes: 0 },
};
const end = { saved: { blobs: 0, bytes: 0 }, missing: [], damaged: [] };

/** Returns a backup that an attacker wrote, with these contents. */
async function writeBackup(path: string, published: Manifest, entries: Record<string, string> = {}): Promise<void> {
  await rm(path, { force: true });
  await writeArchive(path, async ({ add }) => {
    await add('manifest.json', JSON.stringify(published));
    for (const [name, content] of Object.entries(entries)) await add(name, content);
    return end;
  });
}

function newerBackup(path: string): Promise<void> {
  return writeBackup(path, { ...manifest, migrations: [...manifest.migrations, '9999-later'] });
}

async function foreignArchive(path: string): Promise<void> {
  const pack = tar.pack();
  pack.entry({ name: 'holiday.txt' }, 'sun');
  pack.finalize();
  await writeFile(path, pack as AsyncIterable<Buffer>);
}
