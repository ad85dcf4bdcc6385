import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bulkContract } from '#features/containers/bulk/container-bulk.contract.ts';
import { cellsContract } from '#features/containers/cells/container-cells.contract.ts';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { containerWorkContract } from '#features/containers/work/container-work.contract.ts';
import { filesContract } from '#features/files/core/files.contract.ts';
import { passwordsContract } from '#features/passwords/passwords.contract.ts';
import { setPassword } from '#features/passwords/server/passwords.queries.ts';
import { sessionContract } from '#features/session/session.contract.ts';
import { usersContract } from '#features/users/users.contract.ts';
import { hashPassword } from '#server/access/password-hash.ts';
import type { RoleId } from '#shared/access.ts';
import { asAdmin, makeFileType, makeTeam, makeUser, password, signedIn, signedInAs, upload } from '#tests/make.ts';
import { openTestApp } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';
import { turnOnTwoFactor } from '#tests/two-factor.ts';
import { Visitor } from '#tests/visitor.ts';

const fresh = 'a brand-new secret 🚢';
const both = (text: string) => ({ new_password: text, new_password_confirmation: text });

async function open(): Promise<TestApp & { [Symbol.asyncDispose]: () => Promise<void> }> {
  const app = await openTestApp();
  return Object.assign(app, { [Symbol.asyncDispose]: app.close });
}

/** Runs `meanwhile` after the nth password hash of the next call, before the transaction of the call. */
function afterHash(app: TestApp, nth: number, meanwhile: () => Promise<void>): void {
  const { hashing } = app.ctx;
  const { run } = hashing;
  let hashes = 0;
  hashing.run = async (work, ip) => {
    const result = await run(work, ip);
    hashes += 1;
    if (hashes === nth) await meanwhile();
    return result;
  };
}

/** Runs `meanwhile` after the bytes of an upload have been stored, before its rows are written. */
function afterBytes(app: TestApp, meanwhile: () => Promise<void>): void {
  const { blobs } = app.ctx;
  const { publish } = blobs;
  blobs.publish = async (staged) => {
    await publish(staged);
    await meanwhile();
  };
}

/** Runs `meanwhile` after the gate of the next call, before its transaction begins. */
function beforeTransaction({ ctx: { db } }: TestApp, meanwhile: () => Promise<unknown>): void {
  const transaction = db.transaction.bind(db);
  db.transaction = () => {
    const begun = transaction();
    const execute = begun.execute.bind(begun);
    begun.execute = async (work) => {
      db.transaction = transaction;
      await meanwhile();
      return execute(work);
    };
    return begun;
  };
}

const resetTo = async (app: TestApp, userId: number, secret: string) => {
  const passwordHash = await hashPassword(secret);
  await app.ctx.db
    .transaction()
    .execute((tx) => setPassword(tx, { userId, passwordHash, given: true, keepSession: undefined }));
};

const setRole = async (app: TestApp, id: number, role_id: RoleId) => {
  await app.ctx.db.updateTable('users').set({ role_id }).where('id', '=', id).execute();
};

const closeModule = async (app: TestApp, name: string, role_id: RoleId) => {
  const { id } = await app.ctx.db.selectFrom('modules').select('id').where('name', '=', name).executeTakeFirstOrThrow();
  await app.ctx.db
    .updateTable('permissions')
    .set({ can_view: 0 })
    .where('module_id', '=', id)
    .where('role_id', '=', role_id)
    .execute();
};

const maySignIn = async (app: TestApp, email: string, secret: string) =>
  (await new Visitor(app.app).signIn(email, secret)).statusCode === 200;

test('a sign-in whose password is reset before it ends gets no session', async () => {
  await using app = await open();
  const { id, email } = await makeUser(app, { role: 3, team: 1 });
  afterHash(app, 1, () => resetTo(app, id, fresh));
  const visitor = new Visitor(app.app);
  assert.equal((await visitor.signIn(email, password)).statusCode, 422);
  assert.equal((await visitor.call(sessionContract.currentUser, {})).status, 401);
  assert.equal(await maySignIn(app, email, fresh), true);
});

