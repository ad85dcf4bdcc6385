import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { filesContract } from '#features/files/core/files.contract.ts';
import { notificationsContract } from '#features/notifications/notifications.contract.ts';
import { passwordsContract } from '#features/passwords/passwords.contract.ts';
import { twoFactorContract } from '#features/passwords/two-factor.contract.ts';
import { permissionsContract } from '#features/permissions/permissions.contract.ts';
import { sessionContract } from '#features/session/session.contract.ts';
import { usersContract } from '#features/users/users.contract.ts';
import { openMailServer, sendMails } from '#tests/mail-server.ts';
import { asAdmin, makeTeam, makeUser, password, signedIn, signedInAs } from '#tests/make.ts';
import { adminPassword, openTestApp, useTestApp } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';
import { codeAt, nextCode, turnOnTwoFactor } from '#tests/two-factor.ts';
import { Visitor } from '#tests/visitor.ts';

const minuteMs = 60_000;
const later = (app: TestApp, ms: number) => app.setNow(new Date(app.now().getTime() + ms));
const isSignedIn = async (visitor: Visitor) => (await visitor.call(sessionContract.currentUser, {})).status === 200;

/** Creates a user with two-factor sign-in and returns their secrets. */
async function makeTwoFactorUser(app: TestApp, role: 1 | 2 | 3 = 3) {
  const person = await signedInAs(app, { role, team: 1 });
  return { ...person, ...(await turnOnTwoFactor(app, person.visitor)) };
}

/** Returns a visitor who has entered the password but not the code. */
async function enterPassword(app: TestApp, email: string, remember?: boolean): Promise<Visitor> {
  const visitor = new Visitor(app.app);
  const answer = await visitor.signIn(email, password, remember);
  assert.deepEqual([answer.statusCode, answer.json()], [200, { two_factor: true }]);
  return visitor;
}

const typeCode = (visitor: Visitor, code: string) => visitor.call(sessionContract.loginCode, { code });

test('the code generator of these tests matches RFC 6238', () => {
  const secret = Buffer.from('12345678901234567890');
  // Appendix B, SHA-1, the last six of the eight digits.
  const vectors = { 59: '287082', 1111111109: '081804', 1234567890: '005924', 2000000000: '279037' };
  for (const [seconds, code] of Object.entries(vectors)) assert.equal(codeAt(secret, new Date(+seconds * 1000)), code);
});

