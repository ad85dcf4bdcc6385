import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sessionContract } from '#features/session/session.contract.ts';
import { invitationsContract } from '#features/users/invitations.contract.ts';
import { usersContract } from '#features/users/users.contract.ts';
import { asAdmin, makeTeam, makeUser, password, signedInWith } from '#tests/make.ts';
import { openProvider, settingsOf } from '#tests/sign-in-provider.ts';
import type { Person, SignInProvider } from '#tests/sign-in-provider.ts';
import { adminPassword, openTestApp, randomName, refusedStart } from '#tests/test-app.ts';
import type { Environment, TestApp } from '#tests/test-app.ts';
import { Visitor } from '#tests/visitor.ts';
import { singleSignOnContract as calls } from '../single-sign-on.contract.ts';
import { refusals } from '../single-sign-on.texts.ts';
import { forgetProvider } from './provider.ts';

const PUBLIC_URL = 'http://stowage.example';
const redirectUri = `${PUBLIC_URL}/`;

const newPerson = (more: Partial<Person> = {}): Person => {
  const sub = randomName();
  return { sub, email: `${sub}@example.org`, email_verified: true, name: 'Pia Provider', ...more };
};

/** A product and its provider, for the tests of a block. */
function useSingleSignOn(environment: Environment = {}) {
  const world = {} as { app: TestApp; provider: SignInProvider };
  before(async () => {
    world.provider = await openProvider(redirectUri);
    world.app = await openTestApp({ PUBLIC_URL, ...settingsOf(world.provider), ...environment });
  });
  after(async () => {
    await world.app.close();
    await world.provider.stop();
  });
  const begin = async (visitor: Visitor) => {
    const { status, body, raw } = await visitor.call(calls.begin, {});
    assert.equal(status, 200, raw.body);
    return body.address;
  };
  const signIn = async (person: Person) => {
    world.provider.person = person;
    const visitor = await new Visitor(world.app.app).prime();
    const query = await world.provider.authorize(await begin(visitor));
    const { status, body, raw } = await visitor.call(calls.finish, { query });
    return {
      visitor,
      status,
      query,
      user: status === 200 ? body.user : undefined,
      message: raw.json<{ message?: string }>().message,
    };
  };
  const reasons = async () => {
    const entries = world.app.ctx.db
      .selectFrom('audit_entries')
      .select('detail')
      .where('act', '=', 'session.provider_refused');
    return (await entries.orderBy('id').execute()).map(({ detail }) => detail);
  };
  /** The acts of single sign-on in the audit log that are about a user, oldest first. */
  const actsOn = async (id: number | undefined) => {
    const entries = world.app.ctx.db
      .selectFrom('audit_entries')
      .select('act')
      .where('thing_id', '=', id ?? 0);
    return (await entries.orderBy('id').execute()).map(({ act }) => act).filter((act) => act.endsWith('provider'));
  };
  return { world, begin, signIn, reasons, actsOn };
}

