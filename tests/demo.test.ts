import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { filesContract } from '#features/files/files.contract.ts';
import { sessionContract } from '#features/session/session.contract.ts';
import { CannotStart, readConfig } from '#server/config.ts';
import { signedIn } from '#tests/make.ts';
import { freshSchema } from '#tests/postgres-schema.ts';
import { openTestApp } from '#tests/test-app.ts';
import type { Environment, TestApp } from '#tests/test-app.ts';
import { Visitor } from '#tests/visitor.ts';
import { readArguments } from '../src/app/server/demo/arguments.ts';
import { demoPassword, fileTypeNames, introduced, people, teamNames } from '../src/app/server/demo/company.ts';
import { fillOnce } from '../src/app/server/demo/fill.ts';
import { preparePlace } from '../src/app/server/demo/place.ts';
import { demoEnvironment } from '../src/app/server/demo/settings.ts';
import { calendarDate } from '../src/app/server/demo/timeline.ts';

type Place = { environment: Environment; remove: () => Promise<void> };

/** An empty folder, and an empty schema where the tests run on a server database. */
async function emptyPlace(): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stowage-demo-'));
  const schema = await freshSchema(process.env['DATABASE_URL']);
  return {
    environment: { DATA_DIR: dataDir, STORAGE_URL: '', ...(schema ? { DATABASE_URL: schema.url } : {}) },
    remove: async () => {
      await schema?.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts the demo as `npm run demo` does, but for listening. */
async function openDemo(place: Place, files?: number): Promise<TestApp> {
  const environment = demoEnvironment(place.environment) as Environment;
  await preparePlace(readConfig(environment), {
    wanted: files === undefined ? {} : { files },
    otherwise: { files: 30, users: 50, containers: 60 },
  });
  const app = await openTestApp(environment);
  await fillOnce(app.parts, () => {});
  return app;
}

const tables = [
  'users',
  'team_viewers',
  'teams',
  'file_types',
  'files',
  'file_versions',
  'downloads',
  'containers',
  'container_events',
] as const;

async function countRows({ parts }: TestApp): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const { rows } = await parts.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow();
    counts[table] = rows;
  }
  return counts;
}

/** How a file of this ending is to be known from its content. */
const mediaTypes: Record<string, string> = {
  bmp: 'image/bmp',
  csv: 'text/csv; charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  eml: 'message/rfc822; charset=utf-8',
  gif: 'image/gif',
  html: 'text/html; charset=utf-8',
  json: 'application/json; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  odt: 'application/vnd.oasis.opendocument.text',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  wav: 'audio/wav',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'application/xml; charset=utf-8',
  zip: 'application/zip',
};

