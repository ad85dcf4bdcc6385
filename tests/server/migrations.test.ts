import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Kysely, sql } from 'kysely';
import { freshSchema } from '#tests/postgres-schema.ts';
import type { AnyDb } from '../../src/server/database/db.ts';
import { migrate } from '../../src/server/database/migrate.ts';
import { migrations } from '../../src/server/database/migrations/index.ts';
import { openPool, postgresDialect } from '../../src/server/database/postgres.ts';
import { openSqliteFile, sqliteDialect } from '../../src/server/database/sqlite.ts';

const now = new Date('2026-11-20T12:00:00.000Z');

/** Creates an empty database and a folder for its copies. */
async function emptyDatabase() {
  const folder = await mkdtemp(join(tmpdir(), 'stowage-test-'));
  const schema = await freshSchema(process.env['DATABASE_URL']);
  const dialect = schema
    ? postgresDialect(await openPool(schema.url))
    : sqliteDialect(openSqliteFile(join(folder, 'stowage.db')));
  const db = new Kysely<unknown>({ dialect });
  const close = async () => {
    await db.destroy();
    await schema?.drop();
    await rm(folder, { recursive: true, force: true });
  };
  return { db, folder, onPostgres: schema !== undefined, close };
}

const upTo = (name: string) =>
  migrations.slice(
    0,
    migrations.findIndex((one) => one.name === name),
  );

/** Adds the user with the id 1. */
async function addUser(db: AnyDb): Promise<void> {
  await sql`insert into roles (role_id, role_name) values (1, 'Administrator')`.execute(db);
  await sql`
    insert into users (name, name_folded, email, email_key, password_hash, role_id, created_at)
    values ('Ana', 'ana', 'a@x', 'a@x', 'x', 1, ${now.toISOString()})`.execute(db);
}

test('containers of an earlier version keep their delays and get a history that begins with the known facts', async (t) => {
  const { db, folder, onPostgres, close } = await emptyDatabase();
  t.after(close);
  await migrate(db, { copyTo: folder, now, known: upTo('0004-containers') });
  await addUser(db);
  await sql`
    insert into containers (name, container_no, pfi_date, ex_factory_date, status_id, is_delayed_pfi, created_by, created_at, updated_at)
    values
      ('Öfen', 'PO-1', '2026-11-01', '2026-10-01', 1, 1, 1, '2026-09-01T00:00:00.000Z', '2026-11-02T00:00:00.000Z'),
      ('Empty', 'PO-2', '2026-12-01', '2026-11-01', 2, 0, 1, '2026-09-02T00:00:00.000Z', '2026-09-02T00:00:00.000Z')`.execute(
    db,
  );
  await sql`
    insert into delay_logs (container_id, kind, user_id, reason, overdue_date, logged_at)
    values
      (1, 'pfi', 1, 'Strike', null, '2026-10-05T00:00:00.000Z'),
      (1, 'ex_factory', 1, 'Paint', null, '2026-10-06T00:00:00.000Z'),
      (1, 'pfi', null, 'Expected date crossed', '2026-11-01', '2026-11-02T00:00:00.000Z')`.execute(db);

  const broken = { name: '0005-broken', up: () => Promise.reject(new Error('half way')) };
  const [containers] = migrations.filter(({ name }) => name === '0004-containers');
  const halfWay = {
    name: '0004-containers',
    up: async (tx: AnyDb) => {
      await containers?.up(tx);
      await broken.up();
    },
  };
  await assert.rejects(migrate(db, { copyTo: folder, now, known: [...upTo('0004-containers'), halfWay] }), /half way/);
  const remaining = await sql<{ logs: number }>`select count(*) as logs from delay_logs`.execute(db);
  assert.equal(Number(remaining.rows[0]?.logs), 3, 'a migration that fails leaves everything as it was');

  await migrate(db, { copyTo: folder, now: new Date(now.getTime() + 1000) });
  const { rows } = await sql`
    select name, search_text, first_pfi_date, first_ex_factory_date, pfi_delays, ex_factory_delays, pfi_moves, version, overdue_date
    from containers order by id`.execute(db);
  assert.deepEqual(
    rows.map((row) => Object.values(row as object)),
    [
      ['Öfen', 'OFEN\nPO1', '2026-11-01', '2026-10-01', 2, 1, 0, 1, '2026-11-01'],
      ['Empty', 'EMPTY\nPO2', '2026-12-01', '2026-11-01', 0, 0, 0, 1, null],
    ],
  );
  const events = await sql`
    select container_id, what, user_id, reason, overdue_date, happened_at from container_events order by container_id, id`.execute(
    db,
  );
  assert.deepEqual(
    events.rows.map((row) => Object.values(row as object)),
    [
      [1, 'created', 1, null, null, '2026-09-01T00:00:00.000Z'],
      [1, 'delay_pfi', 1, 'Strike', null, '2026-10-05T00:00:00.000Z'],
      [1, 'delay_ex_factory', 1, 'Paint', null, '2026-10-06T00:00:00.000Z'],
      [1, 'delay_pfi', null, 'Expected date crossed', '2026-11-01', '2026-11-02T00:00:00.000Z'],
      [2, 'created', 1, null, null, '2026-09-02T00:00:00.000Z'],
    ],
  );
  const copies = (await readdir(folder)).filter((name) => name.startsWith('stowage-before-'));
  assert.equal(copies.length > 0, !onPostgres, 'an embedded database is copied before it is changed');
});

