import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Act } from '#features/audit/audit.rules.ts';
import { notificationsContract } from '#features/notifications/notifications.contract.ts';
import { passkeysContract } from '#features/passwords/passkeys.contract.ts';
import { twoFactorContract } from '#features/passwords/two-factor.contract.ts';
import { sessionContract } from '#features/session/session.contract.ts';
import { usersContract } from '#features/users/users.contract.ts';
import { throttle } from '#shared/session-lengths.ts';
import { asAdmin, makeTeam, makeUser, password, programOf, signedIn, signedInAs } from '#tests/make.ts';
import { addPasskey, Authenticator, signInByPasskey } from '#tests/passkeys.ts';
import { useTestApp } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';
import { nextCode, turnOnTwoFactor } from '#tests/two-factor.ts';
import { Visitor } from '#tests/visitor.ts';
import { reasons, refusals } from '../passkeys.texts.ts';
import { readCreated } from './passkey-answers.ts';

const PUBLIC_URL = 'https://files.example.com';
const minuteMs = 60_000;
const later = (app: TestApp, ms: number) => app.setNow(new Date(app.now().getTime() + ms));
const isSignedIn = async (visitor: Visitor) => (await visitor.call(sessionContract.currentUser, {})).status === 200;
const stateOf = async (visitor: Visitor) => (await visitor.call(twoFactorContract.state, {})).body;

/** Creates a signed-in user with a passkey. */
async function makePasskeyUser(app: TestApp) {
  const authenticator = new Authenticator(PUBLIC_URL);
  const person = await signedInAs(app, { role: 3, team: await makeTeam(app) });
  return { ...person, authenticator, ...(await addPasskey(person.visitor, authenticator)) };
}

async function enterPassword(app: TestApp, email: string, remember = false): Promise<Visitor> {
  const visitor = new Visitor(app.app);
  const answer = await visitor.signIn(email, password, remember);
  assert.deepEqual(answer.json(), { two_factor: true, passkey: true });
  return visitor;
}

/** The details of an act in the audit log, newest first. */
async function detailsOf(app: TestApp, act: Act) {
  const entries = app.ctx.db.selectFrom('audit_entries').select('detail').where('act', '=', act);
  return (await entries.orderBy('id', 'desc').execute()).map(({ detail }) => detail);
}

