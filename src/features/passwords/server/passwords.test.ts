import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { passwordsContract } from '#features/passwords/passwords.contract.ts';
import { sessionContract } from '#features/session/session.contract.ts';
import { changeNameAndEmail } from '#features/users/server/users.queries.ts';
import { usersContract } from '#features/users/users.contract.ts';
import { lockRights } from '#server/access/access.queries.ts';
import { sendMails, useMailServer } from '#tests/mail-server.ts';
import { asAdmin, makeTeam, makeUser, password, signedIn, signedInAs } from '#tests/make.ts';
import { openTestApp, useTestApp } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';
import { Visitor } from '#tests/visitor.ts';

const fresh = 'a brand-new secret 🚢';
const both = (text: string) => ({ new_password: text, new_password_confirmation: text });

describe('changing one’s own password', () => {
  const app = useTestApp();

  test('invalidates the old password and ends all other sessions', async () => {
    const { visitor, email } = await signedInAs(app, { role: 3, team: await makeTeam(app) });
    const elsewhere = await signedIn(app, email);
    const answer = await visitor.call(passwordsContract.change, { current_password: password, ...both(fresh) });
    assert.deepEqual([answer.status, answer.body], [200, { message: 'Password changed successfully!' }]);
    assert.equal((await visitor.call(sessionContract.currentUser, {})).status, 200);
    assert.equal((await elsewhere.call(sessionContract.currentUser, {})).status, 401);
    assert.equal((await new Visitor(app.app).signIn(email, password)).statusCode, 422);
    assert.equal((await new Visitor(app.app).signIn(email, fresh)).statusCode, 200);
  });

  test('is refused with the name of the field and without a change', async () => {
    const { visitor, email } = await signedInAs(app, { role: 3, team: await makeTeam(app) });
    const cases: [object, string][] = [
      [{ current_password: 'wrong', ...both(fresh) }, 'current_password'],
      [{ current_password: password, new_password: fresh, new_password_confirmation: 'other' }, 'new_password'],
      [{ current_password: password, ...both('seven 7') }, 'new_password'],
      [{ current_password: password, ...both('x'.repeat(1025)) }, 'new_password'],
      [{ current_password: password, ...both('x'.repeat(100_000)) }, 'new_password'],
      [{ current_password: password, ...both('PassWord1') }, 'new_password'],
      [{ current_password: password, ...both('123456789') }, 'new_password'],
      [{ current_password: password, new_password: fresh }, 'new_password_confirmation'],
      [both(fresh), 'current_password'],
    ];
    for (const [input, field] of cases) {
      const answer = await visitor.call(passwordsContract.change, input as never);
      assert.deepEqual(
        [answer.status, Object.keys(answer.failure.errors ?? {})[0]],
        [422, field],
        JSON.stringify(input).slice(0, 90),
      );
    }
    assert.equal((await new Visitor(app.app).signIn(email, password)).statusCode, 200);
  });

  test('accepts 8 to 1,024 code points of any script', async () => {
    for (const secret of [
      '🚢🚢🚢🚢🚢🚢🚢🚢',
      ' leading and trailing ',
      'é'.normalize('NFD').repeat(4) + 'wxyz',
      'ab'.repeat(512),
    ]) {
      const { visitor, email } = await signedInAs(app, { role: 3, team: await makeTeam(app) });
      assert.equal(
        (await visitor.call(passwordsContract.change, { current_password: password, ...both(secret) })).status,
        200,
      );
      assert.equal((await new Visitor(app.app).signIn(email, secret)).statusCode, 200);
      assert.equal(
        (await new Visitor(app.app).signIn(email, secret.slice(0, -1))).statusCode,
        422,
        'the last letter counts',
      );
    }
  });

  test('is throttled for wrong current passwords', async () => {
    const { visitor } = await signedInAs(app, { role: 3, team: await makeTeam(app) });
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 7; attempt += 1) {
      statuses.push(
        (await visitor.call(passwordsContract.change, { current_password: `guess ${attempt}`, ...both(fresh) })).status,
      );
    }
    assert.deepEqual(statuses, [422, 422, 422, 422, 422, 429, 429]);
    assert.equal((await visitor.call(sessionContract.currentUser, {})).status, 200);
  });
});