test('containers whose search text has lost a party are found by it again', async (t) => {
  const { db, folder, close } = await emptyDatabase();
  t.after(close);
  await migrate(db, { copyTo: folder, now, known: upTo('0041-parties-in-search-texts') });
  const at = now.toISOString();
  await addUser(db);
  await sql`insert into parties (name, name_norm, created_at) values ('Hansa Line', 'HANSALINE', ${at}), ('Öre & Co', 'OERECO', ${at})`.execute(
    db,
  );
  const insert = async (text: string, supplier: number | null, carrier: number | null) =>
    sql`
      insert into containers
        (name, container_no, search_text, supplier_id, carrier_id, pfi_date, ex_factory_date, first_pfi_date, first_ex_factory_date, status_id, created_by, created_at, updated_at)
      values ('A', 'P1', ${text}, ${supplier}, ${carrier}, '2026-12-01', '2026-11-01', '2026-12-01', '2026-11-01', 1, 1, ${at}, ${at})`.execute(
      db,
    );
  await insert('A\nP1', 1, 2);
  await insert('A\nP1\nHANSALINE', 1, null);
  await insert('A\nP1', null, null);
  await migrate(db, { copyTo: folder, now });
  const { rows } = await sql<{ search_text: string }>`select search_text from containers order by id`.execute(db);
  assert.deepEqual(
    rows.map(({ search_text }) => search_text),
    ['A\nP1\nHANSALINE\nORECO', 'A\nP1\nHANSALINE', 'A\nP1'],
  );
});

test('files are counted again by team and type, in all spans, without the trash', async (t) => {
  const { db, folder, close } = await emptyDatabase();
  t.after(close);
  await migrate(db, { copyTo: folder, now, known: upTo('0042-counted-files') });
  const at = now.toISOString();
  await addUser(db);
  await sql`update users set files_count = 7`.execute(db);
  await sql`insert into teams (name, created_at) values ('North', ${at})`.execute(db);
  await sql`insert into file_counts (span, team_id, file_type_id, files) values ('a', 1, 1, -3)`.execute(db);
  for (const trashed of [null, null, at])
    await sql`
      insert into files
        (filename, name_folded, name_sort, filepath, file_type_id, size, sha256, media_type, blob_key, user_id, team_id, uploaded_at, content_by, content_at, trashed_at)
      values ('a', 'a', 'a', ${`p${Math.random()}`}, 1, 1, 'x', 'text/plain', 'k', 1, 1, ${at}, 1, ${at}, ${trashed})`.execute(
      db,
    );
  await migrate(db, { copyTo: folder, now });
  const counts = await sql`select span, team_id, file_type_id, files from file_counts order by span`.execute(db);
  assert.deepEqual(
    counts.rows.map((row) => Object.values(row as object)),
    [
      ['a', 1, 1, 2],
      ['d2026-11-20', 1, 1, 2],
      ['m2026-11', 1, 1, 2],
    ],
  );
  const { rows } = await sql<{ files_count: number }>`select files_count from users`.execute(db);
  assert.equal(rows[0]?.files_count, 2);
});

