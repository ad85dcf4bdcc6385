import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { filesContract } from '#features/files/core/files.contract.ts';
import { sessionContract } from '#features/session/session.contract.ts';
import { usersContract } from '#features/users/users.contract.ts';
import type { User } from '#features/users/users.contract.ts';
import { fold } from '#shared/fold.ts';
import { asAdmin, makeTeam, makeUser, password, signedInAs, upload, signedInWith } from '#tests/make.ts';
import { openTestApp, randomName, useTestApp } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';
import { Visitor } from '#tests/visitor.ts';

const general = 1;
const secret = 'gantry-crane-99';

const form = (more: object = {}) => ({
  name: `Person ${randomName()}`,
  email: `${randomName()}@example.com`,
  password: secret,
  password_confirmation: secret,
  role_id: 3,
  team_id: general,
  teams_can_view: [general],
  ...more,
});

const register = (visitor: Visitor, body: unknown) =>
  visitor.send({ method: 'POST', url: '/api/register', payload: body });

const put = (visitor: Visitor, id: number, body: unknown) =>
  visitor.send({ method: 'PUT', url: `/api/users/${id}`, payload: body });

const emailsOf = async (app: TestApp): Promise<number> =>
  (await (await asAdmin(app)).call(usersContract.list, {})).body.length;

const noticesOf = (app: TestApp, userId: number) =>
  app.ctx.db.selectFrom('notifications').select(['title', 'message']).where('user_id', '=', userId).execute();