describe('resetting another’s password', () => {
  const app = useTestApp();
  const reset = (visitor: Visitor, user_id: unknown) =>
    visitor.call(passwordsContract.reset, { user_id, ...both(fresh) } as never);

  test('ends all sessions of the user and notifies them', async () => {
    const target = await signedInAs(app, { role: 3, team: await makeTeam(app) });
    const admin = await asAdmin(app);
    assert.deepEqual((await reset(admin, target.id)).body, { message: 'Password reset successfully!' });
    assert.equal((await target.visitor.call(sessionContract.currentUser, {})).status, 401);
    assert.equal((await new Visitor(app.app).signIn(target.email, fresh)).statusCode, 200);
    const notices = await app.ctx.db.selectFrom('notifications').select(['title', 'user_id']).execute();
    assert.deepEqual(
      notices.map((notice) => [notice.title, notice.user_id]),
      [['Your password was reset', target.id]],
    );
  });

  test('is for role 1, and for role 2 with ordinary users and their own account', async () => {
    const team = await makeTeam(app);
    const manager = await signedInAs(app, { role: 2, team });
    const user = await signedInAs(app, { role: 3, team });
    const others = {
      admin: 1,
      manager: (await makeUser(app, { role: 2, team })).id,
      user: (await makeUser(app, { role: 3, team })).id,
    };
    assert.equal((await reset(manager.visitor, others.admin)).status, 403);
    assert.equal((await reset(manager.visitor, others.manager)).status, 403);
    assert.equal((await reset(manager.visitor, others.user)).status, 200);
    assert.equal((await reset(manager.visitor, manager.id)).status, 200);
    assert.equal((await manager.visitor.call(sessionContract.currentUser, {})).status, 200);
    assert.equal((await reset(user.visitor, others.user)).status, 403);
    const admin = await asAdmin(app);
    assert.equal((await reset(admin, others.manager)).status, 200);
  });

  test('is refused without a user and for an unknown user', async () => {
    const admin = await asAdmin(app);
    for (const id of [undefined, '', null, 'x', 0, -1, 1.5, 987_654]) {
      const answer = await reset(admin, id);
      assert.equal(answer.status, 422, String(id));
      assert.ok(answer.failure.errors?.['user_id']);
    }
    assert.equal((await reset(admin, undefined)).failure.message, 'Please select a user');
  });
});

describe('‘Forgot password?’ with a mail server', () => {
  const server = useMailServer();
  const app = {} as TestApp;
  before(async () => {
    const settings = { MAIL_FROM: 'Stowage <files@example.com>', PUBLIC_URL: 'http://files.example.com' };
    Object.assign(app, await openTestApp({ SMTP_URL: server.url, ...settings }));
  });
  after(() => app.close());
  const forgot = async (email: string) => {
    const answer = await (await new Visitor(app.app).prime()).call(passwordsContract.forgot, { email });
    await sendMails(app);
    return answer;
  };
  const linkIn = (mail: string) => {
    const text = mail.replace(/=\r?\n/g, '').replaceAll('=3D', '=');
    return /http:\/\/files\.example\.com\/#new-password=([\w-]+)/.exec(text)?.[1] ?? '';
  };
  const use = async (token: string, secret = fresh) =>
    (await new Visitor(app.app).prime()).call(passwordsContract.setByLink, { token, ...both(secret) });

  test('the response is the same for every address, and only accounts get a mail', async () => {
    const { email } = await makeUser(app, { role: 3, team: 1 });
    const before = server.received();
    const unknown = await forgot('nobody@example.com');
    const known = await forgot(email.toUpperCase());
    assert.deepEqual([known.status, known.body], [200, unknown.body]);
    const mail = await server.next();
    assert.match(mail, new RegExp(`To: ${email}`, 'i'));
    assert.match(mail, /Content-Type: text\/plain/);
    assert.match(mail, /Content-Type: text\/html/);
    assert.equal(server.received(), before + 1);
  });

  test('the link sets a new password once, and ends every session', async () => {
    const person = await signedInAs(app, { role: 3, team: 1 });
    await forgot(person.email);
    const token = linkIn(await server.next());
    assert.equal((await use(token, 'short')).status, 422);
    assert.equal((await use(token)).status, 200);
    assert.equal((await person.visitor.call(sessionContract.currentUser, {})).status, 401);
    assert.equal((await new Visitor(app.app).signIn(person.email, fresh)).statusCode, 200);
    assert.equal((await use(token, 'another good secret')).status, 422);
    const rows = JSON.stringify(await app.ctx.db.selectFrom('password_links').selectAll().execute());
    assert.ok(!rows.includes(token));
  });

  test('a forged link is invalid, and so is a link after an hour or a change of the password', async () => {
    const { email } = await makeUser(app, { role: 3, team: 1 });
    await forgot(email);
    const token = linkIn(await server.next());
    app.setNow(new Date(Date.now() + 61 * 60 * 1000));
    assert.equal((await use(token)).status, 422);
    app.setNow(new Date());
    assert.equal((await use('made-up')).status, 422);
    const changed = await signedInAs(app, { role: 3, team: 1 });
    await forgot(changed.email);
    const old = linkIn(await server.next());
    await changed.visitor.call(passwordsContract.change, { current_password: password, ...both(fresh) });
    assert.equal((await use(old, 'another good secret')).status, 422);
  });

  test('no link is mailed to an address that changes while the link is made', async () => {
    const { id, name, email } = await makeUser(app, { role: 3, team: 1 });
    // The first request of a product takes longer.
    await forgot('nobody@example.com');
    const before = server.received();
    let asking!: Promise<unknown>;
    await app.ctx.db.transaction().execute(async (tx) => {
      await lockRights(tx);
      await changeNameAndEmail(tx, id, { name, email: `new-${email}` });
      asking = forgot(email);
      // Making the link waits for the lock on the rights now.
      await Promise.race([asking, sleep(1000)]);
    });
    await asking;
    assert.equal(server.received(), before);
  });

  test('repeated requests are refused', async () => {
    const { email } = await makeUser(app, { role: 3, team: 1 });
    const statuses: number[] = [];
    for (let asked = 0; asked < 6; asked += 1) statuses.push((await forgot(email)).status);
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429]);
    for (let sent = 0; sent < 5; sent += 1) await server.next();
    assert.equal(
      (await new Visitor(app.app).signIn(email, password)).statusCode,
      200,
      'signing in is not held up by it',
    );
  });
});

