import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { addPaperCounts } from '#features/containers/server/list/container-papers.queries.ts';
import { filesContract } from '#features/files/core/files.contract.ts';
import { sessionContract } from '#features/session/session.contract.ts';
import { CannotStart, readConfig } from '#server/config.ts';
import { programEnvironment } from '#tests/admin-program.ts';
import { signedInWith } from '#tests/make.ts';
import { freshSchema } from '#tests/postgres-schema.ts';
import { openTestApp } from '#tests/test-app.ts';
import type { Environment, TestApp } from '#tests/test-app.ts';
import { Visitor } from '#tests/visitor.ts';
import { readArguments } from '../tools/demo/arguments.ts';
import { demoPassword, fileTypeNames, introduced, people, teamNames } from '../tools/demo/company.ts';
import { containerNumber } from '../tools/demo/container-numbers.ts';
import { fillSample } from '../tools/demo/fill-sample.ts';
import { fillOnce } from '../tools/demo/fill.ts';
import { kinds } from '../tools/demo/kinds.ts';
import { prepareDemo } from '../tools/demo/prepare.ts';
import { demoEnvironment } from '../tools/demo/settings.ts';
import { suppliers } from '../tools/demo/suppliers.ts';
import { calendarDate } from '../tools/demo/timeline.ts';

type DemoInstallation = { environment: Environment; remove: () => Promise<void> };

/** Creates an empty folder and, with DATABASE_URL, an empty schema. */
async function makeEmptyInstallation(): Promise<DemoInstallation> {
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
async function openDemo(installation: DemoInstallation, files?: number): Promise<TestApp> {
  const environment = demoEnvironment(installation.environment) as Environment;
  await prepareDemo(readConfig(environment), {
    requested: files === undefined ? {} : { files },
    defaults: { files: 30, users: 50, containers: 60 },
  });
  const app = await openTestApp(environment);
  await fillOnce(app.ctx, () => {});
  return app;
}

/** Opens a demo before the tests of the current block and removes it after them. */
function useDemo(files: number): TestApp {
  const app = {} as TestApp;
  const cleanups: (() => Promise<void>)[] = [];
  before(async () => {
    const installation = await makeEmptyInstallation();
    cleanups.push(installation.remove);
    Object.assign(app, await openDemo(installation, files));
    cleanups.push(app.close);
  });
  after(async () => {
    for (const work of cleanups.toReversed()) await work();
  });
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

async function countRows({ ctx }: TestApp): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const { rows } = await ctx.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow();
    counts[table] = rows;
  }
  return counts;
}

/** The media type that the server detects in the content of a file with this ending. */
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