describe('creating a user', () => {
  const app = useTestApp();

  test('returns the user of the specification, who can sign in', async () => {
    const admin = await asAdmin(app);
    const team = await makeTeam(app, 'Harbour');
    const answer = await register(
      admin,
      form({
        name: '  Ada\u0000 Lovelace ',
        email: ' Ada@Example.com ',
        team_id: team,
        teams_can_view: [team, general, team],
      }),
    );
    assert.equal(answer.statusCode, 201);
    const created = answer.json<User>();
    assert.deepEqual(created, {
      id: created.id,
      name: 'Ada  Lovelace',
      email: 'Ada@Example.com',
      role_id: 3,
      role: { role_id: 3, role_name: 'User' },
      team_id: team,
      team: { id: team, name: 'Harbour' },
      teams_can_view: [general, team],
      created_at: created.created_at,
      last_login_at: null,
      files_count: 0,
      downloads_count: 0,
      suspended_at: null,
      two_factor_at: null,
    });
    const ada = await signedInWith(app, 'ADA@example.COM', secret);
    const me = (await ada.call(sessionContract.currentUser, {})).body;
    assert.deepEqual([me.id, me.teams_can_view], [created.id, [general, team]]);
    assert.ok(!/argon2|password|hash|token/i.test(answer.body), 'no secret leaves the server');
  });

  test('role 1 creates roles 2 and 3, role 2 creates role 3, also when numbers are sent in other notations', async () => {
    const admin = await asAdmin(app);
    const manager = (await signedInAs(app, { role: 2, team: general })).visitor;
    const user = (await signedInAs(app, { role: 3, team: general })).visitor;
    const nobody = await new Visitor(app.app).prime();
    const before = await emailsOf(app);
    const refused: [Visitor, unknown, number][] = [
      [admin, 1, 403],
      [admin, '1', 403],
      [manager, 1, 403],
      [manager, 2, 403],
      [manager, '2', 403],
      [manager, [2], 422],
      [manager, '2.0', 422],
      [manager, ' 2', 422],
      [manager, 2.5, 422],
      [manager, true, 422],
      [manager, { role_id: 2 }, 422],
      [manager, null, 422],
      [manager, 0, 422],
      [manager, 9, 422],
      [manager, 1e20, 422],
      [user, 3, 403],
      [nobody, 3, 401],
    ];
    for (const [visitor, role_id, status] of refused) {
      assert.equal((await register(visitor, form({ role_id }))).statusCode, status, JSON.stringify(role_id));
    }
    // JSON parses 1.0 and 2.0 as 1 and 2.
    const raw = JSON.stringify(form({ role_id: 777 })).replace('"role_id":777', '"role_id":2.0');
    const answer = await manager.send({
      method: 'POST',
      url: '/api/register',
      payload: raw,
      headers: { 'content-type': 'application/json' },
    });
    assert.equal(answer.statusCode, 403);
    assert.equal(await emailsOf(app), before);
    assert.equal((await register(admin, form({ role_id: 2 }))).statusCode, 201);
    assert.equal((await register(admin, form({ role_id: '3', team_id: String(general) }))).statusCode, 201);
    assert.equal((await register(manager, form())).statusCode, 201);
  });

  test('requires the permission for the module in every role', async () => {
    const { visitor } = await signedInAs(app, { role: 2, team: general });
    const module = await app.ctx.db
      .selectFrom('modules')
      .select('id')
      .where('name', '=', 'Register module')
      .executeTakeFirstOrThrow();
    const set = (can_view: number) =>
      app.ctx.db
        .updateTable('permissions')
        .set({ can_view })
        .where('module_id', '=', module.id)
        .where('role_id', '=', 2)
        .execute();
    await set(0);
    assert.equal((await register(visitor, form())).statusCode, 403);
    await set(1);
    assert.equal((await register(visitor, form())).statusCode, 201);
  });

  test('is refused for an invalid form, and the error names the field', async () => {
    const admin = await asAdmin(app);
    const before = await emailsOf(app);
    const wrong: [string, object][] = [
      ['name', { name: '' }],
      ['name', { name: ' \u0000 ' }],
      ['name', { name: '\u200b\u2060' }],
      ['name', { name: undefined }],
      ['name', { name: 'x'.repeat(256) }],
      ['email', { email: '' }],
      ['email', { email: 'nobody' }],
      ['email', { email: 'a@b@c' }],
      ['email', { email: 'a,b@example.com' }],
      ['email', { email: 'a b@example.com' }],
      ['email', { email: 'a@example.com\r\nBcc: b@example.com' }],
      ['email', { email: `${'x'.repeat(250)}@example.com` }],
      ['password', { password: '' }],
      ['password', { password: undefined }],
      ['password', { password: 'seven77', password_confirmation: 'seven77' }],
      ['password', { password: '🦀🦀🦀🦀🦀🦀🦀', password_confirmation: '🦀🦀🦀🦀🦀🦀🦀' }],
      ['password', { password: 'x'.repeat(1025), password_confirmation: 'x'.repeat(1025) }],
      ['password', { password: 'y'.repeat(100_000), password_confirmation: 'y'.repeat(100_000) }],
      ['password', { password_confirmation: 'something-else' }],
      ['password', { password: 'password123', password_confirmation: 'password123' }],
      ['password_confirmation', { password_confirmation: undefined }],
      ['team_id', { team_id: undefined }],
      ['team_id', { team_id: 999_999 }],
      ['team_id', { team_id: null }],
      ['role_id', { role_id: undefined }],
      ['teams_can_view', { teams_can_view: [999_999] }],
      ['teams_can_view', { teams_can_view: 'General' }],
      ['teams_can_view', { teams_can_view: '{"1":1}' }],
      ['teams_can_view', { teams_can_view: [[1]] }],
      ['teams_can_view', { teams_can_view: [-1] }],
      ['teams_can_view', { teams_can_view: Array.from({ length: 1001 }, (_, index) => index + 1) }],
    ];
    for (const [field, part] of wrong) {
      const answer = await register(admin, form(part));
      const what = `${field} ${JSON.stringify(part).slice(0, 80)}`;
      assert.equal(answer.statusCode, 422, what);
      const body = answer.json<{ message: string; errors: Record<string, string[]> }>();
      assert.equal(Object.keys(body.errors)[0], field, what);
      assert.equal(body.message, body.errors[field]?.[0]);
    }
    assert.equal(await emailsOf(app), before);
  });

  test('accepts passwords of 8 to 1,024 characters, names and e-mail addresses in any script', async () => {
    const admin = await asAdmin(app);
    for (const chosen of ['🦀🏗️⚓🚢🌊🐙🧭', 'ж'.repeat(1024), ' leading and trailing ']) {
      const email = `bjørn.${randomName()}@exämple.com`;
      const answer = await register(
        admin,
        form({ name: 'Bjørn 張偉', email, password: chosen, password_confirmation: chosen }),
      );
      assert.equal(answer.statusCode, 201, answer.body);
      await signedInWith(app, email, chosen);
    }
  });

  test('accepts the viewed teams as a list, as a JSON string of a list, or missing', async () => {
    const admin = await asAdmin(app);
    const team = await makeTeam(app);
    const views = async (teams_can_view: unknown) =>
      (await register(admin, form({ teams_can_view }))).json<User>().teams_can_view;
    assert.deepEqual(await views(`[${team}, "${general}", ${team}]`), [general, team]);
    assert.deepEqual(await views([String(team)]), [team]);
    for (const none of [[], '[]', '', null, undefined]) assert.deepEqual(await views(none), []);
  });

  test('refuses an e-mail address in use, in any case of letters, also for simultaneous requests', async () => {
    const admin = await asAdmin(app);
    const email = `${randomName()}@example.com`;
    assert.equal((await register(admin, form({ email }))).statusCode, 201);
    const again = await register(admin, form({ email: email.toUpperCase() }));
    assert.equal(again.statusCode, 422);
    assert.ok(again.json<{ errors: object }>().errors && 'email' in again.json<{ errors: object }>().errors);
    const raced = `${randomName()}@example.com`;
    const answers = await Promise.all(Array.from({ length: 4 }, () => register(admin, form({ email: raced }))));
    assert.deepEqual(answers.map((answer) => answer.statusCode).toSorted(), [201, 422, 422, 422]);
    assert.ok(answers.filter((answer) => answer.statusCode === 422).every((answer) => /"email":\[/.test(answer.body)));
  });

  test('notifies roles 1 and 2 except the creator', async () => {
    const actor = await signedInAs(app, { role: 2, team: general, name: 'Doer' });
    const peer = await signedInAs(app, { role: 2, team: general });
    const user = await signedInAs(app, { role: 3, team: general });
    await register(actor.visitor, form({ name: 'Newcomer' }));
    assert.deepEqual(
      (await noticesOf(app, peer.id)).map((row) => ({ ...row })),
      [{ title: 'New user', message: 'Doer created an account for Newcomer.' }],
    );
    assert.ok((await noticesOf(app, 1)).some((row) => row.message.includes('Newcomer')));
    assert.deepEqual([await noticesOf(app, actor.id), await noticesOf(app, user.id)], [[], []]);
  });
});

describe('the users list', () => {
  const app = useTestApp();
  const find = async (visitor: Visitor, search: string) =>
    (await visitor.call(usersContract.list, { search })).body.map((user) => user.name);

  test('is for roles 1 and 2, sorted by name, and takes a search literally', async () => {
    await makeUser(app, { role: 2, team: general, name: 'Émile 100% O’Neil', email: 'emile_1@Quay.example' });
    await makeUser(app, { role: 3, team: null, name: 'émilie\\', email: 'x1@quay.example' });
    const { visitor } = await signedInAs(app, { role: 2, team: general, name: 'Zoe' });
    const all = (await visitor.call(usersContract.list, {})).body;
    assert.deepEqual(
      all.map((user) => user.name),
      ['Administrator', 'Émile 100% O’Neil', 'émilie\\', 'Zoe'],
    );
    assert.deepEqual(all.map((user) => [user.role.role_name, user.team?.name ?? null])[2], ['User', null]);
    assert.deepEqual(await find(visitor, 'EMIL'), ['Émile 100% O’Neil', 'émilie\\']);
    assert.deepEqual(await find(visitor, ' qUAY '), ['Émile 100% O’Neil', 'émilie\\']);
    assert.deepEqual(await find(visitor, '100%'), ['Émile 100% O’Neil']);
    assert.deepEqual(await find(visitor, 'emile_1'), ['Émile 100% O’Neil']);
    assert.deepEqual(await find(visitor, '\\'), ['émilie\\']);
    for (const nothing of ['%', '_%_', "' or 1=1 --", '.*', 'x'.repeat(5000), '\u0301'])
      assert.deepEqual(
        await find(visitor, nothing),
        nothing === '%' ? ['Émile 100% O’Neil'] : [],
        nothing.slice(0, 20),
      );
    assert.equal((await find(visitor, '')).length, 4);
    assert.equal((await find(visitor, '\u0000')).length, 4);
    const user = (await signedInAs(app, { role: 3, team: general })).visitor;
    for (const endpoint of [usersContract.list, usersContract.totals])
      assert.equal((await user.call(endpoint, {})).status, 403);
    assert.equal((await user.call(usersContract.page, {})).status, 403);
  });

  test('counts administrators and ordinary users by the names of their roles', async (t) => {
    const own = await openTestApp();
    t.after(own.close);
    const admin = await asAdmin(own);
    const totals = async () => (await admin.call(usersContract.totals, {})).body;
    assert.deepEqual(await totals(), { all: 1, administrators: 1, users: 0 });
    for (const role of [1, 2, 3, 3] as const) await makeUser(own, { role, team: general });
    assert.deepEqual(await totals(), { all: 5, administrators: 2, users: 2 });
  });

  test('returns every user on one page only, also with equal names and a deletion between two pages', async () => {
    const admin = await asAdmin(app);
    const made = [];
    for (let index = 0; index < 7; index += 1)
      made.push(await makeUser(app, { role: 3, team: general, name: 'Same Name' }));
    const seen: number[] = [];
    let after: string | undefined;
    do {
      const { users, next, found } = (
        await admin.call(usersContract.page, { search: 'same', limit: 3, ...(after ? { after } : {}) })
      ).body;
      assert.equal(found, after ? 6 : 7);
      seen.push(...users.map((user) => user.id));
      if (!after) await admin.call(usersContract.remove, { id: made[0]?.id as number });
      after = next ?? undefined;
    } while (after);
    assert.deepEqual(
      seen,
      made.map((user) => user.id),
    );
    for (const wrong of [
      'x',
      'W10',
      Buffer.from('["a\\u0000",1]').toString('base64url'),
      Buffer.from('["a",1e99]').toString('base64url'),
    ])
      assert.equal((await admin.call(usersContract.page, { after: wrong })).status, 422, wrong);
    for (const limit of [0, 201, -1]) assert.equal((await admin.call(usersContract.page, { limit })).status, 422);
  });

  test('returns ten thousand users at once or in pages', async () => {
    const admin = await asAdmin(app);
    const { db } = app.ctx;
    const template = await db.selectFrom('users').select('password_hash').where('id', '=', 1).executeTakeFirstOrThrow();
    const rows = Array.from({ length: 10_000 }, (_, index) => {
      const name = `Crew ${String((index * 7919) % 10_000).padStart(5, '0')}`;
      const email = `crew${index}@fleet.example`;
      return {
        ...template,
        name,
        name_folded: fold(name),
        email,
        email_key: email,
        role_id: 3,
        team_id: general,
        created_at: app.now().toISOString(),
        last_login_at: null,
        deleted_at: null,
      };
    });
    await db.transaction().execute(async (tx) => {
      for (let index = 0; index < rows.length; index += 1000)
        await tx
          .insertInto('users')
          .values(rows.slice(index, index + 1000))
          .execute();
    });
    assert.ok((await admin.call(usersContract.list, {})).body.length > 10_000);
    const page = await admin.call(usersContract.page, { search: 'fleet', limit: 200 });
    assert.deepEqual([page.body.users.length, page.body.found, page.body.users[0]?.name], [200, 10_000, 'Crew 00000']);
    const deep = Buffer.from(JSON.stringify(['crew 09900', 0])).toString('base64url');
    const last = await admin.call(usersContract.page, { search: 'crew', after: deep, limit: 200 });
    assert.deepEqual([last.body.users.length, last.body.next], [100, null]);
    assert.equal((await find(admin, 'crew9876@')).length, 1);
  });
});

describe('reading and changing a user', () => {
  const app = useTestApp();

  test('roles 1 and 2 read every user, role 3 only themselves', async () => {
    const other = await makeUser(app, { role: 1, team: general, sees: [general] });
    const manager = (await signedInAs(app, { role: 2, team: general })).visitor;
    const user = await signedInAs(app, { role: 3, team: general });
    const seen = await manager.call(usersContract.find, { id: other.id });
    assert.deepEqual([seen.status, seen.body.email, seen.body.teams_can_view], [200, other.email, [general]]);
    assert.equal((await user.visitor.call(usersContract.find, { id: user.id })).body.name, user.name);
    assert.equal((await user.visitor.call(usersContract.find, { id: other.id })).status, 403);
    assert.equal((await user.visitor.call(usersContract.find, { id: 999_999 })).status, 403);
    assert.equal((await manager.call(usersContract.find, { id: 999_999 })).status, 404);
    for (const odd of ['0', '-1', '1.5', 'x', '99999999999', '%00'])
      assert.equal((await manager.send({ method: 'GET', url: `/api/users/${odd}` })).statusCode, 404, odd);
  });

  test('only name, e-mail and viewed teams change; everything else is ignored', async () => {
    const admin = await asAdmin(app);
    const team = await makeTeam(app);
    const { id } = await makeUser(app, { role: 3, team: general });
    const before = (await admin.call(usersContract.find, { id })).body;
    const email = `New.${randomName()}@example.com`;
    const answer = await put(admin, id, {
      id: 1,
      name: 'New Name',
      email,
      teams_can_view: `[${team}]`,
      role_id: 1,
      team_id: team,
      password: secret,
      password_confirmation: secret,
      created_at: '2020-01-01T00:00:00.000Z',
      suspended_at: '2020-01-01T00:00:00.000Z',
    });
    assert.deepEqual(
      [answer.statusCode, answer.json()],
      [200, { ...before, name: 'New Name', email, teams_can_view: [team] }],
    );
    await signedInWith(app, email.toLowerCase(), password);
    assert.deepEqual(
      (await put(admin, id, { name: 'Newer', email })).json<User>().teams_can_view,
      [team],
      'what is not sent stays',
    );
    assert.deepEqual(
      (await put(admin, id, { name: 'Newer', email, teams_can_view: [] })).json<User>().teams_can_view,
      [],
    );
  });

  test('an invalid form is refused', async () => {
    const admin = await asAdmin(app);
    const one = await makeUser(app, { role: 3, team: general });
    const two = await makeUser(app, { role: 3, team: general });
    const fieldOf = async (body: object) => {
      const answer = await put(admin, one.id, { name: 'One', email: one.email, ...body });
      return [answer.statusCode, Object.keys(answer.json<{ errors?: object }>().errors ?? {})[0]];
    };
    assert.deepEqual(await fieldOf({ name: ' ' }), [422, 'name']);
    assert.deepEqual(await fieldOf({ email: 'x' }), [422, 'email']);
    assert.deepEqual(await fieldOf({ email: two.email.toUpperCase() }), [422, 'email']);
    assert.deepEqual(await fieldOf({ teams_can_view: [general, 999_999] }), [422, 'teams_can_view']);
    assert.deepEqual(await fieldOf({ email: one.email.toUpperCase() }), [200, undefined], 'one’s own in other letters');
    assert.equal((await put(admin, 999_999, { name: 'x', email: 'x@example.com' })).statusCode, 404);
    assert.equal((await admin.call(usersContract.find, { id: one.id })).body.name, 'One');
  });

  test('role 1 changes everyone, role 2 changes role 3 and themselves, role 3 changes no one', async () => {
    const administrator = await makeUser(app, { role: 1, team: general });
    const peer = await makeUser(app, { role: 2, team: general });
    const manager = await signedInAs(app, { role: 2, team: general });
    const user = await signedInAs(app, { role: 3, team: general });
    const edit = async (visitor: Visitor, target: { id: number; email: string }) =>
      (await put(visitor, target.id, { name: 'Edited', email: target.email })).statusCode;
    for (const target of [administrator, peer, manager, user])
      assert.equal(await edit(await asAdmin(app), target), 200);
    assert.deepEqual(
      [
        await edit(manager.visitor, administrator),
        await edit(manager.visitor, peer),
        await edit(manager.visitor, user),
        await edit(manager.visitor, manager),
      ],
      [403, 403, 200, 200],
    );
    assert.deepEqual([await edit(user.visitor, user), await edit(user.visitor, peer)], [403, 403]);
  });

  test('managers cannot add viewed teams to their own account', async () => {
    const team = await makeTeam(app);
    const manager = await signedInAs(app, { role: 2, team: general });
    const answer = await put(manager.visitor, manager.id, { name: 'Me', email: manager.email, teams_can_view: [team] });
    assert.deepEqual([answer.statusCode, answer.json<User>().teams_can_view], [200, []]);
  });

  test('a password link that was mailed to the old address does not work any more', async () => {
    const { id } = await makeUser(app, { role: 3, team: general });
    const at = app.now().toISOString();
    await app.ctx.db
      .insertInto('password_links')
      .values({ token_hash: randomName(), user_id: id, created_at: at, expires_at: at })
      .execute();
    await put(await asAdmin(app), id, { name: 'x', email: `${randomName()}@example.com` });
    assert.deepEqual(await app.ctx.db.selectFrom('password_links').selectAll().where('user_id', '=', id).execute(), []);
  });
});

describe('deleting a user', () => {
  const app = useTestApp();
  const isIn = async (visitor: Visitor) => (await visitor.call(sessionContract.currentUser, {})).status === 200;

  test('ends sessions and sign-in; files stay, with the user’s name', async () => {
    const admin = await asAdmin(app);
    const gone = await signedInAs(app, { role: 3, team: general, sees: [general], name: 'Gone Girl' });
    const [file] = await upload(gone.visitor, 1, { name: 'left.txt' });
    assert.equal((await admin.call(usersContract.remove, { id: gone.id })).status, 204);
    assert.equal(await isIn(gone.visitor), false);
    assert.equal((await new Visitor(app.app).signIn(gone.email, password)).statusCode, 422);
    assert.deepEqual((await admin.call(usersContract.list, { search: 'Gone Girl' })).body, []);
    for (const answer of [
      await admin.call(usersContract.find, { id: gone.id }),
      await admin.call(usersContract.remove, { id: gone.id }),
      await admin.call(usersContract.suspend, { id: gone.id }),
      await admin.call(usersContract.changeTeam, { id: gone.id, team_id: general }),
    ])
      assert.equal(answer.status, 404);
    assert.deepEqual(
      await app.ctx.db.selectFrom('team_viewers').selectAll().where('user_id', '=', gone.id).execute(),
      [],
    );
    const listed = (await admin.call(filesContract.overview, { group_by: 'team', search: 'left.txt' })).body;
    assert.deepEqual(
      listed.groups.flatMap((group) => group.files).map((one) => one.user?.name),
      ['Gone Girl'],
    );
    assert.equal((await admin.send({ method: 'GET', url: `/storage/${file?.filepath}` })).statusCode, 200);
  });

  test('frees the e-mail address', async () => {
    const admin = await asAdmin(app);
    const gone = await makeUser(app, { role: 3, team: general });
    await admin.call(usersContract.remove, { id: gone.id });
    const again = await register(admin, form({ email: gone.email.toUpperCase() }));
    assert.equal(again.statusCode, 201);
    assert.ok(again.json<User>().id > gone.id);
    await admin.call(usersContract.remove, { id: again.json<User>().id });
    assert.equal((await register(admin, form({ email: gone.email }))).statusCode, 201);
  });

  test('is refused for one’s own account and for higher ranks', async () => {
    const admin = await asAdmin(app);
    const manager = await signedInAs(app, { role: 2, team: general });
    const peer = await makeUser(app, { role: 2, team: general });
    const user = await signedInAs(app, { role: 3, team: general });
    const remove = async (visitor: Visitor, id: number) => (await visitor.call(usersContract.remove, { id })).status;
    assert.deepEqual(
      [
        await remove(admin, 1),
        await remove(manager.visitor, manager.id),
        await remove(manager.visitor, 1),
        await remove(manager.visitor, peer.id),
      ],
      [403, 403, 403, 403],
    );
    assert.deepEqual([await remove(user.visitor, user.id), await remove(user.visitor, peer.id)], [403, 403]);
    assert.equal(await remove(await new Visitor(app.app).prime(), user.id), 401);
    assert.ok(await isIn(manager.visitor));
    assert.equal(await remove(manager.visitor, user.id), 204);
    assert.equal(await isIn(user.visitor), false);
  });

  test('succeeds once for simultaneous requests', async () => {
    const admin = await asAdmin(app);
    const { id } = await makeUser(app, { role: 3, team: general });
    const answers = await Promise.all([1, 2, 3].map(() => admin.call(usersContract.remove, { id })));
    assert.deepEqual(answers.map((answer) => answer.status).toSorted(), [204, 404, 404]);
  });
});
