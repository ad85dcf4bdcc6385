import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { auditContract } from '#features/audit/audit.contract.ts';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { containerImportContract } from '#features/containers/import/container-import.contract.ts';
import { passwordsContract } from '#features/passwords/passwords.contract.ts';
import { followAudit, isRecorded } from '#tests/audit.ts';
import { enterContainer } from '#tests/containers.ts';
import { asAdmin, makeTeam, makeUser, signedInAs, signedInWith } from '#tests/make.ts';
import { openTestApp, randomName, useTestApp } from '#tests/test-app.ts';
import { Visitor } from '#tests/visitor.ts';
import { usersImportContract as calls } from '../users-import.contract.ts';
import type { UserRow } from '../users-import.contract.ts';
import { usersContract } from '../users.contract.ts';

const row = (number: number, values: Omit<UserRow, 'row'>): UserRow => ({ row: number, ...values });

const readSheet = async (visitor: Visitor, bytes: string | Buffer, name = 'people.csv') => {
  const answer = await visitor.call(calls.read, {}, [{ name, bytes }]);
  assert.equal(answer.status, 200, answer.raw.body);
  return answer.body.sheets;
};

describe('an import of users', () => {
  const app = useTestApp();
  const usersOf = async (visitor: Visitor) =>
    (await visitor.call(usersContract.list, {})).body.map(({ name, email, role_id, team, teams_can_view }) => ({
      name,
      email,
      role_id,
      team: team?.name,
      views: teams_can_view,
    }));

  const lists: [title: string, bytes: string | Buffer, columns: [string, string | null][]][] = [
    [
      'commas, a title row and unknown columns',
      'Staff 2026,,\nFull Name,E-Mail Address,Phone\nAnn,ann@x.org,1',
      [
        ['Full Name', 'name'],
        ['E-Mail Address', 'email'],
        ['Phone', null],
      ],
    ],
    [
      'semicolons in windows-1252 and German headings',
      Buffer.from('Vorname;Nachname;E-Mail-Adresse;Abteilung\nJürg;Müller;j@x.org;Zoll', 'latin1'),
      [
        ['Vorname', 'first_name'],
        ['Nachname', 'last_name'],
        ['E-Mail-Adresse', 'email'],
        ['Abteilung', 'team'],
      ],
    ],
    [
      'addresses without a heading',
      'Name,Contact\nAnn,ann@x.org\nBob,bob@x.org',
      [
        ['Name', 'name'],
        ['Contact', 'email'],
      ],
    ],
    [
      'copied cells in UTF-16',
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('姓名\t邮箱\t团队\n李雷\tli@x.org\t仓库', 'utf16le')]),
      [
        ['姓名', 'name'],
        ['邮箱', 'email'],
        ['团队', 'team'],
      ],
    ],
  ];
  for (const [title, bytes, columns] of lists)
    test(`reads a list with ${title}`, async () => {
      const [sheet] = await readSheet(await asAdmin(app), bytes);
      assert.deepEqual(
        sheet?.columns.map(({ heading, field }) => [heading, field]),
        columns,
      );
      assert.ok(sheet?.rows.every(({ cells }) => cells.length === columns.length && !cells.includes('�')));
    });

  test('shows the effect of each row, and changes nothing before it runs', async () => {
    const admin = await asAdmin(app);
    const team = await makeTeam(app, `Zoll ${randomName()}`);
    const { name: teamName } = await app.ctx.db
      .selectFrom('teams')
      .select('name')
      .where('id', '=', team)
      .executeTakeFirstOrThrow();
    const known = await makeUser(app, { role: 3, team: 1 });
    const before = await usersOf(admin);
    const rows = [
      row(2, { name: 'Ann', email: 'Ann@example.org', role: 'Admin', team: teamName.toUpperCase(), views: 'General' }),
      row(3, { name: 'Ann again', email: 'ann@EXAMPLE.org' }),
      row(4, { name: known.name, email: known.email.toUpperCase(), team: 'general' }),
      row(5, { email: 'nameless@example.org' }),
      row(6, { name: 'Bob', email: 'not an address' }),
      row(7, { name: 'Cid', email: 'cid@example.org', role: 'Captain' }),
      row(8, { name: 'Dan', email: 'dan@example.org', team: 'No such team' }),
      row(9, { name: 'Eve', email: 'eve@example.org', role: 'Super Admin' }),
      row(10, { name: 'Fay', email: 'fay@example.org' }),
      row(11, { name: 'Gus', email: 'gus@example.org', role: 'constructor' }),
    ];
    const { body } = await admin.call(calls.check, { rows, team_id: 1 });
    assert.deepEqual(
      body.rows.map(({ state, problems }) => [state, ...problems]),
      [
        ['new'],
        ['duplicate', 'The same e-mail address as in row 2.'],
        ['there', 'A user with this e-mail address is there already.'],
        ['wrong', 'Enter the full name.'],
        ['wrong', 'Enter an email address such as name@example.com.'],
        ['wrong', 'There is no role named Captain.'],
        ['wrong', 'There is no team named No such team, or there are several.'],
        ['wrong', 'You cannot create users with the role Administrator.'],
        ['new'],
        ['wrong', 'There is no role named constructor.'],
      ],
    );
    assert.deepEqual(
      body.rows[0]?.changes.map(({ field, to }) => [field, to]),
      [
        ['name', 'Ann'],
        ['email', 'Ann@example.org'],
        ['role', 'Manager'],
        ['team', teamName],
        ['views', 'General'],
      ],
    );
    assert.equal(body.counts.wrong, 6);
    const updated = (await admin.call(calls.check, { rows: rows.slice(2, 3), existing: 'update' })).body.rows[0];
    assert.equal(updated?.state, 'same');
    const withoutTeam = (await admin.call(calls.check, { rows: rows.slice(8, 9) })).body.rows[0];
    assert.deepEqual(withoutTeam?.problems, ['The team is missing.']);
    assert.deepEqual(await usersOf(admin), before);
  });

  test('without a mail server, answers once with links that set the first passwords', async () => {
    const admin = await asAdmin(app);
    const written = followAudit(app.ctx);
    await written();
    const [first, second] = [`${randomName()}@example.org`, `${randomName()}@example.org`];
    const rows = [
      row(1, { name: 'First', email: first, role: 'Manager', team: 'General' }),
      row(2, { name: 'Second', email: second, team: 'General' }),
      row(3, { name: 'Third', email: 'wrong' }),
    ];
    const { status, body, raw } = await admin.call(calls.run, { rows });
    assert.equal(status, 200, raw.body);
    const { links, ...counts } = body;
    assert.deepEqual(counts, { created: 2, changed: 0, left_out: 1, mailed: false });
    assert.deepEqual(
      links.map(({ name, email }) => [name, email]),
      [
        ['First', first],
        ['Second', second],
      ],
    );
    const token = links[0]?.token ?? '';
    const stored = await app.ctx.db.selectFrom('password_links').select('token_hash').execute();
    assert.ok(stored.some(({ token_hash }) => token_hash === createHash('sha256').update(token).digest('hex')));
    assert.equal(await isRecorded(app.ctx, token), false);
    const entries = await written();
    assert.deepEqual(
      entries.map(({ act, detail }) => [act, detail]),
      [['user.imported', `2 created: ${first} (Manager, team: General); ${second} (User, team: General). 0 changed`]],
    );
    // No password opens the account before the link is used, and the link works once.
    assert.equal((await new Visitor(app.app).signIn(first, token)).statusCode, 422);
    const password = { new_password: 'quay-side-harbour-9', new_password_confirmation: 'quay-side-harbour-9' };
    const use = async (secret = token) =>
      (await new Visitor(app.app).prime()).call(passwordsContract.setByLink, { token: secret, ...password });
    app.setNow(new Date(app.now().getTime() + 6 * 24 * 3600 * 1000));
    assert.equal((await use()).status, 200);
    assert.equal((await use()).status, 422);
    await signedInWith(app, first, password.new_password);
    const late = links[1]?.token ?? '';
    app.setNow(new Date(app.now().getTime() + 2 * 24 * 3600 * 1000));
    assert.equal((await use(late)).status, 422);
  });

  test('changes names and teams of users who are there, but no roles', async () => {
    const admin = await asAdmin(app);
    const team = await makeTeam(app);
    const user = await makeUser(app, { role: 3, team: 1 });
    const rows = [row(1, { name: 'New Name', email: user.email, team: String(team), views: '1' })];
    const { body } = await admin.call(calls.run, { rows, existing: 'update' });
    assert.deepEqual([body.created, body.changed, body.links.length], [0, 1, 0]);
    const found = (await admin.call(usersContract.find, { id: user.id })).body;
    assert.deepEqual([found.name, found.team_id, found.teams_can_view], ['New Name', team, [1]]);
    const checked = await admin.call(calls.check, {
      rows: [row(1, { email: user.email, role: 'Manager' })],
      existing: 'update',
    });
    assert.deepEqual(checked.body.rows[0]?.problems, [
      'This user has the role User. Change the role in the list of users.',
    ]);
    const again = await admin.call(calls.run, { rows, existing: 'update' });
    assert.deepEqual([again.status, again.failure.code], [422, 'import.nothing']);
  });

  test('finds nothing to change in an export of the product', async () => {
    const admin = await asAdmin(app);
    const night = await makeTeam(app, '-Night shift');
    // The name of this team is the id of another one.
    const named = await makeTeam(app, String(night));
    const teams = [night, named];
    for (let count = 0; count < 100; count += 1) teams.push(await makeTeam(app, `Port ${randomName()}`));
    const inert = await makeUser(app, { role: 3, team: night, name: '=1+1' });
    const plus = await makeUser(app, { role: 3, team: night, name: 'Paula Plus' });
    const viewer = await makeUser(app, { role: 3, team: night, name: 'Vera Viewer' });
    for (const [{ id, name, email }, views] of [
      [viewer, teams],
      [inert, [night]],
    ] as const) {
      const edit = { id, name, email, teams_can_view: [...views] };
      assert.equal((await admin.call(usersContract.update, edit)).status, 200);
    }
    await app.ctx.db
      .updateTable('users')
      .set({ email: '+pp@x.org', email_key: '+pp@x.org' })
      .where('id', '=', plus.id)
      .execute();
    for (const type of ['csv', 'xlsx']) {
      const { rawPayload } = await admin.send({ method: 'GET', url: `/api/users.${type}` });
      const [sheet] = await readSheet(admin, rawPayload, `users.${type}`);
      const fields = sheet?.columns.map(({ field }) => field) ?? [];
      const rows = (sheet?.rows ?? []).map(({ row: number, cells }) =>
        row(
          number,
          Object.fromEntries(fields.flatMap((field, index) => (field ? [[field, cells[index]]] : []))) as never,
        ),
      );
      const { body } = await admin.call(calls.check, { rows, existing: 'update' });
      assert.deepEqual({ ...body.counts, same: 0 }, { new: 0, changed: 0, same: 0, there: 0, duplicate: 0, wrong: 0 });
      assert.equal(body.counts.same, rows.length);
      assert.ok(rows.length > 3);
    }
  });

  test('is recorded with every user, also if the list is longer than an audit entry', async () => {
    const admin = await asAdmin(app);
    const written = followAudit(app.ctx);
    await written();
    const emails = Array.from({ length: 150 }, (_, index) => `long-list-${index}-${randomName()}@example.org`);
    const rows = emails.map((email, at) => row(at + 1, { name: `User ${at}`, email, team: 'General' }));
    assert.equal((await admin.call(calls.run, { rows })).body.created, 150);
    const entries = await written();
    assert.ok(entries.length > 1 && entries.every(({ act }) => act === 'user.imported'));
    const all = entries.map(({ detail }) => detail).join('\n');
    assert.deepEqual(
      emails.filter((email) => !all.includes(email)),
      [],
    );
    assert.ok(entries[1]?.detail?.startsWith(`(2 of ${entries.length}) long-list-`), entries[1]?.detail ?? '');
    assert.ok(entries.at(-1)?.detail?.endsWith('. 0 changed'));
    const found = (await admin.call(auditContract.list, { search: emails.at(-1) })).body.entries;
    assert.equal(found[0]?.act, 'user.imported');
  });

  test('is recorded with the teams that users got or may view, before and after', async () => {
    const admin = await asAdmin(app);
    const [old, other] = [`Old ${randomName()}`, `Other ${randomName()}`];
    const team = await makeTeam(app, old);
    await makeTeam(app, other);
    const user = await makeUser(app, { role: 3, team });
    const [email, plain] = [`${randomName()}@example.org`, `${randomName()}@example.org`];
    const written = followAudit(app.ctx);
    await written();
    const rows = [
      row(1, { name: 'Viewer', email, team: 'General', views: `${old}; ${other}` }),
      row(2, { name: 'Plain', email: plain, team: 'General' }),
      row(3, { email: user.email, team: other, views: old }),
    ];
    assert.equal((await admin.call(calls.run, { rows, existing: 'update' })).body.changed, 1);
    const created = `${email} (User, team: General, can view: ${old}, ${other}); ${plain} (User, team: General)`;
    const changed = `${user.email} (team: ${old} → ${other}, can view: none → ${old})`;
    assert.deepEqual(
      (await written()).map(({ detail }) => detail),
      [`2 created: ${created}. 1 changed: ${changed}`],
    );
  });

  test('a manager creates ordinary users only, and changes no team and no user of a higher rank', async () => {
    const { visitor: manager } = await signedInAs(app, { role: 2, team: 1 });
    const other = await makeUser(app, { role: 2, team: 1 });
    const user = await makeUser(app, { role: 3, team: 1 });
    const team = await makeTeam(app);
    const rows = [
      row(1, { name: 'M', email: `${randomName()}@example.org`, role: 'Manager', team: 'General' }),
      row(2, { name: 'U', email: `${randomName()}@example.org`, team: 'General' }),
      row(3, { name: 'Renamed', email: other.email }),
      row(4, { email: user.email, team: String(team) }),
      row(5, { name: 'Renamed', email: user.email }),
    ];
    const { body } = await manager.call(calls.check, { rows, existing: 'update' });
    assert.deepEqual(
      body.rows.map(({ state }) => state),
      ['wrong', 'new', 'wrong', 'wrong', 'changed'],
    );
  });

  test('the rights are read again when it runs', async () => {
    const { visitor: manager, id } = await signedInAs(app, { role: 2, team: 1 });
    const rows = [row(1, { name: 'Late', email: `${randomName()}@example.org`, team: 'General' })];
    assert.equal((await manager.call(calls.check, { rows })).body.counts.new, 1);
    await app.ctx.db.updateTable('users').set({ role_id: 3 }).where('id', '=', id).execute();
    assert.equal((await manager.call(calls.run, { rows })).status, 403);
    assert.equal((await app.ctx.db.selectFrom('users').select('id').where('name', '=', 'Late').execute()).length, 0);
  });

  test('remembers the fields of the columns by the headings of the file', async () => {
    const admin = await asAdmin(app);
    const heading = `Rank ${randomName()}`;
    const file = `Name,E-Mail,${heading}\nAnn,${randomName()}@example.org,Manager`;
    const fieldsOf = async (bytes: string) =>
      (await readSheet(admin, bytes))[0]?.columns.map(({ heading, field }) => ({ heading, field })) ?? [];
    const guessed = await fieldsOf(file);
    assert.deepEqual(
      guessed.map(({ field }) => field),
      ['name', 'email', null],
    );
    const columns = guessed.map((column) =>
      column.heading === heading ? { heading, field: 'role' as const } : column,
    );
    const rows = [row(2, { name: 'Ann', email: `${randomName()}@example.org`, role: 'Manager' })];
    assert.equal((await admin.call(calls.run, { rows, team_id: 1, columns })).status, 200);
    assert.deepEqual(await fieldsOf(`Name,E-Mail,${heading.toUpperCase()}\nBob,bob@example.org,User`), [
      { heading: 'Name', field: 'name' },
      { heading: 'E-Mail', field: 'email' },
      { heading: heading.toUpperCase(), field: 'role' },
    ]);
    assert.equal((await fieldsOf('Name,E-Mail,Rank\nBob,bob@example.org,User'))[2]?.field, null);
  });

  test('remembers one’s own fields for the same headings, else those of the team, and never those of another team', async () => {
    const [team, other] = [await makeTeam(app), await makeTeam(app)];
    const [ana, ben, carl] = await Promise.all(
      [team, team, other].map(async (of) => (await signedInAs(app, { role: 2, team: of })).visitor),
    );
    assert.ok(ana && ben && carl);
    const headings = ['Name', 'E-Mail', `Rank ${randomName()}`];
    const lastField = async (visitor: Visitor) =>
      (await readSheet(visitor, `${headings.join()}\nAnn,a@example.org,x`))[0]?.columns.at(-1)?.field;
    const run = async (visitor: Visitor, last: 'role' | 'team') => {
      const fields = ['name', 'email', last] as const;
      const columns = headings.map((heading, at) => ({ heading, field: fields[at] ?? null }));
      const rows = [row(2, { name: 'Ann', email: `${randomName()}@example.org` })];
      assert.equal((await visitor.call(calls.run, { rows, team_id: team, columns })).status, 200);
    };
    await run(ana, 'role');
    assert.deepEqual([await lastField(ben), await lastField(carl)], ['role', null]);
    await run(ben, 'team');
    assert.deepEqual([await lastField(ben), await lastField(ana)], ['team', 'role']);
  });

  test('an undo deletes the created users, restores the changed ones, and is recorded once', async () => {
    const admin = await asAdmin(app);
    const [team, other] = [await makeTeam(app), await makeTeam(app)];
    const changed = await makeUser(app, { role: 3, team, name: 'Old Name' });
    const email = `${randomName()}@example.org`;
    const rows = [
      row(1, { name: 'Wrong Import', email, team: String(team) }),
      row(2, { name: 'New Name', email: changed.email, team: String(other), views: `${team}` }),
    ];
    const run = await admin.call(calls.run, { rows, existing: 'update', name: 'staff.csv' });
    assert.deepEqual([run.body.created, run.body.changed], [1, 1]);
    const written = followAudit(app.ctx);
    await written();
    const [imported] = (await admin.call(calls.list, {})).body;
    assert.deepEqual([imported?.name, imported?.user_name], ['staff.csv', 'Administrator']);
    const id = imported?.id ?? 0;
    const { status, body, raw } = await admin.call(calls.undo, { id });
    assert.equal(status, 200, raw.body);
    assert.deepEqual(body, { removed: 1, restored: 1, kept: [] });
    const users = await usersOf(admin);
    assert.ok(!users.some((user) => user.email === email));
    const found = (await admin.call(usersContract.find, { id: changed.id })).body;
    assert.deepEqual([found.name, found.team_id, found.teams_can_view], ['Old Name', team, []]);
    assert.deepEqual(
      (await written()).map(({ act, detail }) => [act, detail]),
      [['user.import_undone', `1 deleted: ${email}. 1 restored: ${changed.email}. 0 left as they are`]],
    );
    const link = run.body.links[0]?.token ?? '';
    const password = { new_password: 'quay-side-harbour-9', new_password_confirmation: 'quay-side-harbour-9' };
    const visitor = await new Visitor(app.app).prime();
    assert.equal((await visitor.call(passwordsContract.setByLink, { token: link, ...password })).status, 422);
    const again = await admin.call(calls.undo, { id });
    assert.deepEqual([again.status, again.failure.code], [404, 'import.not_found']);
    // The address is free again.
    assert.equal((await admin.call(calls.run, { rows: rows.slice(0, 1) })).body.created, 1);
  });

  test('an undo leaves users who opened their account, have data, or were changed since, and says why', async () => {
    const admin = await asAdmin(app);
    const [team, deleted] = [await makeTeam(app), await makeTeam(app)];
    const renamed = await makeUser(app, { role: 3, team, name: 'Before' });
    const moved = await makeUser(app, { role: 3, team: deleted });
    const names = ['Opened', 'Assigned', 'Changed', 'Gone', 'Untouched'];
    const addresses = names.map((name) => `${name}-${randomName()}@example.org`.toLowerCase());
    const rows = [
      ...names.map((name, at) => row(at + 1, { name, email: addresses[at], team: String(team) })),
      row(6, { name: 'Imported', email: renamed.email }),
      row(7, { email: moved.email, team: String(team) }),
    ];
    const run = (await admin.call(calls.run, { rows, existing: 'update' })).body;
    assert.deepEqual([run.created, run.changed], [5, 2]);
    const idOf = async (email = '') =>
      (await admin.call(usersContract.list, { search: email })).body.find((user) => user.email === email)?.id ?? 0;
    const password = { new_password: 'quay-side-harbour-9', new_password_confirmation: 'quay-side-harbour-9' };
    const visitor = await new Visitor(app.app).prime();
    await visitor.call(passwordsContract.setByLink, { token: run.links[0]?.token ?? '', ...password });
    const container = await enterContainer(admin, {});
    const assigned = await admin.call(containersContract.update, {
      id: container.id,
      version: container.version,
      name: container.name,
      container_no: container.container_no,
      expected_date: container.pfi_date,
      ex_factory_date: container.ex_factory_date,
      assignee_id: await idOf(addresses[1]),
    });
    assert.equal(assigned.status, 200, assigned.raw.body);
    await admin.call(usersContract.suspend, { id: await idOf(addresses[2]) });
    await admin.call(usersContract.remove, { id: await idOf(addresses[3]) });
    await admin.call(usersContract.update, { id: renamed.id, name: 'By hand', email: renamed.email });
    await app.ctx.db.deleteFrom('team_viewers').where('team_id', '=', deleted).execute();
    await app.ctx.db.deleteFrom('teams').where('id', '=', deleted).execute();
    const [imported] = (await admin.call(calls.list, {})).body;
    const { body } = await admin.call(calls.undo, { id: imported?.id ?? 0 });
    assert.deepEqual([body.removed, body.restored], [1, 0]);
    assert.deepEqual(
      body.kept.map(({ user, reason }) => [user.split(' ·')[0], reason]).toSorted(),
      [
        ['Assigned', 'Has files or containers. Suspend or delete this user in the list of users.'],
        ['Changed', 'Was changed since.'],
        ['Gone', 'Was deleted since.'],
        ['Imported', 'Was changed since.'],
        ['Opened', 'Has signed in or set a password. Suspend or delete this user in the list of users.'],
        [moved.name, 'A team of this user before the import was deleted since.'],
      ].toSorted(),
    );
    assert.equal((await admin.call(usersContract.find, { id: renamed.id })).body.name, 'By hand');
    await signedInWith(app, addresses[0] ?? '', password.new_password);
  });

  test('an import is undone within a day, by its user or an administrator', async () => {
    const admin = await asAdmin(app);
    const { visitor: manager } = await signedInAs(app, { role: 2, team: 1 });
    const { visitor: other } = await signedInAs(app, { role: 2, team: 1 });
    const importOne = async (visitor: Visitor) => {
      const rows = [row(1, { name: 'New', email: `${randomName()}@example.org`, team: 'General' })];
      assert.equal((await visitor.call(calls.run, { rows })).status, 200);
      return (await visitor.call(calls.list, {})).body[0]?.id ?? 0;
    };
    const id = await importOne(manager);
    assert.ok(!(await other.call(calls.list, {})).body.some((one) => one.id === id));
    assert.equal((await other.call(calls.undo, { id })).status, 404);
    assert.ok((await admin.call(calls.list, {})).body.some((one) => one.id === id));
    assert.deepEqual((await admin.call(calls.undo, { id })).body.removed, 1);
    const late = await importOne(manager);
    // Imports of containers are not undone by this call.
    const sheet = Buffer.from('PO,PFI,Ex-Factory\nPO-1,2099-03-03,2099-02-02');
    const read = await admin.call(containerImportContract.read, {}, [{ name: 'plan.csv', bytes: sheet }]);
    assert.equal((await admin.call(calls.undo, { id: read.body.id })).status, 404);
    app.setNow(new Date(app.now().getTime() + 25 * 60 * 60 * 1000));
    const { visitor: later } = await signedInAs(app, { role: 1, team: 1 });
    assert.equal((await later.call(calls.undo, { id: late })).status, 404);
    assert.ok(!(await later.call(calls.list, {})).body.some((one) => one.id === late));
  });

  test('a list of 1,000 users with long cells is checked and imported', async () => {
    const admin = await asAdmin(app);
    const teams: string[] = [];
    for (const name of ['进口业务部', '出口业务部', '海关申报部', '仓储管理部', '质量保证部'])
      teams.push(`${name} ${randomName()}`);
    for (const name of teams) await makeTeam(app, name);
    const views = teams.join('; ');
    const [existing, created] = [await makeUser(app, { role: 3, team: 1 }), `${randomName()}@example.org`];
    const rows = Array.from({ length: 1000 }, (_, at) =>
      row(at + 1, { name: '上海国际物流有限公司', email: at === 0 ? created : existing.email, team: 'General', views }),
    );
    assert.ok(Buffer.byteLength(JSON.stringify(rows)) > 256 * 1024);
    const checked = await admin.call(calls.check, { rows });
    assert.equal(checked.status, 200, checked.raw.body);
    assert.deepEqual([checked.body.counts.new, checked.body.rows.length], [1, 1000]);
    const run = await admin.call(calls.run, { rows });
    assert.equal(run.status, 200, run.raw.body);
    assert.deepEqual([run.body.created, run.body.left_out], [1, 999]);
  });

  test('more rows than the bound are refused', async () => {
    const admin = await asAdmin(app);
    const rows = Array.from({ length: 1001 }, (_, index) => row(index + 1, { name: 'x' }));
    assert.equal((await admin.call(calls.check, { rows })).status, 422);
  });
});

// Comparing each name with each team took 44 s at this size, and held the event loop.
test('an import of users with 400 unknown teams in every row is checked', { timeout: 60_000 }, async (t) => {
  const app = await openTestApp();
  t.after(app.close);
  const created_at = app.now().toISOString();
  for (let at = 0; at < 900; at += 100) {
    const names = Array.from({ length: 100 }, (_, index) => `Team ${at + index}`);
    const teams = names.map((name) => ({ name, description: null, created_at }));
    await app.ctx.db.insertInto('teams').values(teams).execute();
  }
  const admin = await asAdmin(app);
  // As many as the body of a request may have.
  const views = 'x;'.repeat(400);
  const rows = Array.from({ length: 1000 }, (_, at) => row(at + 1, { name: 'x', email: `${at}@x.org`, views }));
  const { status, body } = await admin.call(calls.check, { rows, team_id: 1 });
  assert.deepEqual([status, body.counts.wrong], [200, 1000]);
  assert.equal(body.rows[0]?.problems.length, 10);
});