describe('turning two-factor sign-in on and off', () => {
  const app = useTestApp({ BRAND_NAME: 'Hansa & Söhne' });

  test('a second secret that is asked for at the same moment does not replace the confirmed one', async () => {
    const { visitor } = await signedInAs(app, { role: 3, team: await makeTeam(app) });
    const { secret } = (await visitor.call(twoFactorContract.begin, { current_password: password })).body;
    const [second, enabled] = await Promise.all([
      visitor.call(twoFactorContract.begin, { current_password: password }),
      visitor.call(twoFactorContract.enable, { code: nextCode(app, secret) }),
    ]);
    // Either the first one is on, or none is.
    assert.deepEqual([second.status, enabled.status].toSorted(), second.status === 200 ? [200, 422] : [200, 409]);
    if (enabled.status !== 200) return;
    const proof = { current_password: password, code: nextCode(app, secret) };
    assert.equal((await visitor.call(twoFactorContract.disable, proof)).status, 200);
  });

  test('requires the password and a first code, ends other sessions, and returns ten codes once', async () => {
    const { visitor, email } = await signedInAs(app, { role: 3, team: await makeTeam(app) });
    const elsewhere = await signedIn(app, email);
    const wrong = await visitor.call(twoFactorContract.begin, { current_password: 'wrong' });
    assert.deepEqual([wrong.status, Object.keys(wrong.failure.errors ?? {})], [422, ['current_password']]);
    const { secret, link } = (await visitor.call(twoFactorContract.begin, { current_password: password })).body;
    assert.match(secret, /^[A-Z2-7]{32}$/);
    const url = new URL(link);
    assert.deepEqual(
      [url.protocol, url.host, url.searchParams.get('secret'), url.searchParams.get('issuer')],
      ['otpauth:', 'totp', secret, 'Hansa & Söhne'],
    );
    assert.equal(decodeURIComponent(url.pathname), `/Hansa & Söhne:${email}`);
    assert.equal((await new Visitor(app.app).signIn(email, password)).json().two_factor, undefined, 'not on yet');

    assert.equal((await visitor.call(twoFactorContract.enable, { code: '000000' })).status, 422);
    const code = codeAt(secret, app.now());
    const on = await visitor.call(twoFactorContract.enable, { code: `${code.slice(0, 3)} ${code.slice(3)}` });
    assert.equal(on.status, 200);
    assert.equal(new Set(on.body.recovery_codes).size, 10);
    assert.ok(await isSignedIn(visitor));
    assert.ok(!(await isSignedIn(elsewhere)));
    const state = (await visitor.call(twoFactorContract.state, {})).body;
    assert.deepEqual([state.enabled_at !== null, state.recovery_codes_left, state.required], [true, 10, false]);
    assert.equal((await visitor.call(twoFactorContract.begin, { current_password: password })).status, 409);
    assert.equal((await visitor.call(twoFactorContract.enable, { code: nextCode(app, secret) })).status, 409);

    const rows = [
      await app.ctx.db.selectFrom('two_factor_secrets').selectAll().execute(),
      await app.ctx.db.selectFrom('recovery_codes').selectAll().execute(),
    ];
    const plain = [secret, ...on.body.recovery_codes.flatMap((one) => [one, one.replaceAll('-', '')])];
    for (const text of plain) assert.ok(!JSON.stringify(rows).includes(text), 'nothing is kept as it is');
  });

  test('a secret is valid only for the user it was created for', async () => {
    const [thief, victim] = [await makeTwoFactorUser(app), await makeTwoFactorUser(app)];
    const { db } = app.ctx;
    const row = await db
      .selectFrom('two_factor_secrets')
      .select('secret')
      .where('user_id', '=', thief.id)
      .executeTakeFirstOrThrow();
    await db.updateTable('two_factor_secrets').set(row).where('user_id', '=', victim.id).execute();
    const visitor = await enterPassword(app, victim.email);
    assert.equal((await typeCode(visitor, nextCode(app, thief.secret))).status, 422);
  });

  test('can be turned off with password and code, and then the password is enough', async () => {
    const { visitor, email, secret, recoveryCodes } = await makeTwoFactorUser(app);
    const off = (current_password: string, code: string) =>
      visitor.call(twoFactorContract.disable, { current_password, code });
    assert.equal((await off('wrong', nextCode(app, secret))).status, 422);
    assert.equal((await off(password, '123456')).status, 422);
    assert.equal((await off(password, recoveryCodes[0] as string)).status, 200);
    assert.equal((await off(password, recoveryCodes[1] as string)).status, 409);
    assert.ok(await isSignedIn(await signedIn(app, email)));
    assert.deepEqual((await visitor.call(twoFactorContract.state, {})).body, {
      enabled_at: null,
      app: false,
      passkeys: [],
      passkeys_refused: false,
      recovery_codes_left: 0,
      required: false,
    });
  });

  test('a correct password does not reset the count of wrong codes', async () => {
    const { visitor } = await makeTwoFactorUser(app);
    const statuses: number[] = [];
    for (let guess = 0; guess < 6; guess += 1)
      statuses.push(
        (await visitor.call(twoFactorContract.disable, { current_password: password, code: `00000${guess}` })).status,
      );
    assert.deepEqual(statuses, [422, 422, 422, 422, 422, 429]);
  });
});

