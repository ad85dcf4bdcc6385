import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import { filesContract } from '#features/files/core/files.contract.ts';
import type { File } from '#features/files/core/files.contract.ts';
import { CannotStart, readConfig } from '#server/config.ts';
import { killAdmin } from '#tests/admin-program.ts';
import { extractStored } from '#tests/extraction.ts';
import { asAdmin, makeContainer, makeTeam, signedInAs, upload } from '#tests/make.ts';
import { freshSchema } from '#tests/postgres-schema.ts';
import { makeInstallation } from '#tests/server-process.ts';
import { freshStorage, storedIn } from '#tests/storage.ts';
import { openTestApp, refusedStart } from '#tests/test-app.ts';
import type { Environment, TestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';
import { withAdminContext } from '../../src/app/server/admin/admin-context.ts';
import { move } from '../../src/app/server/admin/move.ts';
import { verify } from '../../src/app/server/admin/verify.ts';

const server = process.env['DATABASE_URL'];
const skip = !(server && process.env['STORAGE_URL']) && 'about a database server and a bucket';

const said: string[] = [];
const terminal = { say: (text: string) => void said.push(text), showProgress: () => new DisposableStack() };
const signal = new AbortController().signal;

const listed = async (visitor: Visitor): Promise<File[]> =>
  (await visitor.call(filesContract.teamsWithFiles, {})).body.flatMap((team) => team.files);

type Known = { files: File[]; bytes: Map<number, Buffer>; person: string };

/** Fills an installation with records and files of every kind, and closes it. */
async function fillHome(environment: Environment): Promise<Known> {
  const app = await openTestApp(environment);
  const admin = await asAdmin(app);
  const person = await signedInAs(app, { role: 3, team: await makeTeam(app, 'Harbour') });
  await makeContainer(app);
  const sent = Array.from({ length: 30 }, (_, index) => ({
    name: `box ${index}.txt`,
    bytes: Buffer.alloc(index * 30_000, `box ${index}`),
  }));
  const [first] = await upload(person.visitor, 1, ...sent);
  const change = { id: Number(first?.id), _method: 'PUT' as const };
  await person.visitor.call(filesContract.update, change, [{ name: 'x', bytes: 'replaced' }]);
  await extractStored(app);
  const files = await listed(admin);
  const bytes = await readAll(admin, files);
  await app.close();
  return { files, bytes, person: person.email };
}

async function readAll(visitor: Visitor, files: File[]): Promise<Map<number, Buffer>> {
  const bytes = new Map<number, Buffer>();
  for (const { id, filepath } of files) {
    const answer = await visitor.send({ method: 'GET', url: `/storage/${filepath}` });
    assert.equal(answer.statusCode, 200, answer.body);
    bytes.set(id, answer.rawPayload);
  }
  return bytes;
}

/** Fails unless all records and files are complete and searchable, and no blob is without a row. */
async function assertMoved(environment: Environment, known: Known): Promise<void> {
  const app: TestApp = await openTestApp(environment);
  try {
    const admin = await asAdmin(app);
    assert.deepEqual(await listed(admin), known.files);
    assert.deepEqual(await readAll(admin, known.files), known.bytes);
    assert.equal((await admin.call(filesContract.overview, { search: 'box 7' })).body.matching, 1);
    const person = await signedInAs(app, { role: 3, team: 1 });
    assert.ok(person.id > known.files.length / 100);
    await upload(admin, 1, { name: 'after.txt' });
    await extractStored(app);
  } finally {
    await app.close();
  }
  const config = readConfig(environment);
  assert.equal(
    await withAdminContext(config, (context) => verify(context, { json: false }, terminal)),
    0,
    said.join('\n'),
  );
}

describe('a move', { skip }, () => {
  async function makePlaces(t: TestContext) {
    const installation = await makeInstallation();
    const schema = await freshSchema(server);
    t.after(() => schema?.drop());
    const { ADMIN_PASSWORD = '', DATA_DIR = '' } = installation.environment;
    const from: Environment = { DATA_DIR, ADMIN_PASSWORD, DATABASE_URL: '', STORAGE_URL: '' };
    const storage = freshStorage();
    return { from, known: await fillHome(from), database: { DATABASE_URL: String(schema?.url) }, storage };
  }
  const moveTo = (from: Environment, to: Environment) =>
    move(readConfig(from), { to: readConfig({ ...from, ...to }), signal }, terminal);
  const refuses = (work: Promise<unknown>, sentence: RegExp) =>
    assert.rejects(work, (error: Error) => error instanceof CannotStart && sentence.test(error.message));

  test('of records and files copies everything and does not change the source', async (t) => {
    const { from, known, database, storage } = await makePlaces(t);
    const to: Environment = { ...database, ...storage };
    assert.equal(await moveTo({ ...from, ...credentials(storage) }, to), 0);
    await assertMoved({ ...from, ...to }, known);
    await assertMoved(from, known);
  });

  test('of the records only continues with the same files', async (t) => {
    const { from, known, database } = await makePlaces(t);
    assert.equal(await moveTo(from, database), 0);
    await assertMoved({ ...from, ...database }, known);
    const app = await openTestApp({ ...from, ...database });
    t.after(app.close);
    const moves = app.ctx.db.selectFrom('audit_entries').select('thing_name').where('act', '=', 'records.moved');
    assert.deepEqual(await moves.execute(), [{ thing_name: new URL(database.DATABASE_URL).host }]);
  });

  test('of the files only continues with the same records', async (t) => {
    const { from, known, storage } = await makePlaces(t);
    assert.equal(await moveTo({ ...from, ...credentials(storage) }, storage), 0);
    await assertMoved({ ...from, ...storage }, known);
  });

  test('that was killed can be continued; until then no server starts on the target', async (t) => {
    const { from, known, database, storage } = await makePlaces(t);
    const to: Environment = { ...database, ...storage };
    const args = ['move', '--to-database', String(to['DATABASE_URL']), '--to-storage', String(to['STORAGE_URL'])];
    await killAdmin(args, { ...from, ...credentials(storage) }, 20);
    const moved = (await storedIn({ ...from, ...storage }).keys()).length;
    assert.ok(moved > 0 && moved < known.files.length, `${moved} files were moved`);
    // The move may have been killed during any file.
    const keys = await storedIn(from).keys();
    for (const key of keys) await writeFile(join(String(from['DATA_DIR']), `spool-${key}`), '');
    assert.match(await refusedStart({ ...from, ...to }), /DATABASE_URL holds half of what is being moved into it/);
    assert.match(await refusedStart({ ...from, ...storage }), /STORAGE_URL: .* belongs to another database/);
    assert.equal(await moveTo({ ...from, ...credentials(storage) }, to), 0);
    await assertMoved({ ...from, ...to }, known);
  });

  test('is refused if the target has data, or beside a running server', async (t) => {
    const { from, database, storage } = await makePlaces(t);
    const other = await makePlaces(t);
    const all = { ...from, ...credentials(storage) };
    await refuses(moveTo(from, {}), /Name a new destination/);
    assert.equal(await moveTo(all, { ...database, ...storage }), 0);
    await refuses(moveTo(other.from, database), /^The new database is not empty\. .* set DATABASE_URL to it and start/);
    await refuses(moveTo({ ...other.from, ...credentials(storage) }, storage), /files of another database/);
    const running = await openTestApp(from);
    await refuses(moveTo(from, other.database), /in use by another Stowage/);
    await running.close();
  });
});

const credentials = ({ STORAGE_URL: _, ...secrets }: Record<string, string>) => secrets;