test('an upgrade takes the tasks of the five queues of earlier versions over, and nothing of it is lost if it is killed', async (t) => {
  const { db, folder, close } = await emptyDatabase();
  t.after(close);
  const known = upTo('0049-work');
  await migrate(db, { copyTo: folder, now, known });
  await addUser(db);
  const due = now.toISOString();
  await sql`insert into containers
    (name, container_no, pfi_date, ex_factory_date, status_id, created_by, created_at, updated_at)
    values ('Oak', 'PO-1', '2026-11-01', '2026-10-01', 1, 1, ${due}, ${due})`.execute(db);
  await sql`insert into container_events (container_id, what, user_id, happened_at) values (1, 'eta', 1, ${due})`.execute(
    db,
  );
  await sql`insert into extractions (blob_key, uploader_id, due_at, tries, read_by, problem)
    values ('a', 1, ${due}, 2, 0, null), ('b', 1, null, 0, 9, 'torn')`.execute(db);
  await sql`insert into scans (blob_key, uploader_id, due_at, tries) values ('b', 1, ${due}, 1)`.execute(db);
  await sql`insert into virus_scans (blob_key, state, is_held, uploader_id, due_at) values
    ('a', 'waiting', 1, 1, ${due}), ('b', 'waiting', 0, 1, ${due}), ('c', 'clean', 1, 1, null)`.execute(db);
  await sql`insert into invitations (user_id, invited_by, due_at, failed_at) values (1, 1, ${due}, ${due})`.execute(db);
  await sql`insert into follower_mails (event_id, user_id, queued_at, due_at, tries) values (1, 1, ${due}, ${due}, 3)`.execute(
    db,
  );

  const work = migrations.find(({ name }) => name === '0049-work');
  const killed = {
    name: '0049-work',
    up: async (tx: AnyDb) => {
      await work?.up(tx);
      throw new Error('killed');
    },
  };
  await assert.rejects(migrate(db, { copyTo: folder, now, known: [...known, killed] }), /killed/);
  const left = await sql<{ queued: number }>`select count(*) as queued from follower_mails`.execute(db);
  assert.equal(Number(left.rows[0]?.queued), 1, 'the earlier tables are as they were');

  await migrate(db, { copyTo: folder, now: new Date(now.getTime() + 1_000) });
  const { rows } = await sql<{ task: string }>`
    select kind || ' ' || key || ' of ' || owner_id || ', tries ' || tries || ', ' || state as task
    from work where due_at = ${due} order by kind, key`.execute(db);
  assert.deepEqual(
    rows.map(({ task }) => task),
    [
      'extraction a of 1, tries 2, waiting',
      'mail invitation/1 of 1, tries 0, failed',
      'mail news/1/now of 1, tries 0, waiting',
      'recognition b of 1, tries 1, waiting',
      'virus-rescan b of 1, tries 0, waiting',
      'virus-scan a of 1, tries 0, waiting',
    ],
  );
  const items = await sql<{ item: string }>`
    select user_id || ' ' || pace || ' ' || event_id as item from mail_items`.execute(db);
  assert.deepEqual(
    items.rows.map(({ item }) => item),
    ['1 now 1'],
  );
  const kept = await sql<{ problem: string | null }>`select problem from extractions order by blob_key`.execute(db);
  assert.deepEqual(
    kept.rows.map(({ problem }) => problem),
    [null, 'torn'],
  );
});