describe('signing in with a code', () => {
  const app = useTestApp();

  test('requires the code after the password, and keeps ‘Remember me’', async () => {
    const { email, secret, id } = await makeTwoFactorUser(app);
    for (const remember of [true, false]) {
      const visitor = await enterPassword(app, email, remember);
      assert.ok(!(await isSignedIn(visitor)));
      for (const url of ['/api/notifications', '/api/two-factor', '/api/sessions'])
        assert.equal((await visitor.send({ method: 'GET', url })).statusCode, 401);
      const before = visitor.cookies.get('stowage_session');
      const answer = await typeCode(visitor, nextCode(app, secret));
      assert.deepEqual([answer.status, answer.body.user.id], [200, id]);
      assert.deepEqual((await visitor.call(sessionContract.currentUser, {})).body, answer.body.user);
      assert.notEqual(visitor.cookies.get('stowage_session'), before);
      const cookie = answer.raw.cookies.find((one) => one.name === 'stowage_session');
      assert.equal(cookie?.maxAge !== undefined, remember);
    }
  });

  test('a code is valid once, within one time step, and earlier codes become invalid', async () => {
    const { email, secret } = await makeTwoFactorUser(app);
    const at = (steps: number) => codeAt(secret, new Date(app.now().getTime() + steps * 30_000));
    later(app, 10 * minuteMs);
    const first = await enterPassword(app, email);
    assert.deepEqual(
      [
        (await typeCode(first, at(-2))).status,
        (await typeCode(first, at(2))).status,
        (await typeCode(first, at(0))).status,
      ],
      [422, 422, 200],
    );
    const second = await enterPassword(app, email);
    assert.deepEqual(
      [
        (await typeCode(second, at(0))).status,
        (await typeCode(second, at(-1))).status,
        (await typeCode(second, at(1))).status,
      ],
      [422, 422, 200],
    );
  });

  test('a code is valid once, also for simultaneous requests', async () => {
    const { email, secret } = await makeTwoFactorUser(app);
    const visitors = await Promise.all([1, 2, 3].map(() => enterPassword(app, email)));
    const code = nextCode(app, secret);
    const statuses = (await Promise.all(visitors.map((visitor) => typeCode(visitor, code)))).map((one) => one.status);
    assert.deepEqual(statuses.toSorted(), [200, 422, 422]);
  });

  test('a pending sign-in is valid for five minutes and one sign-in', async () => {
    const { email, secret } = await makeTwoFactorUser(app);
    const late = await enterPassword(app, email);
    later(app, 5 * minuteMs);
    assert.equal((await typeCode(late, nextCode(app, secret))).status, 401);
    const visitor = await enterPassword(app, email);
    const cookies = new Map(visitor.cookies);
    assert.equal((await typeCode(visitor, nextCode(app, secret))).status, 200);
    const again = new Visitor(app.app);
    for (const [name, value] of cookies) again.cookies.set(name, value);
    assert.equal((await typeCode(again, nextCode(app, secret))).status, 401);
    assert.equal((await typeCode(await new Visitor(app.app).prime(), nextCode(app, secret))).status, 401);
  });

  test('a recovery code is valid once, in any notation, until new ones are created', async () => {
    const { visitor, email, secret, recoveryCodes } = await makeTwoFactorUser(app);
    const [one = '', two = ''] = recoveryCodes;
    assert.equal((await typeCode(await enterPassword(app, email), ` ${one.replaceAll('-', ' ')}`)).status, 200);
    assert.equal((await typeCode(await enterPassword(app, email), one)).status, 422);
    assert.equal((await visitor.call(twoFactorContract.state, {})).body.recovery_codes_left, 9);
    const renewed = await visitor.call(twoFactorContract.renewCodes, {
      current_password: password,
      code: nextCode(app, secret),
    });
    assert.equal(renewed.body.recovery_codes.length, 10);
    const half = await enterPassword(app, email);
    assert.equal((await typeCode(half, two)).status, 422);
    assert.equal((await typeCode(half, renewed.body.recovery_codes[9] as string)).status, 200);
  });

  test('wrong codes are throttled, and a correct password does not reset the count', async () => {
    const { email, secret } = await makeTwoFactorUser(app);
    const statuses: number[] = [];
    for (let guess = 0; guess < 6; guess += 1)
      statuses.push((await typeCode(await enterPassword(app, email), `11111${guess}`)).status);
    assert.deepEqual(statuses, [422, 422, 422, 422, 422, 429]);
    const held = await typeCode(await enterPassword(app, email), nextCode(app, secret));
    assert.deepEqual([held.status, Number(held.raw.headers['retry-after']) > 0], [429, true]);
    later(app, 16 * minuteMs);
    assert.equal((await typeCode(await enterPassword(app, email), nextCode(app, secret))).status, 200);
  });

  test('a password reset or a suspension ends a pending sign-in', async () => {
    const admin = await asAdmin(app);
    const { id, email, secret } = await makeTwoFactorUser(app);
    const suspended = await enterPassword(app, email);
    await admin.call(usersContract.suspend, { id });
    assert.equal((await typeCode(suspended, nextCode(app, secret))).status, 401);
    await admin.call(usersContract.reactivate, { id });
    const reset = await enterPassword(app, email);
    const fresh = { new_password: 'another quay at dawn', new_password_confirmation: 'another quay at dawn' };
    await admin.call(passwordsContract.reset, { user_id: id, ...fresh });
    assert.equal((await typeCode(reset, nextCode(app, secret))).status, 401);
    const answer = await new Visitor(app.app).signIn(email, fresh.new_password);
    assert.deepEqual(answer.json(), { two_factor: true }, 'it stays on');
  });

  test('an administrator can turn it off for a user, who is notified', async () => {
    const user = await makeTwoFactorUser(app, 3);
    const manager = await signedInAs(app, { role: 2, team: 1 });
    const other = await makeTwoFactorUser(app, 2);
    const turnOff = (visitor: Visitor, id: number) => visitor.call(usersContract.turnOffTwoFactor, { id });
    assert.equal((await turnOff(user.visitor, other.id)).status, 403);
    assert.equal((await turnOff(manager.visitor, other.id)).status, 403);
    assert.equal((await turnOff(other.visitor, other.id)).status, 403, 'one’s own takes a code');
    const half = await enterPassword(app, user.email);
    const off = await turnOff(manager.visitor, user.id);
    assert.equal((await turnOff(manager.visitor, user.id)).status, 409);
    assert.deepEqual([off.status, off.body.two_factor_at], [200, null]);
    assert.equal((await typeCode(half, nextCode(app, user.secret))).status, 401);
    const [notice] = (await (await signedIn(app, user.email)).call(notificationsContract.list, {})).body;
    assert.equal(notice?.title, 'Two-factor sign-in was turned off');
    assert.match(notice?.message ?? '', new RegExp(manager.name));
    assert.equal((await turnOff(await asAdmin(app), other.id)).status, 200);
  });
});