test('the demo', async (t) => {
  const files = 260;
  const place = await emptyPlace();
  const app = await openDemo(place, files);
  const { db } = app.parts;
  t.after(async () => {
    await app.close();
    await place.remove();
  });
  const liveFiles = () => db.selectFrom('files').selectAll().where('trashed_at', 'is', null).execute();

  await t.test('has as many files as asked for, some more in the trash, and some with an earlier version', async () => {
    assert.equal((await liveFiles()).length, files);
    const rows = await countRows(app);
    assert.ok((rows['files'] as number) > files);
    assert.ok((rows['file_versions'] as number) > 5);
    assert.deepEqual([rows['users'], rows['teams'], rows['file_types']], [50, teamNames.length, fileTypeNames.length]);
  });

  await t.test('lets the people it prints sign in, and nobody who has left', async () => {
    for (const person of introduced) {
      const visitor = await signedIn(app, person.email, demoPassword);
      const me = (await visitor.call(sessionContract.currentUser, {})).body;
      assert.deepEqual([me.name, me.role_id, me.team?.name], [person.name, person.role, person.team]);
      assert.ok(me.teams_can_view.length > 0);
    }
    assert.deepEqual([...new Set(introduced.map(({ role }) => role))].toSorted(), [1, 2, 3]);
    const gone = people.find(({ leftDaysAgo }) => leftDaysAgo !== undefined);
    assert.equal((await new Visitor(app.app).signIn(gone?.email ?? '', demoPassword)).statusCode, 422);
  });

  await t.test('holds files of every kind, named after what is in them, that come back to the byte', async () => {
    const admin = await signedIn(app, introduced[0]?.email ?? '', demoPassword);
    const byEnding = new Map((await liveFiles()).map((file) => [file.filename.split('.').at(-1) ?? '', file]));
    assert.deepEqual([...byEnding.keys()].toSorted(), Object.keys(mediaTypes));
    for (const [ending, file] of byEnding) {
      assert.equal(file.media_type, mediaTypes[ending], file.filename);
      const { rawPayload, statusCode } = await admin.send({
        method: 'GET',
        url: `/storage/${file.filepath}?download=1`,
      });
      assert.equal(statusCode, 200, file.filename);
      assert.equal(createHash('sha256').update(rawPayload).digest('hex'), file.sha256, file.filename);
      assert.equal(rawPayload.length, file.size, file.filename);
    }
  });

  await t.test('keeps the bytes of every file and every earlier version', async () => {
    const ofFiles = await db.selectFrom('files').select(['blob_key', 'size']).execute();
    const ofVersions = await db.selectFrom('file_versions').select(['blob_key', 'size']).execute();
    for (const { blob_key, size } of [...ofFiles, ...ofVersions]) {
      const blob = await app.parts.blobs.open(blob_key);
      assert.equal(blob?.size, size);
      await blob?.close();
    }
  });

  await t.test('has files of the past year and of this week, each by somebody who was there', async () => {
    const all = await db
      .selectFrom('files')
      .innerJoin('users', 'users.id', 'files.user_id')
      .select([
        'uploaded_at',
        'users.created_at',
        'deleted_at',
        'filename',
        'files.team_id',
        'users.team_id as users_team',
      ])
      .execute();
    const now = app.now();
    const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000).toISOString();
    assert.ok(all.some((file) => file.uploaded_at < daysAgo(400)));
    assert.ok(all.filter((file) => file.uploaded_at > daysAgo(7)).length > 10);
    for (const file of all) {
      assert.ok(file.uploaded_at <= now.toISOString() && file.created_at < file.uploaded_at, file.filename);
      assert.ok(file.deleted_at === null || file.uploaded_at < file.deleted_at, file.filename);
      assert.equal(file.team_id, file.users_team);
    }
    assert.equal(new Set(all.map((file) => file.filename)).size, all.length);
  });

  await t.test('counts what is there', async () => {
    const live = await liveFiles();
    const counted = new Map<string, number>();
    for (const { team_id, file_type_id, uploaded_at } of live) {
      for (const span of ['a', `m${uploaded_at.slice(0, 7)}`, `d${uploaded_at.slice(0, 10)}`]) {
        const key = `${span}/${team_id}/${file_type_id}`;
        counted.set(key, (counted.get(key) ?? 0) + 1);
      }
    }
    const tally = await db.selectFrom('file_tally').selectAll().where('files', '>', 0).execute();
    const kept = new Map(tally.map((row) => [`${row.span}/${row.team_id}/${row.file_type_id}`, row.files]));
    assert.deepEqual([...kept].toSorted(), [...counted].toSorted());
    for (const user of await db.selectFrom('users').select(['id', 'files_count']).execute()) {
      assert.equal(user.files_count, live.filter((file) => file.user_id === user.id).length);
    }
  });

  await t.test('is found by its names', async () => {
    const admin = await signedIn(app, introduced[0]?.email ?? '', demoPassword);
    const [file] = await liveFiles();
    const number = /[A-Z]+-\d{4}-\d{5}/.exec(file?.filename ?? '')?.[0] ?? '';
    const found = (await admin.call(filesContract.overview, { search: number })).body;
    assert.deepEqual(
      found.groups.flatMap((group) => group.files.map(({ id }) => id)),
      [file?.id],
    );
  });

  await t.test('has containers in every state, with the histories that belong to them', async () => {
    const containers = await db.selectFrom('containers').selectAll().execute();
    const events = await db.selectFrom('container_events').selectAll().execute();
    const today = calendarDate(app.now(), 0);
    const has = (state: (container: (typeof containers)[number]) => boolean) =>
      assert.ok(containers.some(state), state.toString());
    has((one) => one.status_id === 1 && one.pfi_date > today && !one.is_delayed_pfi && !one.is_delayed_ex_factory);
    has((one) => one.status_id === 1 && one.pfi_date < today);
    has((one) => one.status_id === 1 && one.pfi_date > today && one.is_delayed_pfi === 1);
    has((one) => one.status_id === 1 && one.is_delayed_ex_factory === 1);
    has((one) => one.status_id === 2);
    has((one) => one.status_id === 3);
    for (const container of containers) {
      const of = (what: string) => events.filter((one) => one.container_id === container.id && one.what === what);
      assert.equal(of('created').length, 1);
      assert.equal(of('status').length, container.status_id - 1);
      assert.equal(of('delay_pfi').length, container.pfi_delays);
      assert.equal(of('delay_ex_factory').length, container.ex_factory_delays);
      assert.equal(of('pfi_date').length, container.pfi_moves);
      assert.equal(of('pfi_date')[0]?.old_value ?? container.pfi_date, container.first_pfi_date);
      assert.equal(of('pfi_date').at(-1)?.new_value ?? container.pfi_date, container.pfi_date);
      assert.equal(container.is_delayed_pfi, container.pfi_delays > 0 ? 1 : 0);
      assert.equal(container.is_delayed_ex_factory, container.ex_factory_delays > 0 ? 1 : 0);
      assert.equal(container.checked_by !== null, container.status_id !== 1);
      assert.ok(container.created_at <= container.updated_at && container.updated_at <= app.now().toISOString());
      const isOverdue = container.status_id === 1 && container.pfi_date < today;
      const automatic = of('delay_pfi').filter((log) => log.user_id === null);
      assert.deepEqual(
        automatic.map((log) => log.overdue_date),
        isOverdue ? [container.pfi_date] : [],
      );
    }
  });
});