describe('a sign-in at the provider', () => {
  const { world, begin, signIn, reasons, actsOn } = useSingleSignOn({
    OIDC_GROUPS: 'cn=ops,dc=quay=role:manager; harbour=team:Harbour; audit=view:Customs',
    REQUIRE_TWO_FACTOR: 'everyone',
  });

  test('creates the user at first, and gives the role and teams of the groups at every sign-in', async () => {
    await makeTeam(world.app, 'Harbour');
    const customs = await makeTeam(world.app, 'Customs');
    const person = newPerson();
    const first = await signIn({ ...person, groups: ['cn=ops,dc=quay', 'harbour', 'audit'] });
    assert.deepEqual(
      [first.user?.name, first.user?.email, first.user?.role_id, first.user?.team?.name, first.user?.teams_can_view],
      [person.name, person.email, 2, 'Harbour', [customs]],
    );
    const self = await first.visitor.call(sessionContract.currentUser, {});
    assert.equal(self.body.must_set_up_two_factor, undefined, 'second factors are the task of the provider');
    const second = await signIn({ ...person, email: 'renamed@example.org', groups: [] });
    assert.deepEqual(
      [second.user?.id, second.user?.role_id, second.user?.team?.name, second.user?.teams_can_view],
      [first.user?.id, 3, 'Harbour', []],
    );
    const changed = 'user.changed_by_provider';
    assert.deepEqual(await actsOn(first.user?.id), ['user.created_by_provider', changed, changed]);
  });

  test('joins an account by its verified address once', async () => {
    const there = await makeUser(world.app, { role: 3, team: 1 });
    const unverified = await signIn(newPerson({ email: there.email, email_verified: false }));
    assert.deepEqual([unverified.status, unverified.message], [403, refusals.notVerified('Single Sign-On')]);
    const owner = newPerson({ email: there.email.toUpperCase() });
    assert.equal((await signIn(owner)).user?.id, there.id);
    assert.deepEqual((await actsOn(there.id)).slice(0, 1), ['user.joined_provider']);
    const other = await signIn(newPerson({ email: there.email }));
    assert.deepEqual([other.status, other.message], [403, refusals.notAdmitted]);
    assert.equal((await signIn({ ...owner, email_verified: false })).user?.id, there.id, 'the subject is kept');
  });

  test('of a suspended or deleted user is refused whatever the provider says, until a deleted one is invited again', async () => {
    const person = newPerson();
    const id = (await signIn(person)).user?.id ?? 0;
    await world.app.ctx.db
      .updateTable('users')
      .set({ suspended_at: world.app.now().toISOString() })
      .where('id', '=', id)
      .execute();
    assert.equal((await signIn(person)).status, 403);
    await world.app.ctx.db
      .updateTable('users')
      .set({ suspended_at: null, deleted_at: world.app.now().toISOString() })
      .where('id', '=', id)
      .execute();
    assert.equal((await signIn(person)).status, 403);
    assert.equal((await signIn({ ...person, sub: randomName() })).status, 403, 'another account with this address');
    assert.deepEqual((await reasons()).slice(-3), [
      'The user is suspended.',
      'The user was deleted.',
      'The user was deleted.',
    ]);
    const again = await makeUser(world.app, { role: 3, team: 1, email: person.email });
    assert.equal((await signIn(person)).user?.id, again.id);
  });

  test('is accepted once, and only in the browser that began it', async () => {
    const { query, visitor, status } = await signIn(newPerson());
    assert.equal(status, 200);
    assert.equal((await visitor.call(calls.finish, { query })).status, 401);
    world.provider.person = newPerson();
    const began = await new Visitor(world.app.app).prime();
    const stolen = await world.provider.authorize(await begin(began));
    const other = await new Visitor(world.app.app).prime();
    const refused = await other.call(calls.finish, { query: stolen });
    assert.deepEqual([refused.status, refused.raw.json<{ message: string }>().message], [401, refusals.expired]);
  });

  test('with a forged code, a changed issuer or the answer to another nonce is refused with a sentence', async () => {
    const attempt = async (change: (query: URLSearchParams) => void) => {
      world.provider.person = newPerson();
      const visitor = await new Visitor(world.app.app).prime();
      const query = new URLSearchParams(await world.provider.authorize(await begin(visitor)));
      change(query);
      return visitor.call(calls.finish, { query: `?${query.toString()}` });
    };
    const spoil = [
      (query: URLSearchParams) => query.set('code', 'forged'),
      (query: URLSearchParams) => query.set('iss', 'https://other.example'),
    ];
    for (const change of spoil) {
      const { status, raw } = await attempt(change);
      assert.deepEqual([status, raw.json<{ message: string }>().message], [403, refusals.refused('Single Sign-On')]);
    }
    const replaced = await attempt(() => undefined);
    assert.equal(replaced.status, 200);
    const visitor = await new Visitor(world.app.app).prime();
    await begin(visitor);
    await world.app.ctx.db.updateTable('provider_sign_ins').set({ nonce: 'of-another-sign-in' }).execute();
    const query = await world.provider.authorize(await begin(visitor));
    await world.app.ctx.db.updateTable('provider_sign_ins').set({ nonce: 'of-another-sign-in' }).execute();
    assert.equal((await visitor.call(calls.finish, { query })).status, 403);
  });

  test('works again at the next try after the provider has changed its keys', async () => {
    assert.equal((await signIn(newPerson())).status, 200);
    world.provider.changeKeys();
    const statuses = [(await signIn(newPerson())).status, (await signIn(newPerson())).status];
    assert.equal(statuses[1], 200, `answered ${statuses.join()}`);
  });

  test('is refused with a sentence while the provider is away, when passwords still work', async () => {
    const { singleSignOn } = world.app.ctx.config;
    assert.ok(singleSignOn);
    await world.provider.stop();
    forgetProvider(singleSignOn);
    const visitor = await new Visitor(world.app.app).prime();
    const away = await visitor.call(calls.begin, {});
    assert.deepEqual(
      [away.status, away.raw.json<{ message: string }>().message],
      [503, refusals.away('Single Sign-On')],
    );
    await signedInWith(world.app, 'admin@example.com', adminPassword);
    await world.provider.start();
    assert.equal((await signIn(newPerson())).status, 200);
  });
});