test('names of files of an earlier version are found with other separators, and their folders are in NFC', async (t) => {
  const { db, folder, close } = await emptyDatabase();
  t.after(close);
  await migrate(db, { copyTo: folder, now, known: upTo('0051-file-names') });
  await addUser(db);
  await sql`insert into teams (id, name, created_at) values (1, 'General', 'x')`.execute(db);
  for (const [index, [name, trashedAt]] of [
    ['packing_list - final.pdf\u0002a\u0301', null],
    ['in the trash.pdf', now.toISOString()],
  ].entries())
    await sql`
      insert into files
        (filename, name_folded, name_sort, filepath, file_type_id, size, sha256, media_type, blob_key, user_id, team_id, uploaded_at, content_by, content_at, folder, trashed_at)
      values ('x', ${name}, 'x', ${`path ${index}`}, 1, 7, 'x', 'x', ${`blob ${index}`}, 1, 1, ${now.toISOString()}, 1, ${now.toISOString()}, ${'A\u0301'}, ${trashedAt})`.execute(
      db,
    );
  await migrate(db, { copyTo: folder, now });
  const names = async () =>
    (await sql<{ name_folded: string; size: number }>`select name_folded, size from file_names`.execute(db)).rows.map(
      (row) => ({ ...row }),
    );
  const { rows } = await sql<{ folder: string }>`select distinct folder from files`.execute(db);
  assert.deepEqual(
    rows.map((row) => row.folder),
    ['\u00c1'],
  );
  assert.deepEqual(await names(), [{ name_folded: 'packing list final pdf\u0002a\u0301', size: 7 }]);
  await sql`update files set trashed_at = null, name_folded = 'restored' where trashed_at is not null`.execute(db);
  await sql`delete from files where name_folded <> 'restored'`.execute(db);
  assert.deepEqual(await names(), [{ name_folded: 'restored', size: 7 }]);
});

test('names with ß or ø of an earlier version get their plain spellings, and no two parties the same', async (t) => {
  const { db, folder, close } = await emptyDatabase();
  t.after(close);
  await migrate(db, { copyTo: folder, now, known: upTo('0052-plain-letters') });
  await addUser(db);
  await sql`update users set name_folded = 'jørgen weiß-ı'`.execute(db);
  for (const norm of ['MØLLER', 'STRØM', 'STROM'])
    await sql`insert into parties (name, name_norm, created_at) values (${norm}, ${norm}, 'x')`.execute(db);
  await migrate(db, { copyTo: folder, now });
  const users = await sql<{ name_folded: string }>`select name_folded from users`.execute(db);
  assert.equal(users.rows[0]?.name_folded, 'jorgen weiss i');
  const parties = await sql<{ name_norm: string }>`select name_norm from parties order by id`.execute(db);
  assert.deepEqual(
    parties.rows.map((row) => row.name_norm),
    ['MOLLER', 'STRØM', 'STROM'],
  );
});

test('e-mail addresses of an earlier version get the form in which they are compared, and one of two equal ones keeps its own', async (t) => {
  const { db, folder, close } = await emptyDatabase();
  t.after(close);
  await migrate(db, { copyTo: folder, now, known: upTo('0055-email-keys') });
  await addUser(db);
  const [composed, decomposed, ascii] = ['u@bücher.example', 'u@bu\u0308cher.example', 'u@xn--bcher-kva.example'];
  const addresses = ['ü@a.example', 'U\u0308@b.example', 'u\u0308@A.example', decomposed, ascii, 'Ada@Example.com'];
  for (const email of addresses)
    await sql`
      insert into users (name, name_folded, email, email_key, password_hash, role_id, created_at)
      values ('Ana', 'ana', ${email}, ${email.toLowerCase()}, 'x', 1, ${now.toISOString()})`.execute(db);
  await migrate(db, { copyTo: folder, now });
  const { rows } = await sql<{ email: string; email_key: string }>`
    select email, email_key from users where id > 1 order by id`.execute(db);
  assert.deepEqual(
    rows.map(({ email, email_key }) => [email, email_key]),
    [
      ['ü@a.example', 'ü@a.example'],
      ['Ü@b.example', 'ü@b.example'],
      ['u\u0308@A.example', 'u\u0308@a.example'],
      [composed, composed],
      [ascii, ascii],
      ['Ada@Example.com', 'ada@example.com'],
    ],
  );
});

test('an upgrade keeps the choice to get mails about followed containers', async (t) => {
  const { db, folder, close } = await emptyDatabase();
  t.after(close);
  await migrate(db, { copyTo: folder, now, known: upTo('0074-notice-choices') });
  await addUser(db);
  await sql`update users set mails_followed = 1`.execute(db);
  await migrate(db, { copyTo: folder, now: new Date(now.getTime() + 1_000) });
  const { rows } = await sql<{ choice: string }>`
    select user_id || ' ' || event || ' ' || choice as choice from notice_choices`.execute(db);
  assert.deepEqual(
    rows.map(({ choice }) => choice),
    ['1 followed now'],
  );
});