describe('adding a passkey', () => {
  const app = useTestApp({ PUBLIC_URL });
  const begin = async (visitor: Visitor) => (await visitor.call(passkeysContract.beginAdding, {})).body.challenge;
  const add = (visitor: Visitor, response: ReturnType<Authenticator['create']>) =>
    visitor.call(passkeysContract.add, { name: 'Key', response });

  test('the first passkey turns two-factor sign-in on with recovery codes and ends the other sessions', async () => {
    const { visitor, email } = await signedInAs(app, { role: 3, team: await makeTeam(app) });
    const elsewhere = await signedIn(app, email);
    const { passkey, recovery_codes } = await addPasskey(visitor, new Authenticator(PUBLIC_URL), 'Phone');
    assert.deepEqual([passkey.name, passkey.last_used_at, new Set(recovery_codes).size], ['Phone', null, 10]);
    assert.deepEqual([await isSignedIn(visitor), await isSignedIn(elsewhere)], [true, false]);
    const second = await addPasskey(visitor, new Authenticator(PUBLIC_URL), 'Laptop');
    assert.deepEqual(second.recovery_codes, []);
    const state = await stateOf(visitor);
    assert.deepEqual(
      [state.enabled_at !== null, state.app, state.recovery_codes_left, state.passkeys.map(({ name }) => name)],
      [true, false, 10, ['Phone', 'Laptop']],
    );
  });

  test('adding and revoking a passkey need a password that was typed in the last ten minutes', async () => {
    const { visitor, passkey } = await makePasskeyUser(app);
    const challenge = await begin(visitor);
    later(app, 10 * minuteMs + 1);
    const refused = [
      await visitor.call(passkeysContract.beginAdding, {}),
      await add(visitor, new Authenticator(PUBLIC_URL).create(challenge)),
      await visitor.call(passkeysContract.revoke, { id: passkey.id }),
    ];
    assert.deepEqual(
      refused.map(({ failure }) => failure.code),
      Array.from(refused, () => 'password.confirmation_required'),
    );
    assert.equal((await stateOf(visitor)).passkeys.length, 1);
  });

  test('a new passkey is refused without the challenge of this session, or at another address', async () => {
    const { visitor } = await signedInAs(app, { role: 3, team: await makeTeam(app) });
    const other = await signedInAs(app, { role: 3, team: await makeTeam(app) });
    const authenticator = new Authenticator(PUBLIC_URL);
    const known = await makePasskeyUser(app);
    const cases: Record<string, (challenge: string) => Promise<{ status: number; failure: { code: string } }>> = {
      'the challenge of another user': async (challenge) => add(other.visitor, authenticator.create(challenge)),
      'another challenge': () => add(visitor, authenticator.create('AAAAAAAAAAAAAAAAAAAAAA')),
      'another origin': (challenge) =>
        add(visitor, authenticator.create(challenge, { origin: 'https://evil.example' })),
      'another domain': (challenge) => add(visitor, authenticator.create(challenge, { rpId: 'evil.example' })),
      'an unverified user': (challenge) => add(visitor, authenticator.create(challenge, { isVerified: false })),
      'the challenge of a sign-in': async () => {
        const { challenge } = (await visitor.call(passkeysContract.beginSignIn, {})).body;
        return add(visitor, authenticator.create(challenge));
      },
      'the passkey of another user': (challenge) => add(visitor, known.authenticator.create(challenge)),
      'an expired challenge': (challenge) => {
        later(app, 5 * minuteMs);
        return add(visitor, authenticator.create(challenge));
      },
    };
    for (const [name, answer] of Object.entries(cases)) {
      const { status, failure } = await answer(await begin(visitor));
      assert.deepEqual([status, failure.code], [422, 'passkey.refused'], name);
    }
    assert.deepEqual((await stateOf(visitor)).passkeys, []);
    assert.equal((await stateOf(visitor)).enabled_at, null);
  });

  test('a new passkey with a certificate is refused before its certificate is read', async () => {
    const response = new Authenticator(PUBLIC_URL).create('AAAA', {
      statement: 'cfmtfpackedgattStmt\u00a1cx5c\u0081A0',
    });
    await assert.rejects(readCreated(app.ctx, 'AAAA', response), /comes with a certificate/);
  });

  test('one challenge adds one passkey, also when the answer is sent twice at once', async () => {
    const { visitor } = await signedInAs(app, { role: 3, team: await makeTeam(app) });
    const challenge = await begin(visitor);
    const answers = await Promise.all(
      [new Authenticator(PUBLIC_URL), new Authenticator(PUBLIC_URL)].map((one) => add(visitor, one.create(challenge))),
    );
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 422]);
  });

  test('a user has at most 20 passkeys', async () => {
    const { visitor, id } = await makePasskeyUser(app);
    const rows = Array.from({ length: 19 }, (_, at) => ({
      user_id: id,
      name: `Key ${at}`,
      credential_id: `${id}-${at}`,
      public_key: '',
      counter: 0,
      transports: '',
      created_at: app.now().toISOString(),
    }));
    await app.ctx.db.insertInto('passkeys').values(rows).execute();
    const refused = await add(visitor, new Authenticator(PUBLIC_URL).create(await begin(visitor)));
    assert.deepEqual([refused.status, refused.failure.message], [422, refusals.tooMany]);
  });

  test('an access token manages no passkeys', async () => {
    const { id, passkey } = await makePasskeyUser(app);
    const program = await programOf(app, id);
    const refused = [
      await program.call(passkeysContract.beginAdding, {}),
      await add(program, new Authenticator(PUBLIC_URL).create('AAAAAAAAAAAAAAAAAAAAAA')),
      await program.call(passkeysContract.rename, { id: passkey.id, name: 'Mine' }),
      await program.call(passkeysContract.revoke, { id: passkey.id }),
    ];
    assert.deepEqual(
      refused.map(({ failure }) => failure.code),
      Array.from(refused, () => 'token.not_allowed'),
    );
  });
});