describe('two-factor sign-in that is required', () => {
  const app = useTestApp({ REQUIRE_TWO_FACTOR: 'administrators' });

  test('must be set up before any call other than signing out', async () => {
    const visitor = new Visitor(app.app);
    const answer = await visitor.signIn('admin@example.com', adminPassword);
    assert.equal(answer.json().user.must_set_up_two_factor, true);
    assert.equal((await visitor.call(sessionContract.currentUser, {})).body.must_set_up_two_factor, true);
    assert.equal((await visitor.call(permissionsContract.list, {})).status, 200);
    const refused = [
      await visitor.call(notificationsContract.list, {}),
      await visitor.call(usersContract.list, {}),
      await visitor.call(filesContract.overview, {}),
      await visitor.call(filesContract.upload, { file_type_id: 1 }, [{ name: 'a.txt', bytes: 'a' }]),
      await visitor.call(usersContract.remove, { id: 1 }),
      await visitor.call(passwordsContract.change, {} as never),
    ];
    for (const { status, failure } of refused) {
      assert.equal(status, 403);
      assert.match(failure.message, /Set it up first/);
    }
    assert.equal((await visitor.call(twoFactorContract.state, {})).body.required, true);
    const { secret } = await turnOnTwoFactor(app, visitor, adminPassword);
    assert.equal((await visitor.call(usersContract.list, {})).status, 200);
    assert.equal((await visitor.call(sessionContract.currentUser, {})).body.must_set_up_two_factor, undefined);
    assert.equal((await visitor.call(sessionContract.logout, {})).status, 204);
    const again = new Visitor(app.app);
    assert.deepEqual((await again.signIn('admin@example.com', adminPassword)).json(), { two_factor: true });
    assert.equal((await typeCode(again, nextCode(app, secret))).status, 200);
  });

  test('applies to roles 1 and 2, who may still sign out', async () => {
    const user = await signedInAs(app, { role: 3, team: 1 });
    assert.equal((await user.visitor.call(notificationsContract.list, {})).status, 200);
    const manager = await signedInAs(app, { role: 2, team: 1 });
    assert.equal((await manager.visitor.call(notificationsContract.list, {})).status, 403);
    assert.equal((await manager.visitor.call(sessionContract.logout, {})).status, 204);
  });
});