test('a sign-in asks for a code if two-factor sign-in was turned on meanwhile', async () => {
  await using app = await open();
  const { visitor: owner, email } = await signedInAs(app, { role: 3, team: 1 });
  afterHash(app, 1, async () => void (await turnOnTwoFactor(app, owner)));
  const visitor = new Visitor(app.app);
  assert.deepEqual((await visitor.signIn(email, password)).json(), { two_factor: true });
  assert.equal((await visitor.call(sessionContract.currentUser, {})).status, 401);
});

test('a change of a password does not replace one that was reset meanwhile', async () => {
  await using app = await open();
  const { visitor, id, email } = await signedInAs(app, { role: 3, team: 1 });
  afterHash(app, 2, () => resetTo(app, id, fresh));
  const change = { current_password: password, ...both('another good secret') };
  assert.equal((await visitor.call(passwordsContract.change, change)).status, 422);
  assert.equal(await maySignIn(app, email, fresh), true);
});

test('of several changes of one password at once, one succeeds', async () => {
  await using app = await open();
  const { email } = await makeUser(app, { role: 3, team: 1 });
  const secrets = ['first new secret', 'second new secret', 'third new secret'];
  const sessions = await Promise.all(secrets.map(() => signedIn(app, email)));
  const answers = await Promise.all(
    sessions.map((visitor, index) =>
      visitor.call(passwordsContract.change, { current_password: password, ...both(secrets[index] ?? '') }),
    ),
  );
  const won = secrets.filter((_, index) => answers[index]?.status === 200);
  assert.equal(won.length, 1);
  assert.equal(await maySignIn(app, email, won[0] ?? ''), true);
});

test('a manager cannot set the password of a user who becomes an administrator during the call', async () => {
  await using app = await open();
  const manager = await signedInAs(app, { role: 2, team: 1 });
  const { id, email } = await makeUser(app, { role: 3, team: 1 });
  afterHash(app, 1, () => setRole(app, id, 1));
  assert.equal((await manager.visitor.call(passwordsContract.reset, { user_id: id, ...both(fresh) })).status, 403);
  assert.equal(await maySignIn(app, email, password), true);
});

test('a manager who loses the role during a call resets no password and registers no user', async () => {
  await using app = await open();
  const team = await makeTeam(app);
  const { id } = await makeUser(app, { role: 3, team });
  const manager = await makeUser(app, { role: 2, team });
  const [resetting, registering] = [await signedIn(app, manager.email), await signedIn(app, manager.email)];
  afterHash(app, 1, () => setRole(app, manager.id, 3));
  assert.equal((await resetting.call(passwordsContract.reset, { user_id: id, ...both(fresh) })).status, 403);
  await setRole(app, manager.id, 2);
  afterHash(app, 1, () => setRole(app, manager.id, 3));
  const user = { name: 'New', email: 'new@example.com', password, password_confirmation: password };
  const registered = await registering.call(usersContract.register, { ...user, role_id: 3, team_id: team });
  assert.equal(registered.status, 403);
  assert.equal(await maySignIn(app, user.email, password), false);
});

test('an upload is refused when the user loses the module, the session or the team while it is received', async () => {
  await using app = await open();
  const type = await makeFileType(app);
  const losses: [status: number, lose: (id: number) => Promise<void>][] = [
    [401, (id) => resetTo(app, id, fresh)],
    [
      422,
      async (id) => void (await app.ctx.db.updateTable('users').set({ team_id: null }).where('id', '=', id).execute()),
    ],
    [403, () => closeModule(app, 'Upload files module', 3)],
  ];
  const { publish } = app.ctx.blobs;
  for (const [status, lose] of losses) {
    const { visitor, id } = await signedInAs(app, { role: 3, team: await makeTeam(app) });
    app.ctx.blobs.publish = publish;
    afterBytes(app, () => lose(id));
    const sent = await visitor.call(filesContract.upload, { file_type_id: type }, [{ name: 'a.txt', bytes: 'a' }]);
    assert.equal(sent.status, status);
  }
  assert.deepEqual(await app.ctx.db.selectFrom('files').select('id').execute(), []);
});