test('a second start of the demo makes nothing twice', async (t) => {
  const place = await emptyPlace();
  t.after(place.remove);
  const first = await openDemo(place, 30);
  const before = await countRows(first);
  await first.close();
  const second = await openDemo(place);
  t.after(second.close);
  assert.deepEqual(await countRows(second), before);
  assert.deepEqual([before['users'], before['containers']], [50, 60]);
});

test('a demo of another size, or one that was not finished, is made anew', async (t) => {
  const place = await emptyPlace();
  t.after(place.remove);
  await (await openDemo(place, 30)).close();
  const larger = await openDemo(place, 40);
  const admin = await signedIn(larger, introduced[0]?.email ?? '', demoPassword);
  assert.equal((await admin.call(filesContract.overview, {})).body.totals.files, 40);
  await larger.parts.db
    .updateTable('settings')
    .set({ value: '{"files":40,"finished":false}' })
    .where('name', '=', 'demo')
    .execute();
  await larger.close();
  const again = await openDemo(place);
  t.after(again.close);
  const { rows } = await again.parts.db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  assert.equal(rows, 50);
});

test('the demo leaves records that it has not made alone', async (t) => {
  const place = await emptyPlace();
  t.after(place.remove);
  const real = await openTestApp(place.environment);
  const before = await countRows(real);
  await real.close();
  await assert.rejects(
    openDemo(place, 30),
    (error) => error instanceof CannotStart && /not made by the demo/.test(error.message),
  );
  const still = await openTestApp(place.environment);
  t.after(still.close);
  assert.deepEqual(await countRows(still), before);
  await assert.rejects(openDemo(place, 30), (error) => error instanceof CannotStart && /in use/.test(error.message));
});

test('the demo’s folder is not emptied for a database that never used it', async (t) => {
  if (!process.env['DATABASE_URL']) return t.skip('needs a server database');
  const [place, other] = [await emptyPlace(), await emptyPlace()];
  t.after(async () => {
    await place.remove();
    await other.remove();
  });
  for (const one of [place, other]) await (await openDemo(one, 30)).close();
  const mixed: Place = {
    ...place,
    environment: { ...place.environment, DATA_DIR: other.environment['DATA_DIR'] ?? '' },
  };
  await assert.rejects(
    openDemo(mixed, 40),
    (error) => error instanceof CannotStart && /another database/.test(error.message),
  );
});

test('the demo does not move into a server database where something else is kept', async (t) => {
  const place = await emptyPlace();
  t.after(place.remove);
  const url = place.environment['DATABASE_URL'];
  if (!url) return t.skip('needs a server database');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('create table recipes (name text)');
  await client.end();
  await assert.rejects(
    openDemo(place, 30),
    (error) => error instanceof CannotStart && /not made by the demo/.test(error.message),
  );
});

test('the size of the demo is a whole number within reason', () => {
  assert.deepEqual(readArguments([]), {});
  assert.deepEqual(readArguments(['--files', '2000000']), { files: 2_000_000 });
  assert.deepEqual(readArguments(['--files=1']), { files: 1 });
  for (const args of [
    ['--files', '0'],
    ['--files', '2000001'],
    ['--files', '1e3'],
    ['--files=-5'],
    ['--files', '1.5'],
    ['--files'],
    ['--size', '5'],
    ['5'],
  ]) {
    assert.throws(
      () => readArguments(args),
      (error) => error instanceof CannotStart && !error.message.includes('\n'),
      args.join(' '),
    );
  }
});

test('the demo prints its address and who may sign in, and stops when told to', async (t) => {
  const place = await emptyPlace();
  t.after(place.remove);
  const program = join(import.meta.dirname, '../src/app/server/demo.ts');
  const child = spawn(process.execPath, [program, '--files', '12'], {
    env: { PATH: process.env['PATH'], ...place.environment, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += String(chunk);
    if (printed.includes(introduced.at(-1)?.email ?? '')) break;
  }
  assert.match(printed, /is ready: http:\/\/localhost:\d+/);
  for (const { email } of introduced)
    assert.match(printed, new RegExp(`${email} +${demoPassword} +(Administrator|Manager|User)`));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  assert.equal(await ended, 0);
});
