import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { filesContract } from '#features/files/files.contract.ts';
import type { File } from '#features/files/files.contract.ts';
import type { Db } from '#server/database/db.ts';
import { isDatabaseAway } from '#server/database/dialect/errors.ts';
import { upload } from '#tests/make.ts';
import { makeInstallation, startServer } from '#tests/server-process.ts';
import { storedIn } from '#tests/storage.ts';
import { startTcpProxy } from '#tests/tcp-proxy.ts';
import { openTestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';

const skip = process.env['DATABASE_URL'] === undefined && 'about a database server';

const listed = async (visitor: Visitor): Promise<File[]> =>
  (await visitor.call(filesContract.teamsWithFiles, {})).body.flatMap((team) => team.files);

test('a broken connection to the database', { skip }, async (t) => {
  const installation = await makeInstallation();
  const proxy = await startTcpProxy(installation.environment['DATABASE_URL'] as string);
  const server = await startServer(installation, { DATABASE_URL: proxy.url });
  const admin = await server.asAdmin();

  await t.test('while idle: the next call succeeds', async () => {
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

  await t.test('during a transaction: the call is refused with 503 and changes nothing', async () => {
    proxy.cutAt('insert into "files"');
    const answer = await admin.call(filesContract.upload, { file_type_id: 1 }, [
      { name: 'undone.txt', bytes: 'undone' },
    ]);
    assert.equal(answer.status, 503, answer.raw.body);
    assert.match(answer.failure.message, /database/);
    assert.deepEqual(await listed(admin), []);
  });

  await t.test(
    'when only the answer to a commit is lost: the file is whole, though its upload was not acknowledged',
    async () => {
      proxy.cutAt('commit', 'insert into "files"');
      const answer = await admin.call(filesContract.upload, { file_type_id: 1 }, [{ name: 'kept.txt', bytes: 'kept' }]);
      assert.equal(answer.status, 503, answer.raw.body);
      const [file] = (await listed(admin)) as [File];
      assert.equal(file.filename, 'kept.txt');
      assert.equal((await admin.send({ method: 'GET', url: `/storage/${file.filepath}` })).body, 'kept');
    },
  );

  await t.test('after the next start every stored file is complete, and no other blob exists', async () => {
    await upload(admin, 1, { name: 'later.txt', bytes: 'later' });
    assert.equal((await server.stop()).code, 0);
    const next = await startServer(installation);
    const again = await next.asAdmin();
    const files = await listed(again);
    assert.deepEqual(
      files.map((file) => file.filename),
      ['kept.txt', 'later.txt'],
    );
    for (const file of files)
      assert.equal((await again.send({ method: 'GET', url: `/storage/${file.filepath}` })).statusCode, 200);
    const stored = storedIn(installation.environment);
    assert.equal((await stored.keys()).length, 2);
    assert.deepEqual(await stored.stagedKeys(), []);
    await next.stop();
  });
});

test('two transactions in a deadlock both succeed, each once', { skip }, async (t) => {
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
  // Each transaction locks one row, waits until the other has locked its own, and then locks that.
  const holding = { one: Promise.withResolvers<void>(), other: Promise.withResolvers<void>() };
  let runs = 0;
  const crossing = async (first: 'one' | 'other', second: 'one' | 'other') =>
    ctx.db.transaction().execute(async (tx) => {
      runs += 1;
      await add(first, tx);
      holding[first].resolve();
      await holding[second].promise;
      await add(second, tx);
    });
  await Promise.all([crossing('one', 'other'), crossing('other', 'one')]);
  assert.ok(runs > 2, 'there was no conflict');
  assert.deepEqual(await valuesOf(ctx.db), ['2', '2']);

  await t.test('and so do transactions with a serialization conflict', async () => {
    const read = { one: Promise.withResolvers<void>(), other: Promise.withResolvers<void>() };
    const adding = async (self: 'one' | 'other', another: 'one' | 'other') =>
      ctx.db.transaction().execute(async (tx) => {
        await sql`set transaction isolation level repeatable read`.execute(tx);
        await valuesOf(tx);
        read[self].resolve();
        await read[another].promise;
        await add('one', tx);
      });
    await Promise.all([adding('one', 'other'), adding('other', 'one')]);
    assert.deepEqual(await valuesOf(ctx.db), ['4', '2']);
  });

  await t.test('the retries are limited: then the call is refused with 503', async () => {
    let tries = 0;
    const error = await ctx.db
      .transaction()
      .execute(async () => {
        tries += 1;
        await sql`do $$ begin raise serialization_failure; end $$`.execute(ctx.db);
      })
      .catch((thrown: unknown) => thrown);
    assert.ok(tries > 1 && tries < 20, String(tries));
    assert.ok(isDatabaseAway(error), String(error));
  });
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