describe('signing in with a passkey', () => {
  const app = useTestApp({ PUBLIC_URL });

  test('a passkey signs in without a password, and the list and the audit log name it', async () => {
    const { authenticator, id, passkey, visitor } = await makePasskeyUser(app);
    const browser = new Visitor(app.app);
    const answer = await signInByPasskey(browser, authenticator);
    assert.deepEqual([answer.status, answer.body.user?.id], [200, id]);
    assert.ok(await isSignedIn(browser));
    const [listed] = (await stateOf(visitor)).passkeys;
    assert.equal(listed?.id, passkey.id);
    assert.equal(listed?.last_used_at?.slice(0, 10), app.now().toISOString().slice(0, 10));
    assert.ok((await detailsOf(app, 'session.signed_in')).includes('passkey Laptop'));
  });

  test('after the password, a passkey of this user replaces the code and keeps ‘Remember me’', async () => {
    const { authenticator, email, id } = await makePasskeyUser(app);
    const stranger = await makePasskeyUser(app);
    const browser = await enterPassword(app, email, true);
    assert.ok(!(await isSignedIn(browser)));
    const wrong = await signInByPasskey(browser, stranger.authenticator, { after_password: true });
    assert.deepEqual([wrong.status, wrong.failure.message], [403, refusals.signIn]);
    const answer = await signInByPasskey(browser, authenticator, { after_password: true });
    assert.deepEqual([answer.status, answer.body.user?.id], [200, id]);
    const cookie = answer.raw.cookies.find(({ name }) => name === '__Host-stowage_session');
    assert.ok(cookie?.maxAge);
  });

  test('a passkey as the second step needs the password of the last five minutes', async () => {
    const { authenticator, email } = await makePasskeyUser(app);
    const browser = await enterPassword(app, email);
    const { challenge } = (await browser.call(passkeysContract.beginSignIn, { after_password: true })).body;
    later(app, 5 * minuteMs);
    const begun = await browser.call(passkeysContract.beginSignIn, { after_password: true });
    assert.deepEqual([begun.status, begun.failure.code], [401, 'sign_in.expired']);
    const finished = await browser.call(passkeysContract.signIn, { response: authenticator.get(challenge) });
    assert.equal(finished.status, 403);
  });

  test('a recovery code replaces a lost passkey after the password', async () => {
    const { email, recovery_codes } = await makePasskeyUser(app);
    const browser = await enterPassword(app, email);
    const answer = await browser.call(sessionContract.loginCode, { code: recovery_codes[0] ?? '' });
    assert.equal(answer.status, 200);
  });

  test('every answer that is not valid gets one sentence, and its reason is in the audit log', async () => {
    const administrator = await asAdmin(app);
    type Person = Awaited<ReturnType<typeof makePasskeyUser>>;
    type Prepared = { person: Person; browser: Visitor; challenge: string };
    const cases: Record<
      string,
      { reason: RegExp | string; send: (prepared: Prepared) => Promise<{ status: number }> }
    > = {};
    const answer = ({ person, browser, challenge }: Prepared, change = {}) =>
      browser.call(passkeysContract.signIn, { response: person.authenticator.get(challenge, change) });
    cases['a replayed challenge'] = {
      reason: reasons.challenge,
      send: async (prepared) => {
        assert.equal((await answer(prepared)).status, 200);
        return answer(prepared);
      },
    };
    cases['the challenge of another browser'] = {
      reason: reasons.challenge,
      send: async (prepared) => answer({ ...prepared, browser: await new Visitor(app.app).prime() }),
    };
    cases['an expired challenge'] = {
      reason: reasons.challenge,
      send: (prepared) => {
        later(app, 5 * minuteMs);
        return answer(prepared);
      },
    };
    cases['another origin'] = {
      reason: /origin/,
      send: (prepared) => answer(prepared, { origin: 'https://evil.example' }),
    };
    cases['another domain'] = { reason: /RP ID/, send: (prepared) => answer(prepared, { rpId: 'evil.example' }) };
    cases['an unverified user'] = {
      reason: /verif/,
      send: (prepared) => answer(prepared, { isVerified: false }),
    };
    cases['a forged signature'] = { reason: /signature/, send: (prepared) => answer(prepared, { forged: true }) };
    cases['a lower counter'] = {
      reason: /counter/,
      send: async (prepared) => {
        await signInByPasskey(new Visitor(app.app), prepared.person.authenticator);
        prepared.person.authenticator.counter = 0;
        return answer(prepared);
      },
    };
    cases['an unknown passkey'] = {
      reason: reasons.unknown,
      send: ({ browser, challenge }) =>
        browser.call(passkeysContract.signIn, { response: new Authenticator(PUBLIC_URL).get(challenge) }),
    };
    cases['a revoked passkey'] = {
      reason: reasons.unknown,
      send: async (prepared) => {
        await prepared.person.visitor.call(passkeysContract.revoke, { id: prepared.person.passkey.id });
        return answer(prepared);
      },
    };
    cases['a suspended user'] = {
      reason: reasons.user,
      send: async (prepared) => {
        await administrator.call(usersContract.suspend, { id: prepared.person.id });
        return answer(prepared);
      },
    };
    cases['a deleted user'] = {
      reason: reasons.user,
      send: async (prepared) => {
        await administrator.call(usersContract.remove, { id: prepared.person.id });
        return answer(prepared);
      },
    };
    for (const [name, { reason, send }] of Object.entries(cases)) {
      const person = await makePasskeyUser(app);
      const browser = await new Visitor(app.app).prime();
      const { challenge } = (await browser.call(passkeysContract.beginSignIn, {})).body;
      const refused = (await send({ person, browser, challenge })) as Awaited<ReturnType<typeof answer>>;
      assert.deepEqual([refused.status, refused.failure.message], [403, refusals.signIn], name);
      const [detail] = await detailsOf(app, 'session.passkey_refused');
      if (typeof reason === 'string') assert.equal(detail, reason, name);
      else assert.match(detail ?? '', reason, name);
    }
  });

  test('an answer that is sent twice at once signs in once', async () => {
    const { authenticator } = await makePasskeyUser(app);
    const browser = await new Visitor(app.app).prime();
    const { challenge } = (await browser.call(passkeysContract.beginSignIn, {})).body;
    const response = authenticator.get(challenge);
    const same = () => browser.call(passkeysContract.signIn, { response });
    const answers = await Promise.all([same(), same()]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 403]);
  });

  test('an authenticator that counts no uses signs in again and again', async () => {
    const { authenticator } = await makePasskeyUser(app);
    await app.ctx.db.updateTable('passkeys').set({ counter: 0 }).execute();
    for (const browser of [new Visitor(app.app), new Visitor(app.app)]) {
      authenticator.counter = -1;
      assert.equal((await signInByPasskey(browser, authenticator)).status, 200);
    }
  });
});

