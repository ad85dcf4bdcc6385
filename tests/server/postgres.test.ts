import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import { sql } from 'kysely';
import { filesContract } from '#features/files/core/files.contract.ts';
import type { File } from '#features/files/core/files.contract.ts';
import type { Db } from '#server/database/db.ts';
import { isDatabaseAway } from '#server/database/dialect/errors.ts';
import { asAdmin, upload } from '#tests/make.ts';
import { preparedInstallation, startServer } from '#tests/server-process.ts';
import type { Installation } from '#tests/server-process.ts';
import { storedIn } from '#tests/storage.ts';
import { startTcpProxy } from '#tests/tcp-proxy.ts';
import { openTestApp } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';

const skip = process.env['DATABASE_URL'] === undefined && 'about a database server';

const listed = async (visitor: Visitor): Promise<File[]> =>
  (await visitor.call(filesContract.teamsWithFiles, {})).body.flatMap((team) => team.files);

/** Opens a product that reaches its database through a proxy. */
async function openBehindProxy(t: TestContext) {
  const opened: TestApp[] = [];
  const close = async () => {
    for (const app of opened.splice(0)) await app.close();
  };
  // Registered before the removal of the installation, so that it runs before it.
  t.after(close);
  const installation = await preparedInstallation();
  const proxy = await startTcpProxy(installation.environment['DATABASE_URL'] as string);
  const app = await openTestApp({ ...installation.environment, DATABASE_URL: proxy.url });
  opened.push(app);
  return { installation, proxy, admin: await asAdmin(app), close };
}

describe('a broken connection to the database', { skip }, () => {
  test('while idle: the next call succeeds', async (t) => {
    const { proxy, admin } = await openBehindProxy(t);
    proxy.cutAll();
    const statuses: number[] = [];
    // The first call may notice the broken connection.
    for (let tries = 0; tries < 3; tries += 1)
      statuses.push((await admin.send({ method: 'GET', url: '/api/user' })).statusCode);
    assert.ok(
      statuses.every((status) => status === 200 || status === 503),
      statuses.join(),
    );
    assert.equal(statuses.at(-1), 200);
  });

  test('during a transaction: the call is refused with 503 and changes nothing', async (t) => {
    const { installation, proxy, admin, close } = await openBehindProxy(t);
    proxy.cutAt('insert into "files"');
    const answer = await admin.call(filesContract.upload, { file_type_id: 1 }, [
      { name: 'undone.txt', bytes: 'undone' },
    ]);
    assert.equal(answer.status, 503, answer.raw.body);
    assert.match(answer.failure.message, /database/);
    assert.deepEqual(await listed(admin), []);
    await upload(admin, 1, { name: 'later.txt', bytes: 'later' });
    await close();
    await assertComplete(installation, ['later.txt']);
  });

  test('when only the answer to a commit is lost: the file is whole, though its upload was not acknowledged', async (t) => {
    const { installation, proxy, admin, close } = await openBehindProxy(t);
    proxy.cutAt('commit', 'insert into "files"');
    const answer = await admin.call(filesContract.upload, { file_type_id: 1 }, [{ name: 'kept.txt', bytes: 'kept' }]);
    assert.equal(answer.status, 503, answer.raw.body);
    const [file] = (await listed(admin)) as [File];
    assert.equal(file.filename, 'kept.txt');
    assert.equal((await admin.send({ method: 'GET', url: `/storage/${file.filepath}` })).body, 'kept');
    await close();
    await assertComplete(installation, ['kept.txt']);
  });
});

/** Starts the installation again. Fails unless it has exactly these files, each one complete, and no other blob. */
async function assertComplete(installation: Installation, names: string[]): Promise<void> {
  const next = await startServer(installation);
  const again = await next.asAdmin();
  const files = await listed(again);
  assert.deepEqual(
    files.map((file) => file.filename),
    names,
  );
  for (const file of files)
    assert.equal((await again.send({ method: 'GET', url: `/storage/${file.filepath}` })).statusCode, 200);
  const stored = storedIn(installation.environment);
  assert.equal((await stored.keys()).length, names.length);
  assert.deepEqual(await stored.stagedKeys(), []);
  await next.stop();
}