describe('‘Forgot password?’ without a mail server', () => {
  const app = useTestApp();
  test('notifies roles 1 and 2, and the response says to contact one of them', async () => {
    const team = await makeTeam(app);
    const { email, name } = await makeUser(app, { role: 3, team });
    const manager = await makeUser(app, { role: 2, team });
    const visitor = await new Visitor(app.app).prime();
    const known = await visitor.call(passwordsContract.forgot, { email });
    assert.match(known.body.message, /Contact one of them/);
    assert.deepEqual((await visitor.call(passwordsContract.forgot, { email: 'x@example.com' })).body, known.body);
    const notified = async () =>
      app.ctx.db.selectFrom('notifications').select(['user_id', 'message']).orderBy('user_id').execute();
    await app.ctx.deferred.flush();
    const rows = await notified();
    assert.deepEqual(
      rows.map((row) => row.user_id),
      [1, manager.id],
    );
    assert.ok(rows.every((row) => row.message.includes(name) && row.message.includes(email)));
  });
});

describe('one’s own sessions', () => {
  const app = useTestApp();

  test('are listed and can be ended one by one or all others at once, unlike sessions of others', async () => {
    const { visitor, email } = await signedInAs(app, { role: 3, team: await makeTeam(app) });
    const [second, third] = [await signedIn(app, email), await signedIn(app, email)];
    const stranger = await signedInAs(app, { role: 1, team: 1 });
    const sessions = (await visitor.call(passwordsContract.sessions, {})).body;
    assert.deepEqual([sessions.length, sessions.filter((session) => session.current).length], [3, 1]);
    assert.ok(sessions.every((session) => session.address === '127.0.0.1'));
    const inSecond = (await second.call(passwordsContract.sessions, {})).body.find((session) => session.current);
    assert.equal(
      (await stranger.visitor.call(passwordsContract.endSession, { id: inSecond?.id as string })).status,
      404,
    );
    assert.equal((await visitor.call(passwordsContract.endSession, { id: inSecond?.id as string })).status, 204);
    assert.equal((await second.call(sessionContract.currentUser, {})).status, 401);
    assert.equal((await visitor.call(passwordsContract.endOtherSessions, {})).status, 204);
    assert.equal((await third.call(sessionContract.currentUser, {})).status, 401);
    assert.equal((await visitor.call(sessionContract.currentUser, {})).status, 200);
    assert.equal((await stranger.visitor.call(sessionContract.currentUser, {})).status, 200);
  });
});

describe('a password that another user chose', () => {
  const app = useTestApp();
  const isGiven = async (visitor: Visitor) => (await visitor.call(passwordsContract.own, {})).body.given;

  test('is marked until its owner chooses a new one', async () => {
    const admin = await asAdmin(app);
    assert.equal(await isGiven(admin), true, 'the first administrator');
    const email = 'given@example.com';
    const created = await admin.call(usersContract.register, {
      name: 'Given',
      email,
      password,
      password_confirmation: password,
      role_id: 3,
      team_id: await makeTeam(app),
    });
    const person = await signedIn(app, email);
    assert.equal(await isGiven(person), true);
    await person.call(passwordsContract.change, { current_password: password, ...both(fresh) });
    assert.equal(await isGiven(person), false);
    await admin.call(passwordsContract.reset, { user_id: created.body.id, ...both(password) });
    assert.equal(await isGiven(await signedIn(app, email)), true);
  });

  test('does not include a reset of one’s own password', async () => {
    const admin = await asAdmin(app);
    const { id } = (await admin.call(sessionContract.currentUser, {})).body;
    await admin.call(passwordsContract.reset, { user_id: id, ...both(fresh) });
    assert.equal(await isGiven(admin), false);
  });
});