describe('wrong answers of passkeys', () => {
  const app = useTestApp({ PUBLIC_URL });

  test('are throttled like wrong passwords', async () => {
    const stranger = new Authenticator(PUBLIC_URL);
    const statuses: number[] = [];
    for (let wrong = 0; wrong <= throttle.perAddress; wrong += 1)
      statuses.push((await signInByPasskey(new Visitor(app.app), stranger)).status);
    assert.deepEqual(statuses, [...Array.from({ length: throttle.perAddress }, () => 403), 429]);
    assert.equal((await new Visitor(app.app).signIn('admin@example.com', 'wrong')).statusCode, 429);
  });
});

describe('passkeys and the other factors', () => {
  const app = useTestApp({ PUBLIC_URL, REQUIRE_TWO_FACTOR: 'everyone' });

  test('a passkey satisfies the demand for two-factor sign-in', async () => {
    const { visitor } = await signedInAs(app, { role: 3, team: await makeTeam(app) });
    const list = () => visitor.call(notificationsContract.list, {});
    assert.equal((await list()).status, 403);
    await addPasskey(visitor, new Authenticator(PUBLIC_URL));
    assert.equal((await list()).status, 200);
  });

  test('codes of an app can be set up and removed beside a passkey, and the recovery codes stay', async () => {
    const { visitor, email, recovery_codes } = await makePasskeyUser(app);
    const codes = await turnOnTwoFactor(app, visitor);
    assert.deepEqual(codes.recoveryCodes, []);
    const browser = await enterPassword(app, email);
    assert.equal((await browser.call(sessionContract.loginCode, { code: nextCode(app, codes.secret) })).status, 200);
    const again = await visitor.call(twoFactorContract.begin, { current_password: password });
    assert.deepEqual([again.status, again.failure.code], [409, 'two_factor.already_on']);
    const proof = { current_password: password, code: recovery_codes[0] ?? '' };
    const off = await visitor.call(twoFactorContract.disable, proof);
    assert.deepEqual(
      [off.status, off.body.enabled_at !== null, off.body.app, off.body.recovery_codes_left],
      [200, true, false, 9],
    );
    await enterPassword(app, email);
  });

  test('the audit log has each change of a passkey, with its name, and of the codes of an app beside it', async () => {
    const { visitor, id, passkey, recovery_codes } = await makePasskeyUser(app);
    await turnOnTwoFactor(app, visitor);
    await visitor.call(twoFactorContract.disable, { current_password: password, code: recovery_codes[0] ?? '' });
    await visitor.call(passkeysContract.rename, { id: passkey.id, name: 'Old laptop' });
    await visitor.call(passkeysContract.revoke, { id: passkey.id });
    const entries = app.ctx.db.selectFrom('audit_entries').select(['act', 'detail']).where('thing_id', '=', id);
    const acts = await entries.where('user_id', '=', id).where('act', 'like', 'user.%').orderBy('id').execute();
    assert.deepEqual(
      acts.map(({ act, detail }) => [act, detail]),
      [
        ['user.passkey_added', 'Laptop'],
        ['user.two_factor_on', null],
        ['user.app_codes_on', null],
        ['user.app_codes_off', null],
        ['user.passkey_renamed', 'Old laptop'],
        ['user.passkey_revoked', 'Old laptop'],
        ['user.two_factor_off', null],
      ],
    );
  });

  test('without an app, new recovery codes need the password only, and there are no codes to turn off', async () => {
    const { visitor, recovery_codes } = await makePasskeyUser(app);
    const renewed = await visitor.call(twoFactorContract.renewCodes, { current_password: password });
    assert.equal(renewed.body.recovery_codes.length, 10);
    const code = renewed.body.recovery_codes[0] ?? '';
    const off = await visitor.call(twoFactorContract.disable, { current_password: password, code });
    assert.deepEqual([off.status, off.failure.code], [409, 'two_factor.off']);
    assert.notDeepEqual(renewed.body.recovery_codes, recovery_codes);
  });

  test('an administrator who turns two-factor sign-in off removes the passkeys of the user', async () => {
    const { id, email, authenticator } = await makePasskeyUser(app);
    const administrator = await asAdmin(app);
    await addPasskey(administrator, new Authenticator(PUBLIC_URL));
    assert.equal((await administrator.call(usersContract.turnOffTwoFactor, { id })).status, 200);
    assert.equal((await signInByPasskey(new Visitor(app.app), authenticator)).status, 403);
    assert.equal((await new Visitor(app.app).signIn(email, password)).json().two_factor, undefined);
  });
});