/** Opens a product with two settings, 0 each, and a function that adds 1 to one of them. */
async function openCounters(t: TestContext) {
  const { ctx, close } = await openTestApp();
  t.after(close);
  const rows = ['one', 'other'].map((name) => ({ name: `test: ${name}`, value: '0' }));
  await ctx.db.insertInto('settings').values(rows).execute();
  const add = async (name: string, tx: Db) =>
    tx
      .updateTable('settings')
      .set({ value: sql`(cast(value as int) + 1)::text` })
      .where('name', '=', `test: ${name}`)
      .execute();
  return { db: ctx.db, add };
}

test('two transactions in a deadlock both succeed, each once', { skip }, async (t) => {
  const { db, add } = await openCounters(t);
  // Each transaction locks one row, waits until the other has locked its own, and then locks that.
  const holding = { one: Promise.withResolvers<void>(), other: Promise.withResolvers<void>() };
  let runs = 0;
  const crossing = async (first: 'one' | 'other', second: 'one' | 'other') =>
    db.transaction().execute(async (tx) => {
      runs += 1;
      await add(first, tx);
      holding[first].resolve();
      await holding[second].promise;
      await add(second, tx);
    });
  await Promise.all([crossing('one', 'other'), crossing('other', 'one')]);
  assert.ok(runs > 2, 'there was no conflict');
  assert.deepEqual(await valuesOf(db), ['2', '2']);
});

test('two transactions with a serialization conflict both succeed, each once', { skip }, async (t) => {
  const { db, add } = await openCounters(t);
  const read = { one: Promise.withResolvers<void>(), other: Promise.withResolvers<void>() };
  const adding = async (self: 'one' | 'other', another: 'one' | 'other') =>
    db.transaction().execute(async (tx) => {
      await sql`set transaction isolation level repeatable read`.execute(tx);
      await valuesOf(tx);
      read[self].resolve();
      await read[another].promise;
      await add('one', tx);
    });
  await Promise.all([adding('one', 'other'), adding('other', 'one')]);
  assert.deepEqual(await valuesOf(db), ['2', '0']);
});

test('the retries are limited: then the call is refused with 503', { skip }, async (t) => {
  const { db } = await openCounters(t);
  let tries = 0;
  const error = await db
    .transaction()
    .execute(async () => {
      tries += 1;
      await sql`do $$ begin raise serialization_failure; end $$`.execute(db);
    })
    .catch((thrown: unknown) => thrown);
  assert.ok(tries > 1 && tries < 20, String(tries));
  assert.ok(isDatabaseAway(error), String(error));
});

async function valuesOf(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('settings')
    .select('value')
    .where('name', 'like', 'test: %')
    .orderBy('name')
    .execute();
  return rows.map((row) => row.value);
}

test('queries are planned without a compiler, and for an SSD unless the cost is set', { skip }, async (t) => {
  for (const [options, random_page_cost] of [
    ['', '1.1'],
    ['-c random_page_cost=3', '3'],
  ] as const) {
    const { environment } = await preparedInstallation();
    const url = new URL(environment['DATABASE_URL'] as string);
    url.searchParams.set('options', options);
    const app = await openTestApp({ ...environment, DATABASE_URL: url.toString() });
    t.after(() => app.close());
    const settings = () =>
      sql`select current_setting('jit') as jit, current_setting('random_page_cost') as random_page_cost`.execute(
        app.ctx.listDb,
      );
    for (const { rows } of await Promise.all([settings(), settings(), settings()]))
      assert.deepEqual(rows, [{ jit: 'off', random_page_cost }]);
  }
});

test(
  'the statements of every request are prepared by name, and others are planned with their values',
  { skip },
  async (t) => {
    const app = await openTestApp();
    t.after(() => app.close());
    const admin = await asAdmin(app);
    for (let time = 0; time < 10; time += 1) await admin.call(filesContract.overview, {});
    const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements order by name`.execute(
      app.ctx.db,
    );
    assert.deepEqual(
      rows.map(({ name }) => name).filter((name) => ['session', 'teams', 'file counts'].includes(name)),
      ['file counts', 'session', 'teams'],
    );
    assert.ok(rows.length < 20, rows.map(({ name }) => name).join(', '));
  },
);