describe('a call that requires a recent password', () => {
  const app = useTestApp();
  const fresh = { new_password: 'another quay at dawn', new_password_confirmation: 'another quay at dawn' };

  test('requires it ten minutes after it was typed last, and not before', async () => {
    const admin = await asAdmin(app);
    const target = await makeTwoFactorUser(app, 2);
    const { id, name } = target;
    const [file] = (await admin.call(filesContract.upload, { file_type_id: 1 }, [{ name: 'a', bytes: 'a' }])).body
      .files;
    await admin.call(filesContract.remove, { id: file?.id as number });
    const ask = {
      email: (email: string) => admin.call(usersContract.update, { id, name, email }),
      reset: () => admin.call(passwordsContract.reset, { user_id: id, ...fresh }),
      turnOff: () => admin.call(usersContract.turnOffTwoFactor, { id }),
      remove: () => admin.send({ method: 'DELETE', url: `/api/trash/${file?.id}` }),
    };
    assert.equal((await ask.email('first@example.com')).status, 200, 'signing in counts');
    later(app, 10 * minuteMs + 1);
    for (const answer of [await ask.email('second@example.com'), await ask.reset(), await ask.turnOff()]) {
      assert.equal(answer.status, 403);
      assert.deepEqual(answer.raw.json(), {
        message: 'Confirm your password first.',
        code: 'password.confirmation_required',
        details: { confirm_password: true },
      });
    }
    assert.equal((await ask.remove()).statusCode, 403);
    const state = (await admin.call(usersContract.find, { id })).body;
    assert.deepEqual([state.email, state.two_factor_at !== null], ['first@example.com', true], 'nothing has happened');

    const wrong = await admin.call(passwordsContract.confirm, { password: 'wrong' });
    assert.deepEqual([wrong.status, Object.keys(wrong.failure.errors ?? {})], [422, ['password']]);
    assert.equal((await ask.turnOff()).status, 403);
    assert.equal((await admin.call(passwordsContract.confirm, { password: adminPassword })).status, 200);
    assert.deepEqual(
      [(await ask.email('second@example.com')).status, (await ask.turnOff()).status, (await ask.reset()).status],
      [200, 200, 200],
    );
    assert.equal((await ask.remove()).statusCode, 204);
  });

  test('is not changing a name or resetting the password of an ordinary user', async () => {
    const { visitor } = await signedInAs(app, { role: 1, team: 1 });
    const user = await makeUser(app, { role: 3, team: 1 });
    later(app, 11 * minuteMs);
    const { id, email } = user;
    assert.equal((await visitor.call(usersContract.update, { id, name: 'Other', email })).status, 200);
    assert.equal((await visitor.call(passwordsContract.reset, { user_id: id, ...fresh })).status, 200);
  });

  test('is confirmed for one session only, and wrong passwords are throttled', async () => {
    const { visitor, email, id, name } = await signedInAs(app, { role: 1, team: 1 });
    later(app, 11 * minuteMs);
    const other = await signedIn(app, email);
    const change = (by: Visitor) => by.call(usersContract.update, { id, name, email: `x${email}` });
    assert.equal((await change(visitor)).status, 403);
    assert.equal((await change(other)).status, 200);
    const statuses: number[] = [];
    for (let guess = 0; guess < 6; guess += 1)
      statuses.push((await visitor.call(passwordsContract.confirm, { password: `guess ${guess}` })).status);
    assert.deepEqual(statuses, [422, 422, 422, 422, 422, 429]);
  });
});

test('with a mail server, a change of the e-mail address is reported to the old address', async (t) => {
  const server = await openMailServer();
  const app = await openTestApp({
    SMTP_URL: server.url,
    MAIL_FROM: 'Stowage <files@example.com>',
    PUBLIC_URL: 'http://files.example.com',
  });
  t.after(async () => {
    await app.close();
    await server.close();
  });
  const { id, name, email } = await makeUser(app, { role: 3, team: 1 });
  const admin = await asAdmin(app);
  await admin.call(usersContract.update, { id, name: 'Only Renamed', email });
  await admin.call(usersContract.update, { id, name, email: 'elsewhere@example.com' });
  await sendMails(app);
  const mail = await server.next();
  assert.match(mail, new RegExp(`^To: ${email}`, 'm'));
  assert.match(mail, /Administrator changed the email address/);
  assert.match(mail, /elsewhere@example\.com/);
  assert.equal(server.received(), 1);
});