describe('one’s own passkeys', () => {
  const app = useTestApp({ PUBLIC_URL });

  test('a passkey is renamed and revoked by its owner only', async () => {
    const { visitor, passkey } = await makePasskeyUser(app);
    const stranger = await signedInAs(app, { role: 3, team: await makeTeam(app) });
    const of = { id: passkey.id };
    for (const by of [stranger.visitor, await asAdmin(app)]) {
      assert.equal((await by.call(passkeysContract.rename, { ...of, name: 'Theirs' })).status, 404);
      assert.equal((await by.call(passkeysContract.revoke, of)).status, 404);
    }
    const renamed = await visitor.call(passkeysContract.rename, { ...of, name: ' Work laptop ' });
    assert.deepEqual([renamed.status, renamed.body.name], [200, 'Work laptop']);
    const blank = await visitor.call(passkeysContract.rename, { ...of, name: ' ' });
    assert.deepEqual([blank.status, blank.failure.message], [422, refusals.nameRequired]);
    assert.ok((await detailsOf(app, 'user.passkey_renamed')).includes('Work laptop'));
  });

  test('the revocation of a passkey ends the other sessions, and that of the last factor turns two-factor sign-in off', async () => {
    const { visitor, passkey, authenticator, email } = await makePasskeyUser(app);
    const second = await addPasskey(visitor, new Authenticator(PUBLIC_URL), 'Phone');
    const stolen = new Visitor(app.app);
    await signInByPasskey(stolen, authenticator);
    assert.equal((await visitor.call(passkeysContract.revoke, { id: passkey.id })).status, 204);
    assert.deepEqual([await isSignedIn(visitor), await isSignedIn(stolen)], [true, false]);
    assert.notEqual((await stateOf(visitor)).enabled_at, null);
    await visitor.call(passkeysContract.revoke, { id: second.passkey.id });
    const state = await stateOf(visitor);
    assert.deepEqual([state.enabled_at, state.recovery_codes_left], [null, 0]);
    assert.equal((await new Visitor(app.app).signIn(email, password)).json().two_factor, undefined);
  });

  test('the revocation of the last passkey leaves the codes of an app on', async () => {
    const { visitor, passkey, email } = await makePasskeyUser(app);
    await turnOnTwoFactor(app, visitor);
    await visitor.call(passkeysContract.revoke, { id: passkey.id });
    assert.deepEqual((await new Visitor(app.app).signIn(email, password)).json(), { two_factor: true });
  });
});