describe('single sign-on as the only way in', () => {
  const { world, signIn } = useSingleSignOn({
    OIDC_PASSWORD_ONLY_FOR: 'admin@example.com',
    OIDC_REQUIRED_GROUP: 'staff',
    OIDC_GROUPS: 'ops=role:manager',
    OIDC_NAME: 'Quay ID',
  });

  test('refuses passwords, known or not, but for the named administrator, whose role stays', async () => {
    const there = await makeUser(world.app, { role: 3, team: 1 });
    for (const email of [there.email, 'unknown@example.com']) {
      const visitor = await new Visitor(world.app.app).prime();
      const refused = await visitor.call(sessionContract.login, { email, password });
      assert.equal(refused.status, 403);
      assert.match(refused.raw.body, /Use 'Sign in with Quay ID'/);
    }
    const admin = await asAdmin(world.app);
    const { user } = await signIn(newPerson({ email: 'admin@example.com', groups: ['staff'] }));
    assert.equal(user?.role_id, 1);
    assert.equal((await admin.call(usersContract.totals, {})).status, 200);
  });

  test('uses up an invitation, whose user is joined by the address', async () => {
    const person = newPerson({ groups: ['staff'] });
    const account = { name: 'Invited', email: person.email, role_id: 3, team_id: 1 };
    const admin = await asAdmin(world.app);
    const invited = await admin.call(invitationsContract.invite, account);
    assert.equal((await signIn(person)).user?.id, invited.body.user.id);
    assert.deepEqual((await admin.call(invitationsContract.list, {})).body.invitations, []);
  });

  test('admits only members of the required group', async () => {
    assert.equal((await signIn(newPerson({ groups: ['guests'] }))).status, 403);
    assert.equal((await signIn(newPerson({ groups: ['staff'] }))).status, 200);
  });
});

describe('a logout token of the provider', () => {
  const { world, signIn, actsOn } = useSingleSignOn();
  const send = (payload: string) =>
    world.app.app.inject({
      method: 'POST',
      url: '/back-channel-logout',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload,
    });
  const sidOf = async (id: number) =>
    (await world.app.ctx.db.selectFrom('sessions').select('provider_sid').where('user_id', '=', id).executeTakeFirst())
      ?.provider_sid ?? '';

  test('ends the sessions of this sign-in, once, and no other', async () => {
    const person = newPerson();
    const [first, second] = [await signIn(person), await signIn(newPerson())];
    const sid = await sidOf(first.user?.id ?? 0);
    assert.notEqual(sid, '');
    const token = await world.provider.logOut(person.sub, sid);
    assert.equal((await send(token)).statusCode, 200);
    assert.equal((await first.visitor.call(sessionContract.currentUser, {})).status, 401);
    assert.equal((await second.visitor.call(sessionContract.currentUser, {})).status, 200);
    assert.equal((await send(token)).statusCode, 400, 'a replay');
    assert.equal((await actsOn(first.user?.id)).at(-1), 'session.ended_by_provider');
  });

  test('that is forged, unsigned or an ID token ends nothing, and is in the audit log', async () => {
    const person = newPerson();
    const { visitor, user } = await signIn(person);
    const token = await world.provider.logOut(person.sub, await sidOf(user?.id ?? 0));
    const [head = '', payload = ''] = token.replace('logout_token=', '').split('.');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    for (const forged of [
      '',
      'logout_token=x',
      `logout_token=${head}.${payload}.AAAA`,
      `logout_token=${none}.${payload}.`,
    ])
      assert.equal((await send(forged)).statusCode, 400, forged);
    assert.equal((await visitor.call(sessionContract.currentUser, {})).status, 200);
    const entries = world.app.ctx.db
      .selectFrom('audit_entries')
      .select('id')
      .where('act', '=', 'session.provider_logout_refused');
    assert.ok((await entries.execute()).length >= 4);
  });
});

test('a start with settings of single sign-on that do not fit has one line for each', async () => {
  const message = await refusedStart({ OIDC_ISSUER: 'http://login.example.com', OIDC_GROUPS: 'ops=chief' });
  assert.match(message, /^OIDC_ISSUER: must begin with https/m);
  assert.match(message, /^OIDC_GROUPS: must be like /m);
  assert.equal(
    await refusedStart({ OIDC_ISSUER: 'https://login.example.com' }),
    ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'PUBLIC_URL']
      .map((name) => `${name}: must be set where OIDC_ISSUER is`)
      .join('\n'),
  );
  assert.equal(await refusedStart({ OIDC_CLIENT_ID: 'x' }), 'OIDC_CLIENT_ID: needs OIDC_ISSUER');
});
