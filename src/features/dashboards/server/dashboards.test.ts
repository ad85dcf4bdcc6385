import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import { dashboardsContract } from '#features/dashboards/dashboards.contract.ts';
import { fileTypesContract } from '#features/file-types/file-types.contract.ts';
import { filesContract } from '#features/files/core/files.contract.ts';
import type { File } from '#features/files/core/files.contract.ts';
import { asQuery, filesView } from '#features/files/list/files-view.rules.ts';
import { insertFiles } from '#features/files/server/core/files.queries.ts';
import { passwordsContract } from '#features/passwords/passwords.contract.ts';
import { sessionContract } from '#features/session/session.contract.ts';
import { usersContract } from '#features/users/users.contract.ts';
import { backupRun, recordRun } from '#server/database/last-runs.queries.ts';
import { enterContainer } from '#tests/containers.ts';
import { asAdmin, makeFileType, makeTeam, makeUser, password, signedIn, signedInAs, upload } from '#tests/make.ts';
import { openTestApp, randomName, useTestApp } from '#tests/test-app.ts';
import type { Environment, TestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';

const minute = 60 * 1000;

const counts = async (visitor: Visitor) => (await visitor.call(dashboardsContract.adminIndex, {})).body;
const dashboard = async (visitor: Visitor) => (await visitor.call(dashboardsContract.adminDashboard, {})).body;
const activity = async (visitor: Visitor) => (await visitor.call(dashboardsContract.activity, {})).body;

type Row = { team: number; user: number; type?: number; at: string; name?: string };

/** Inserts files with upload times in the past, in the same way as an upload. */
const store = ({ ctx }: TestApp, ...rows: Row[]) =>
  ctx.db.transaction().execute((tx) =>
    insertFiles(
      tx,
      rows.map(({ team, user, type = 1, at, name = 'old.txt' }) => ({
        filename: name,
        filepath: randomBytes(16).toString('base64url'),
        file_type_id: type,
        team_id: team,
        user_id: user,
        size: 7,
        sha256: '0'.repeat(64),
        media_type: 'text/plain',
        blob_key: randomName(),
        uploaded_at: at,
      })),
    ),
  );

/** Moves a user to another team. The files stay in the team to which they were uploaded. */
const move = ({ ctx }: TestApp, user: number, team: number | null) =>
  ctx.db.updateTable('users').set({ team_id: team }).where('id', '=', user).execute();

const download = (visitor: Visitor, { filepath }: File, headers: Record<string, string> = {}) =>
  visitor.send({ method: 'GET', url: `/storage/${filepath}?download=1`, headers });

/** Opens a product in which nothing was added, for the tests that read all of its records. */
async function newProduct(t: TestContext, environment: Environment = {}): Promise<TestApp> {
  const app = await openTestApp(environment);
  t.after(app.close);
  return app;
}

test('the counts of the admin dashboard count users, teams and files, except deleted ones', async (t) => {
  const app = await newProduct(t);
  const admin = await asAdmin(app);
  assert.deepEqual(await counts(admin), { totalUsers: 1, activeUsers: 1, totalTeams: 1, filesUploaded: 0 });
  const team = await makeTeam(app);
  const left = await makeUser(app, { role: 3, team });
  await makeUser(app, { role: 3, team });
  const [first] = await upload(admin, 1, { name: 'a' }, { name: 'b' }, { name: 'c' });
  assert.deepEqual(await counts(admin), { totalUsers: 3, activeUsers: 1, totalTeams: 2, filesUploaded: 3 });
  await app.ctx.db
    .updateTable('users')
    .set({ deleted_at: app.now().toISOString() })
    .where('id', '=', left.id)
    .execute();
  await admin.call(filesContract.remove, { id: first?.id as number });
  assert.deepEqual(await counts(admin), { totalUsers: 2, activeUsers: 1, totalTeams: 2, filesUploaded: 2 });
});

test('active users have used a session in the last 15 minutes, and are neither deleted nor suspended', async (t) => {
  const app = await newProduct(t);
  const start = Date.now();
  const at = (ms: number) => app.setNow(new Date(start + ms));
  const admin = await asAdmin(app);
  const active = async () => (await counts(admin)).activeUsers;
  const { visitor, email } = await signedInAs(app, { role: 3, team: 1 });
  await signedIn(app, email);
  assert.equal(await active(), 2, 'a user with two sessions counts once');
  at(14 * minute);
  assert.equal(await active(), 2);
  await visitor.call(sessionContract.currentUser, {});
  at(28 * minute);
  assert.equal(await active(), 2);
  at(29 * minute + 1000);
  assert.equal(await active(), 1);
  await visitor.call(sessionContract.currentUser, {});
  assert.equal(await active(), 2, 'a user counts again from the next call on');
  await visitor.call(sessionContract.logout, {});
  assert.equal(await active(), 1);

  const people = [await signedInAs(app, { role: 3, team: 1 }), await signedInAs(app, { role: 3, team: 1 })] as const;
  const ended = await signedInAs(app, { role: 3, team: 1 });
  assert.equal(await active(), 4);
  const now = app.now().toISOString();
  const { db } = app.ctx;
  await db.updateTable('users').set({ deleted_at: now }).where('id', '=', people[0].id).execute();
  assert.equal(await active(), 3);
  await db.updateTable('users').set({ suspended_at: now }).where('id', '=', people[1].id).execute();
  assert.equal(await active(), 2);
  await db.updateTable('sessions').set({ expires_at: now }).where('user_id', '=', ended.id).execute();
  assert.equal(await active(), 1);
});

/** The instants of a month, as the files page sends them. */
const spanOf = (month: string) => {
  const { uploaded_since, uploaded_before } = asQuery({ ...filesView.initial, month }, new Date());
  return { uploaded_since, uploaded_before };
};

describe('a number of a dashboard equals the length of the list that it opens, for', () => {
  const app = useTestApp();
  let people: Record<'an administrator' | 'a manager' | 'a user', { id: number; visitor: Visitor; role: number }>;
  before(async () => {
    app.setNow(new Date('2031-03-31T12:00:00.000Z'));
    const [own, hidden] = [await makeTeam(app), await makeTeam(app)];
    const admin = await asAdmin(app);
    people = {
      'an administrator': { id: 1, visitor: admin, role: 1 },
      'a manager': { ...(await signedInAs(app, { role: 2, team: own })), role: 2 },
      'a user': { ...(await signedInAs(app, { role: 3, team: own })), role: 3 },
    };
    const suspended = await signedInAs(app, { role: 3, team: own });
    await admin.call(usersContract.suspend, { id: suspended.id });
    for (const { id } of Object.values(people))
      await store(
        app,
        ...[
          '2030-10-01T00:00:00.000Z',
          '2031-01-31T23:59:59.999Z',
          '2031-02-01T00:00:00.000Z',
          '2031-03-05T00:00:00.000Z',
        ]
          .flatMap((at) => [
            { team: own, user: id, at },
            { team: hidden, user: id, at },
          ])
          .slice(0, 7),
      );
    const [trashed] = await upload(people['a user'].visitor, 1, { name: 'in the trash' });
    await admin.call(filesContract.remove, { id: trashed?.id as number });
    // The manager has not used the session for long enough.
    app.setNow(new Date('2031-03-31T12:20:00.000Z'));
    for (const name of ['an administrator', 'a user'] as const)
      await people[name].visitor.call(sessionContract.currentUser, {});
  });

  for (const name of ['an administrator', 'a manager', 'a user'] as const) {
    test(`${name}: the uploaded files`, async () => {
      const { id, visitor } = people[name];
      const { files_count } = (await visitor.call(sessionContract.currentUser, {})).body;
      assert.equal(files_count, 7);
      const { body } = await visitor.call(filesContract.overview, { user_id: id });
      assert.equal(body.matching, files_count);
      const csv = await visitor.send({ method: 'GET', url: `/api/files.csv?user_id=${id}` });
      assert.equal(csv.body.trim().split('\r\n').length - 1, files_count);
    });
  }
  for (const name of ['an administrator', 'a manager'] as const) {
    test(`${name}: the active users`, async () => {
      const { visitor } = people[name];
      const { activeUsers } = await counts(visitor);
      const { body } = await visitor.call(usersContract.page, { active: 'yes' });
      assert.equal(body.found, activeUsers);
      assert.equal(body.users.length, activeUsers);
      assert.ok(activeUsers > 0);
      const ordinary = await visitor.call(usersContract.page, { active: 'yes', role_id: 3 });
      assert.deepEqual(
        ordinary.body.users.map((user) => user.id),
        [people['a user'].id],
      );
    });

    test(`${name}: the files of each month`, async () => {
      const { visitor, role } = people[name];
      const { months } = await dashboard(visitor);
      const opened = await Promise.all(
        months.map(async ({ month }) => {
          const { body } = await visitor.call(filesContract.overview, spanOf(month));
          const query = new URLSearchParams(Object.entries(spanOf(month)) as [string, string][]).toString();
          const csv = await visitor.send({ method: 'GET', url: `/api/files.csv?${query}` });
          assert.equal(csv.body.trim().split('\r\n').length - 1, body.matching);
          return { month, files: body.matching };
        }),
      );
      assert.deepEqual(opened, months);
      // The manager sees the own team, and of the other one only the own uploads.
      assert.deepEqual(
        months.map(({ files }) => files),
        role === 1 ? [6, 0, 0, 6, 6, 3] : [4, 0, 0, 4, 4, 3],
      );
    });
  }
});

test('the admin dashboard contains months, file types, new files and teams', async (t) => {
  const app = await newProduct(t);
  let admin = await asAdmin(app);
  const { months, ...rest } = await dashboard(admin);
  const general = { id: 1, name: 'General', files: 0 };
  assert.deepEqual(rest, { file_types: [], recent_files: [], teams: [general], teams_count: 1 });
  assert.deepEqual(
    months.map((month) => month.files),
    [0, 0, 0, 0, 0, 0],
  );
  assert.equal(months.at(-1)?.month, app.now().toISOString().slice(0, 7));

  const [north, south, west] = [
    await makeTeam(app, 'north'),
    await makeTeam(app, 'South'),
    await makeTeam(app, 'West'),
  ];
  const [invoice, gone] = [await makeFileType(app, 'Invoice'), await makeFileType(app, 'Gone')];
  const { id: ann } = await makeUser(app, { role: 3, team: north, name: 'Ann' });
  app.setNow(new Date('2031-03-31T12:00:00.000Z'));
  const of = { team: north, user: ann };
  await store(
    app,
    { ...of, at: '2030-09-30T23:59:59.999Z', type: invoice, name: 'too old' },
    { ...of, at: '2030-10-01T00:00:00.000Z', type: invoice },
    { ...of, at: '2030-12-31T23:59:59.999Z', type: invoice },
    { ...of, at: '2031-01-01T00:00:00.000Z', type: gone },
    { ...of, at: '2031-03-01T00:00:00.000Z', team: south },
    { ...of, at: '2031-03-31T11:59:59.000Z', team: south },
  );
  // The first session has ended.
  admin = await asAdmin(app);
  assert.deepEqual((await dashboard(admin)).months, [
    { month: '2030-10', files: 1 },
    { month: '2030-11', files: 0 },
    { month: '2030-12', files: 1 },
    { month: '2031-01', files: 1 },
    { month: '2031-02', files: 0 },
    { month: '2031-03', files: 2 },
  ]);

  await admin.call(fileTypesContract.remove, { id: gone });
  assert.deepEqual(
    (await dashboard(admin)).file_types,
    [
      { id: invoice, name: 'Invoice', files: 3 },
      { id: 1, name: 'Document', files: 2 },
      { id: gone, name: null, files: 1 },
    ],
    'largest first; a deleted type has no name',
  );

  await store(app, { team: west, user: ann, at: '2031-03-30T00:00:00.000Z', name: 'report.pdf' });
  const { recent_files } = await dashboard(admin);
  assert.deepEqual(
    recent_files.map((file) => file.uploaded_at),
    [
      '2031-03-31T11:59:59.000Z',
      '2031-03-30T00:00:00.000Z',
      '2031-03-01T00:00:00.000Z',
      '2031-01-01T00:00:00.000Z',
      '2030-12-31T23:59:59.999Z',
    ],
  );
  const { id, filepath, ...report } = recent_files[1] as (typeof recent_files)[number];
  assert.deepEqual(report, {
    filename: 'report.pdf',
    file_type_id: 1,
    size: 7,
    uploaded_at: '2031-03-30T00:00:00.000Z',
    user_id: ann,
    user: { id: ann, name: 'Ann' },
    team_id: west,
    team: { id: west, name: 'West' },
  });
  await admin.call(filesContract.remove, { id });
  const after = await dashboard(admin);
  assert.ok(!after.recent_files.some((file) => file.filepath === filepath));
  assert.deepEqual([after.recent_files.length, after.months.at(-1)?.files], [5, 2]);

  assert.deepEqual((await dashboard(admin)).teams, [
    general,
    { id: north, name: 'north', files: 4 },
    { id: south, name: 'South', files: 2 },
    { id: west, name: 'West', files: 0 },
  ]);
  for (const name of ['Alpha', 'zulu']) await makeTeam(app, name);
  const { teams, teams_count } = await dashboard(admin);
  assert.deepEqual(
    teams.map((team) => team.name),
    ['Alpha', 'General', 'north', 'South', 'West'],
  );
  assert.equal(teams_count, 6);
});

describe('the admin dashboard of a manager', () => {
  const app = useTestApp();

  test('counts the files of the own team, of viewed teams, and own uploads', async () => {
    const [own, viewed, hidden] = [await makeTeam(app), await makeTeam(app), await makeTeam(app)];
    const manager = await signedInAs(app, { role: 2, team: hidden, sees: [viewed] });
    const others = (await counts(await asAdmin(app))).filesUploaded;
    await upload(manager.visitor, 1, { name: 'before I moved' });
    await move(app, manager.id, own);
    assert.equal((await counts(manager.visitor)).filesUploaded, 1);
    for (const team of [own, viewed, hidden]) {
      const { visitor } = await signedInAs(app, { role: 3, team });
      await upload(visitor, 1, { name: 'theirs' }, { name: 'theirs too' });
    }
    assert.equal((await counts(manager.visitor)).filesUploaded, 5);
    assert.equal((await counts(await asAdmin(app))).filesUploaded, others + 7);
    await move(app, manager.id, null);
    assert.equal((await counts(manager.visitor)).filesUploaded, 3);
  });
  test('contains only the files that the manager may see', async () => {
    app.setNow(new Date('2031-03-31T12:00:00.000Z'));
    const [north, south, west] = [
      await makeTeam(app, 'north'),
      await makeTeam(app, 'South'),
      await makeTeam(app, 'West'),
    ];
    const { teams_count } = await dashboard(await asAdmin(app));
    const manager = await signedInAs(app, { role: 2, team: west, sees: [south] });
    await store(
      app,
      { team: north, user: 1, at: '2031-02-03T00:00:00.000Z', name: 'hidden' },
      { team: south, user: 1, at: '2031-03-01T00:00:00.000Z' },
      { team: south, user: 1, at: '2031-03-31T11:59:59.000Z' },
      { team: north, user: manager.id, at: '2031-02-01T00:00:00.000Z', name: 'mine' },
      { team: west, user: manager.id, at: '2031-02-02T00:00:00.000Z', name: 'ours' },
    );
    const seen = await dashboard(manager.visitor);
    assert.deepEqual(
      seen.recent_files.map((file) => [file.filename, file.team?.name]),
      [
        ['old.txt', 'South'],
        ['old.txt', 'South'],
        ['ours', 'West'],
        ['mine', 'north'],
      ],
    );
    assert.deepEqual(seen.file_types, [{ id: 1, name: 'Document', files: 4 }]);
    assert.deepEqual(
      seen.months.map((month) => month.files),
      [0, 0, 0, 0, 2, 2],
    );
    assert.deepEqual(
      seen.teams.map((team) => [team.name, team.files]),
      [
        ['north', 1],
        ['South', 2],
        ['West', 1],
      ],
    );
    assert.equal(seen.teams_count, teams_count);
    assert.equal((await counts(manager.visitor)).filesUploaded, 4);
  });

  test('and of an administrator contains the newest five files of many teams, types and days', async () => {
    app.setNow(new Date('2031-03-31T12:00:00.000Z'));
    const admin = await asAdmin(app);
    const { db } = app.ctx;
    const teams = [await makeTeam(app), await makeTeam(app), await makeTeam(app)] as const;
    const at = (index: number) =>
      new Date(Date.parse('2031-02-10T00:00:00.000Z') + index * 5 * 60 * minute).toISOString();
    const rows = Array.from({ length: 60 }, (_, index) => ({
      team: teams[(index * 7) % 3] as number,
      type: 50 + ((index * 5) % 4),
      user: 1,
      at: at(index),
    }));
    await store(app, ...rows);
    const manager = await signedInAs(app, { role: 2, team: teams[0] });
    for (const [visitor, seen] of [
      [admin, undefined],
      [manager.visitor, teams[0]],
    ] as const) {
      const expected = await db
        .selectFrom('files')
        .select('id')
        .$if(seen !== undefined, (files) => files.where('team_id', '=', Number(seen)))
        .where('trashed_at', 'is', null)
        .orderBy('uploaded_at', 'desc')
        .limit(5)
        .execute();
      assert.deepEqual(
        (await dashboard(visitor)).recent_files.map((file) => file.id),
        expected.map((file) => file.id),
      );
    }
  });
});

describe('recent activity', () => {
  const app = useTestApp();

  test('contains what a user has changed on the own account, and nothing of others', async () => {
    const created = await makeUser(app, { role: 3, team: await makeTeam(app) });
    const ann = await signedIn(app, created.email);
    const changes = {
      new_password: 'five quiet harbour cranes',
      new_password_confirmation: 'five quiet harbour cranes',
    };
    await ann.call(passwordsContract.change, { current_password: password, ...changes });
    const [own] = (await activity(ann)).filter(({ type }) => type === 'profile');
    assert.deepEqual(own, { type: 'profile', action: 'Changed the password', time: own?.time, filepath: null });
    const admin = await asAdmin(app);
    await admin.call(usersContract.suspend, { id: created.id });
    assert.deepEqual(
      (await activity(admin)).filter(({ type }) => type === 'profile'),
      [],
    );
  });

  test('contains the latest uploads and downloads of the caller', async () => {
    const start = app.now().getTime();
    const at = (minutes: number) => app.setNow(new Date(start + minutes * minute));
    const actions = async (visitor: Visitor) => (await activity(visitor)).map((entry) => entry.action);
    const team = await makeTeam(app);
    const { visitor: ann } = await signedInAs(app, { role: 3, team });
    const { last_login_at } = (await ann.call(sessionContract.currentUser, {})).body;
    assert.deepEqual(await activity(ann), [
      { type: 'login', action: 'Logged in to dashboard', time: last_login_at, filepath: null },
    ]);

    const files: File[] = [];
    for (const [index, name] of ['one', 'two', 'three', 'four', 'five'].entries()) {
      at(index + 1);
      files.push(...(await upload(ann, 1, { name: `${name}.pdf` })));
    }
    const uploads = await activity(ann);
    assert.deepEqual(
      uploads.map((entry) => entry.action),
      ['five', 'four', 'three', 'two'].map((name) => `Uploaded ${name}.pdf`).concat('Logged in to dashboard'),
    );
    assert.deepEqual(uploads[0], {
      type: 'upload',
      action: 'Uploaded five.pdf',
      time: files[4]?.uploaded_at,
      filepath: files[4]?.filepath,
    });

    at(10);
    await download(ann, files[0] as File);
    at(11);
    // Only the request for the first range counts.
    for (const range of ['bytes=0-3', 'bytes=4-7', 'bytes=8-']) await download(ann, files[1] as File, { range });
    at(12);
    await ann.call(filesContract.download, { filepath: (files[2] as File).filepath });
    assert.deepEqual((await actions(ann)).slice(0, 3), [
      'Downloaded two.pdf',
      'Downloaded one.pdf',
      'Uploaded five.pdf',
    ]);
    assert.equal((await ann.call(sessionContract.currentUser, {})).body.downloads_count, 2);
    at(13);
    for (let times = 0; times < 5; times += 1) await download(ann, files[3] as File);
    const listed = await actions(ann);
    assert.deepEqual(listed.slice(0, 5), [...Array<string>(4).fill('Downloaded four.pdf'), 'Uploaded five.pdf']);
    assert.equal(listed.length, 9);

    const { visitor: colleague } = await signedInAs(app, { role: 2, team });
    assert.deepEqual(await actions(colleague), ['Logged in to dashboard']);
    at(14);
    await download(colleague, files[4] as File);
    assert.deepEqual(await actions(colleague), ['Downloaded five.pdf', 'Logged in to dashboard']);
    assert.ok(!(await actions(ann)).includes('Downloaded five.pdf'));

    await colleague.call(filesContract.remove, { id: (files[4] as File).id });
    const entries = [...(await activity(ann)), ...(await activity(colleague))];
    const ofTrashed = entries.filter((entry) => entry.action.includes('five.pdf'));
    assert.deepEqual(
      ofTrashed.map(({ action, filepath }) => [action, filepath]),
      [
        ['Uploaded five.pdf', null],
        ['Downloaded five.pdf', null],
      ],
    );
  });

  test('neither links to nor names a file that is no longer shared with the caller', async () => {
    const team = await makeTeam(app);
    const [file] = await upload((await signedInAs(app, { role: 3, team })).visitor, 1, { name: 'one.pdf' });
    const { visitor, id } = await signedInAs(app, { role: 3, team });
    app.setNow(new Date(app.now().getTime() + minute));
    await download(visitor, file as File);
    await move(app, id, await makeTeam(app));
    const [latest] = await activity(visitor);
    assert.deepEqual(latest, {
      type: 'download',
      action: 'Downloaded a file that is no longer shared with you',
      time: latest?.time,
      filepath: null,
    });
  });
});

test('each first step of a new installation is done by the first item, and one administrator hides all', async (t) => {
  const app = await newProduct(t);
  const steps = async () => (await (await asAdmin(app)).call(dashboardsContract.firstSteps, {})).body;

  const records = { hidden: false, teams: false, file_types: false, users: false, containers: false, files: false };
  const none = { ...records, mail: false, backup: false };
  assert.deepEqual(await steps(), none);
  const team = await makeTeam(app);
  assert.deepEqual(await steps(), { ...none, teams: true });
  const type = await makeFileType(app);
  assert.deepEqual(await steps(), { ...none, teams: true, file_types: true });
  const { visitor } = await signedInAs(app, { role: 3, team });
  await upload(visitor, type, { name: 'first.pdf' });
  const withFiles = { ...none, teams: true, file_types: true, users: true, files: true };
  assert.deepEqual(await steps(), withFiles);
  await enterContainer(await asAdmin(app), {});
  assert.deepEqual(await steps(), { ...withFiles, containers: true });

  assert.equal((await (await asAdmin(app)).call(dashboardsContract.hideFirstSteps, {})).status, 204);
  const { visitor: other } = await signedInAs(app, { role: 1, team: null });
  assert.equal((await other.call(dashboardsContract.firstSteps, {})).body.hidden, true);
});

test('mail and backup are first steps until the settings have them, or a backup was made from the command line', async (t) => {
  const steps = async (app: TestApp) => {
    const { body } = await (await asAdmin(app)).call(dashboardsContract.firstSteps, {});
    return { mail: body.mail, backup: body.backup };
  };
  const target = await mkdtemp(join(tmpdir(), 'stowage-backups-'));
  t.after(() => rm(target, { recursive: true, force: true }));
  const set = {
    SMTP_URL: 'smtp://127.0.0.1:2525',
    MAIL_FROM: 'stowage@example.com',
    PUBLIC_URL: 'http://stowage.example',
    BACKUP_TARGET: target,
  };
  assert.deepEqual(await steps(await newProduct(t, set)), { mail: true, backup: true });

  const app = await newProduct(t);
  assert.deepEqual(await steps(app), { mail: false, backup: false });
  const run = { name: backupRun, began_at: app.now().toISOString(), took_ms: 1 };
  await recordRun(app.ctx.db, { ...run, failed: true });
  assert.deepEqual(await steps(app), { mail: false, backup: false });
  await recordRun(app.ctx.db, { ...run, failed: false });
  assert.deepEqual(await steps(app), { mail: false, backup: true });
});