describe('a server with single sign-on as the only way in', () => {
  const app = useTestApp({
    PUBLIC_URL,
    OIDC_ISSUER: 'https://login.example.com',
    OIDC_CLIENT_ID: 'stowage',
    OIDC_CLIENT_SECRET: 'secret-of-the-client',
    OIDC_PASSWORD_ONLY_FOR: 'admin@example.com',
  });

  test('takes passkeys of the named administrator only', async () => {
    const administrator = await asAdmin(app);
    const authenticator = new Authenticator(PUBLIC_URL);
    const { passkey } = await addPasskey(administrator, authenticator);
    assert.equal((await signInByPasskey(new Visitor(app.app), authenticator)).status, 200);
    const user = await makeUser(app, { role: 3, team: await makeTeam(app) });
    await app.ctx.db.updateTable('passkeys').set({ user_id: user.id }).where('id', '=', passkey.id).execute();
    const refused = await signInByPasskey(new Visitor(app.app), authenticator);
    assert.deepEqual([refused.status, refused.failure.message], [403, refusals.signIn]);
    assert.equal((await detailsOf(app, 'session.passkey_refused'))[0], reasons.provider);
  });
});

describe('a server without a secure PUBLIC_URL', () => {
  const app = useTestApp({ PUBLIC_URL: 'http://files.example.com' });

  test('refuses passkeys with a sentence', async () => {
    const { visitor } = await signedInAs(app, { role: 3, team: await makeTeam(app) });
    const answers = [
      await visitor.call(passkeysContract.beginAdding, {}),
      await visitor.call(passkeysContract.beginSignIn, {}),
    ];
    for (const { status, failure } of answers) {
      assert.deepEqual([status, failure.code], [409, 'passkey.unavailable']);
      assert.match(failure.message, /PUBLIC_URL with https/);
    }
  });
});