test('a file that leaves the sight of a user while a replacement is received stays as it is', async () => {
  await using app = await open();
  const [own, other] = [await makeTeam(app), await makeTeam(app)];
  const { visitor, id } = await signedInAs(app, { role: 2, team: own, sees: [other] });
  const uploader = await signedInAs(app, { role: 3, team: other });
  const [file] = await upload(uploader.visitor, await makeFileType(app), { name: 'plan.txt' });
  afterBytes(app, async () => void (await app.ctx.db.deleteFrom('team_viewers').where('user_id', '=', id).execute()));
  const replaced = await visitor.call(filesContract.update, { id: file?.id ?? 0, _method: 'PUT' }, [
    { name: 'x', bytes: 'other' },
  ]);
  assert.equal(replaced.status, 404);
  const stored = await app.ctx.db.selectFrom('files').select('size').executeTakeFirstOrThrow();
  assert.equal(stored.size, file?.size);
});

test('a container that leaves the sight of a manager during a call stays as it is', async () => {
  await using app = await open();
  const [own, other] = [await makeTeam(app), await makeTeam(app)];
  const { visitor, id: userId } = await signedInAs(app, { role: 2, team: own, sees: [other] });
  const admin = await asAdmin(app);
  const details = { container_no: 'PO-1', expected_date: '2099-01-01', ex_factory_date: '2099-01-01' };
  const created = await admin.call(containersContract.create, { name: 'Before', ...details, team_id: other });
  const { id } = created.body;
  const calls: [name: string, call: () => Promise<{ status: number }>][] = [
    ['edit', () => visitor.call(containersContract.update, { id, name: 'After', ...details })],
    ['status', () => visitor.call(containersContract.changeStatus, { id, status: 'Received' })],
    ['delay', () => visitor.call(containerWorkContract.delay, { id, kind: 'pfi', reason: 'Storm' })],
    ['comment', () => visitor.call(containerWorkContract.comment, { id, text: 'Hello' })],
    ['follow', () => visitor.call(containerWorkContract.follow, { id })],
    ['bulk', () => visitor.call(bulkContract.change, { ids: [id], set: { vessel: 'X' } })],
    ['cells', () => visitor.call(cellsContract.change, { rows: [{ id, version: 1, values: { vessel: 'X' } }] })],
    ['delete', () => visitor.call(containersContract.remove, { id })],
  ];
  const seesOther = { user_id: userId, team_id: other };
  for (const [name, call] of calls) {
    beforeTransaction(app, () => app.ctx.db.deleteFrom('team_viewers').where('user_id', '=', userId).execute());
    assert.deepEqual([name, (await call()).status], [name, 404]);
    await app.ctx.db.insertInto('team_viewers').values(seesOther).execute();
  }
  const { status, body } = await visitor.call(containersContract.find, { id });
  assert.deepEqual(
    [status, body.name, body.status_name, body.version],
    [200, 'Before', 'Not Received', created.body.version],
  );
});

test('a manager who loses the role during a call shares no view', async () => {
  await using app = await open();
  const { visitor, id } = await signedInAs(app, { role: 2, team: await makeTeam(app) });
  const view = { name: 'Late', query: 'preset=late', columns: [], shared: true };
  beforeTransaction(app, () => setRole(app, id, 3));
  assert.equal((await visitor.call(containerWorkContract.saveView, view)).status, 403);
  await setRole(app, id, 2);
  const saved = await visitor.call(containerWorkContract.saveView, { ...view, shared: false });
  beforeTransaction(app, () => setRole(app, id, 3));
  assert.equal((await visitor.call(containerWorkContract.changeView, { id: saved.body.id, ...view })).status, 403);
  const views = await app.ctx.db.selectFrom('saved_views').select('shared').execute();
  assert.deepEqual(
    views.map(({ shared }) => shared),
    [0],
  );
});

test('an email address is not a password for its owner', async () => {
  await using app = await open();
  const admin = await asAdmin(app);
  const { visitor, id, email } = await signedInAs(app, { role: 3, team: 1 });
  const asEmail = both(email.toUpperCase());
  const answers = [
    await visitor.call(passwordsContract.change, { current_password: password, ...asEmail }),
    await admin.call(passwordsContract.reset, { user_id: id, ...asEmail }),
    await admin.call(usersContract.register, {
      name: 'New',
      email: 'new@example.com',
      password: 'new@example.com',
      password_confirmation: 'new@example.com',
      role_id: 3,
      team_id: 1,
    }),
  ];
  for (const { status, failure } of answers) assert.deepEqual([status, failure.code], [422, 'password.is_email']);
});