describe('the demo', () => {
  const files = 260;
  const app = useDemo(files);
  const liveFiles = () => app.ctx.db.selectFrom('files').selectAll().where('trashed_at', 'is', null).execute();

  test('has as many files as requested, some more in the trash, and some with an earlier version', async () => {
    assert.equal((await liveFiles()).length, files);
    const rows = await countRows(app);
    assert.ok((rows['files'] as number) > files);
    assert.ok((rows['file_versions'] as number) > 5);
    assert.deepEqual([rows['users'], rows['teams'], rows['file_types']], [50, teamNames.length, fileTypeNames.length]);
  });

  test('the printed users can sign in, and users who have left cannot', async () => {
    for (const person of introduced) {
      const visitor = await signedInWith(app, person.email, demoPassword);
      const me = (await visitor.call(sessionContract.currentUser, {})).body;
      assert.deepEqual([me.name, me.role_id, me.team?.name], [person.name, person.role, person.team]);
      assert.ok(me.teams_can_view.length > 0);
    }
    assert.deepEqual([...new Set(introduced.map(({ role }) => role))].toSorted(), [1, 2, 3]);
    const gone = people.find(({ leftDaysAgo }) => leftDaysAgo !== undefined);
    assert.equal((await new Visitor(app.app).signIn(gone?.email ?? '', demoPassword)).statusCode, 422);
  });

  test('has files of every kind; their endings match their contents, and downloads are identical', async () => {
    const admin = await signedInWith(app, introduced[0]?.email ?? '', demoPassword);
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

  test('has a blob for every file and every earlier version', async () => {
    const ofFiles = await app.ctx.db.selectFrom('files').select(['blob_key', 'size']).execute();
    const ofVersions = await app.ctx.db.selectFrom('file_versions').select(['blob_key', 'size']).execute();
    for (const { blob_key, size } of [...ofFiles, ...ofVersions]) {
      const blob = await app.ctx.blobs.open(blob_key);
      assert.equal(blob?.size, size);
      await blob?.close();
    }
  });

  test('has files of the past year and of this week, each uploaded by a user who existed then', async () => {
    const all = await app.ctx.db
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

  test('has correct file counts', async () => {
    const live = await liveFiles();
    const counted = new Map<string, number>();
    for (const { team_id, file_type_id, uploaded_at } of live) {
      for (const span of ['a', `m${uploaded_at.slice(0, 7)}`, `d${uploaded_at.slice(0, 10)}`]) {
        const key = `${span}/${team_id}/${file_type_id}`;
        counted.set(key, (counted.get(key) ?? 0) + 1);
      }
    }
    const counts = await app.ctx.db.selectFrom('file_counts').selectAll().where('files', '>', 0).execute();
    const stored = new Map(counts.map((row) => [`${row.span}/${row.team_id}/${row.file_type_id}`, row.files]));
    assert.deepEqual([...stored].toSorted(), [...counted].toSorted());
    for (const user of await app.ctx.db.selectFrom('users').select(['id', 'files_count']).execute()) {
      assert.equal(user.files_count, live.filter((file) => file.user_id === user.id).length);
    }
  });

  test('a search finds a file by the number in its name', async () => {
    const admin = await signedInWith(app, introduced[0]?.email ?? '', demoPassword);
    const [file] = await liveFiles();
    const number = /[A-Z]+-\d{4}-\d{5}/.exec(file?.filename ?? '')?.[0] ?? '';
    const found = (await admin.call(filesContract.overview, { search: number })).body;
    assert.deepEqual(
      found.groups.flatMap((group) => group.files.map(({ id }) => id)),
      [file?.id],
    );
  });

  test('has containers with one paper or several, and papers of two containers', async () => {
    const links = await app.ctx.db.selectFrom('container_files').select(['container_id', 'file_id', 'how']).execute();
    const perContainer = Map.groupBy(links, (link) => link.container_id);
    const perFile = Map.groupBy(links, (link) => link.file_id);
    const hasSeveral = (groups: typeof perFile) => [...groups.values()].some((group) => group.length > 1);
    assert.ok(perContainer.size >= 20, `${perContainer.size} containers have papers`);
    assert.ok(hasSeveral(perContainer) && hasSeveral(perFile));
    assert.deepEqual(new Set(links.map(({ how }) => how)), new Set(['hand', 'name']));
    const waiting = app.ctx.db.selectFrom('file_references').select('file_id').where('waits', '=', 1);
    assert.ok((await waiting.execute()).length > 5);
  });

  test('has containers with all papers of their next step, and others that miss one', async () => {
    const containers = await app.ctx.db.selectFrom('containers').selectAll().where('status_id', '<>', 3).execute();
    const counted = await addPaperCounts(app.ctx.db, containers);
    const missing = counted.filter(({ papers_missing = 0 }) => papers_missing > 0).length;
    assert.ok(missing > 0 && missing < containers.length, `${missing} of ${containers.length} miss papers`);
    assert.ok(counted.some((one) => one.papers_expected !== undefined && one.papers_there === one.papers_expected));
  });

  test('has containers with parties, vessels, ports and teams, and categories on most delays', async () => {
    const containers = await app.ctx.db.selectFrom('containers').selectAll().execute();
    for (const field of ['supplier_id', 'customer_id', 'carrier_id', 'vessel', 'pol', 'pod'] as const) {
      const values = containers.map((one) => one[field]).filter((value) => value !== null);
      assert.ok(values.length > containers.length / 4, `${field}: ${values.length} of ${containers.length}`);
      assert.ok(new Set(values).size > 1, field);
    }
    assert.ok(containers.some(({ team_id }) => team_id !== null) && containers.some(({ team_id }) => team_id === null));
    // The server itself logs a delay without a category.
    const delays = await app.ctx.db
      .selectFrom('container_events')
      .select('category')
      .where('what', 'in', ['delay_pfi', 'delay_ex_factory'])
      .where('user_id', 'is not', null)
      .execute();
    const categories = delays.map(({ category }) => category).filter((category) => category !== null);
    assert.ok(categories.length > delays.length / 2, `${categories.length} of ${delays.length}`);
  });

  test('has containers in every state, with the histories that belong to them', async () => {
    const containers = await app.ctx.db.selectFrom('containers').selectAll().execute();
    const events = await app.ctx.db.selectFrom('container_events').selectAll().execute();
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

test('every sample file is used, and the facts of every supplier fit into it', async () => {
  const used = kinds.flatMap(({ samples }) => samples);
  assert.deepEqual(
    new Set(await readdir(join(import.meta.dirname, '../src/features/sample/server/papers'))),
    new Set(used),
  );
  for (const kind of kinds) {
    for (const sample of kind.samples) {
      for (const supplier of suppliers) {
        const number = `${kind.code}-2611-2001000`;
        const shipment = { supplier, vessel: 'Bergen Pioneer', container: containerNumber(7), day: '2026-11-20' };
        const paper = { index: 7, number, edition: 2, ...shipment };
        const bytes = fillSample({ ...kind, samples: [sample] }, paper);
        assert.ok(bytes.includes(number), sample);
        assert.ok(!/\{\{\w+ *\}\}/.test(bytes.toString('latin1')), sample);
      }
    }
  }
});

test('a second start of the demo creates no data', async (t) => {
  const installation = await makeEmptyInstallation();
  t.after(installation.remove);
  const first = await openDemo(installation, 30);
  const before = await countRows(first);
  await first.close();
  const second = await openDemo(installation);
  t.after(second.close);
  assert.deepEqual(await countRows(second), before);
  assert.deepEqual([before['users'], before['containers']], [50, 60]);
});

test('a demo of another size, or an incomplete one, is created again', async (t) => {
  const installation = await makeEmptyInstallation();
  t.after(installation.remove);
  await (await openDemo(installation, 30)).close();
  const larger = await openDemo(installation, 40);
  const admin = await signedInWith(larger, introduced[0]?.email ?? '', demoPassword);
  assert.equal((await admin.call(filesContract.overview, {})).body.totals.files, 40);
  await larger.ctx.db
    .updateTable('settings')
    .set({ value: '{"files":40,"finished":false}' })
    .where('name', '=', 'demo')
    .execute();
  await larger.close();
  const again = await openDemo(installation);
  t.after(again.close);
  const { rows } = await again.ctx.db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  assert.equal(rows, 50);
});

test('the demo does not change an installation that it has not created', async (t) => {
  const installation = await makeEmptyInstallation();
  t.after(installation.remove);
  const real = await openTestApp(installation.environment);
  const before = await countRows(real);
  await real.close();
  await assert.rejects(
    openDemo(installation, 30),
    (error) => error instanceof CannotStart && /not made by the demo/.test(error.message),
  );
  const still = await openTestApp(installation.environment);
  t.after(still.close);
  assert.deepEqual(await countRows(still), before);
  await assert.rejects(
    openDemo(installation, 30),
    (error) => error instanceof CannotStart && /in use/.test(error.message),
  );
});

test('the demo does not empty its folder for another database', async (t) => {
  if (!process.env['DATABASE_URL']) return t.skip('needs a server database');
  const [installation, other] = [await makeEmptyInstallation(), await makeEmptyInstallation()];
  t.after(async () => {
    await installation.remove();
    await other.remove();
  });
  for (const one of [installation, other]) await (await openDemo(one, 30)).close();
  const mixed: DemoInstallation = {
    ...installation,
    environment: { ...installation.environment, DATA_DIR: other.environment['DATA_DIR'] ?? '' },
  };
  await assert.rejects(
    openDemo(mixed, 40),
    (error) => error instanceof CannotStart && /another database/.test(error.message),
  );
});

test('the demo does not use a server database that contains other data', async (t) => {
  const installation = await makeEmptyInstallation();
  t.after(installation.remove);
  const url = installation.environment['DATABASE_URL'];
  if (!url) return t.skip('needs a server database');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('create table recipes (name text)');
  await client.end();
  await assert.rejects(
    openDemo(installation, 30),
    (error) => error instanceof CannotStart && /not made by the demo/.test(error.message),
  );
});

test('the size of the demo must be a whole number within limits', () => {
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

test('the demo prints its address and its users, and stops on a signal', async (t) => {
  const installation = await makeEmptyInstallation();
  t.after(installation.remove);
  const program = join(import.meta.dirname, '../tools/demo/main.ts');
  const child = spawn(process.execPath, [program, '--files', '12'], {
    env: programEnvironment({ ...installation.environment, PORT: '0' }),
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
