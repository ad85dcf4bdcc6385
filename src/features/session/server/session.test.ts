import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sessionContract } from '#features/session/session.contract.ts';
import { asAdmin, makeTeam, makeUser, password, signedIn, signedInWith } from '#tests/make.ts';
import { adminPassword, openTestApp, useTestApp } from '#tests/test-app.ts';
import { Visitor } from '#tests/visitor.ts';

describe('signing in', () => {
  const app = useTestApp();

  test('the first administrator signs in with the account of the specification', async () => {
    const visitor = new Visitor(app.app);
    const answer = await visitor.signIn('Admin@Example.com', adminPassword);
    assert.equal(answer.statusCode, 200);
    const { user } = answer.json();
    assert.deepEqual(
      [user.id, user.role, user.team.name, user.teams_can_view],
      [1, { role_id: 1, role_name: 'Administrator' }, 'General', []],
    );
    assert.match(user.last_login_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const me = await visitor.call(sessionContract.currentUser, {});
    assert.deepEqual(me.body, user);
  });

  test('session id and anti-forgery token change at sign-in, and the old ones become invalid', async () => {
    const visitor = await new Visitor(app.app).prime();
    const before = new Map(visitor.cookies);
    await visitor.signIn('admin@example.com', adminPassword);
    assert.notEqual(visitor.cookies.get('stowage_session'), before.get('stowage_session'));
    assert.notEqual(visitor.cookies.get('XSRF-TOKEN'), before.get('XSRF-TOKEN'));
    const old = new Visitor(app.app);
    for (const [name, value] of before) old.cookies.set(name, value);
    assert.equal((await old.call(sessionContract.currentUser, {})).status, 401);
  });

  test('the current user without a session is a 401', async () => {
    const answer = await new Visitor(app.app).call(sessionContract.currentUser, {});
    assert.equal(answer.status, 401);
    assert.deepEqual(answer.failure, { message: 'Unauthenticated.', code: 'session.required' });
  });

  test('signing out ends the session on the server', async () => {
    const visitor = await signedInWith(app, 'admin@example.com', adminPassword);
    const cookies = new Map(visitor.cookies);
    assert.equal((await visitor.call(sessionContract.logout, {})).status, 204);
    const thief = new Visitor(app.app);
    for (const [name, value] of cookies) thief.cookies.set(name, value);
    assert.equal((await thief.call(sessionContract.currentUser, {})).status, 401);
  });

  test('only a hash of the session token is in the database', async () => {
    const visitor = await signedInWith(app, 'admin@example.com', adminPassword);
    const rows = await app.ctx.db.selectFrom('sessions').selectAll().execute();
    assert.ok(!JSON.stringify(rows).includes(String(visitor.cookies.get('stowage_session'))));
  });

  test('a sign-in that is not committed leaves the cookies as they are', async () => {
    const visitor = await new Visitor(app.app).prime();
    const before = new Map(visitor.cookies);
    const { db } = app.ctx;
    const transaction = db.transaction.bind(db);
    db.transaction = () => {
      db.transaction = transaction;
      const begun = transaction();
      const execute = begun.execute.bind(begun);
      begun.execute = (work) =>
        execute(async (tx) => {
          await work(tx);
          throw new Error('the commit failed');
        });
      return begun;
    };
    const answer = await visitor.signIn('admin@example.com', adminPassword);
    assert.equal(answer.statusCode, 500);
    assert.deepEqual(visitor.cookies, before);
  });

  test('a wrong password and an unknown e-mail are answered alike', async () => {
    const wrong = await new Visitor(app.app).signIn('admin@example.com', 'not the password');
    const unknown = await new Visitor(app.app).signIn('nobody@example.com', 'not the password');
    assert.deepEqual([wrong.statusCode, wrong.json()], [422, unknown.json()]);
    assert.equal(unknown.statusCode, 422);
  });

  test('errors name empty fields', async () => {
    const answer = await new Visitor(app.app).signIn('', '');
    assert.equal(answer.statusCode, 422);
    assert.deepEqual(Object.keys(answer.json().errors), ['email', 'password']);
    assert.equal(answer.json().message, answer.json().errors.email[0]);
  });

  test('malformed bodies are refused with a message', async () => {
    const visitor = await new Visitor(app.app).prime();
    const broken = await visitor.send({
      method: 'POST',
      url: '/api/login',
      payload: '{"email":',
      headers: { 'content-type': 'application/json' },
    });
    assert.equal(broken.statusCode, 400);
    const large = await visitor.send({
      method: 'POST',
      url: '/api/login',
      payload: { email: 'x'.repeat(2_000_000), password: 'y' },
    });
    assert.equal(large.statusCode, 413);
    const list = await visitor.send({
      method: 'POST',
      url: '/api/login',
      payload: { email: ['a'], password: { b: 1 } },
    });
    assert.equal(list.statusCode, 422);
  });
});

describe('the user that the client shows', () => {
  const app = useTestApp();
  const create = (visitor: Visitor, headers: Record<string, string>) =>
    visitor.send({
      method: 'POST',
      url: '/api/file-type',
      payload: { name: `Type ${JSON.stringify(headers)}` },
      headers,
    });

  test('has to be that of the session, in writes with the header', async () => {
    const visitor = await asAdmin(app);
    const { id } = (await visitor.call(sessionContract.currentUser, {})).body;
    for (const headers of [{}, { 'x-shown-user': String(id) }])
      assert.equal((await create(visitor, headers as Record<string, string>)).statusCode, 201);
    for (const shown of [String(id + 1), '']) {
      const refused = await create(visitor, { 'x-shown-user': shown });
      assert.deepEqual([refused.statusCode, refused.json().code], [403, 'session.other_user']);
    }
    const read = await visitor.send({ method: 'GET', url: '/api/user', headers: { 'x-shown-user': String(id + 1) } });
    assert.equal(read.statusCode, 200);
  });

  test('does not matter without a session: to sign in, or to be told to', async () => {
    const headers = { 'x-shown-user': '999' };
    const visitor = await new Visitor(app.app).prime();
    assert.equal((await create(visitor, headers)).json().code, 'session.required');
    const payload = { email: 'admin@example.com', password: adminPassword };
    assert.equal((await visitor.send({ method: 'POST', url: '/api/login', payload, headers })).statusCode, 200);
  });
});

describe('anti-forgery', () => {
  const app = useTestApp();
  const login = { method: 'POST', url: '/api/login', payload: { email: 'admin@example.com', password: adminPassword } };

  test('a missing, empty or wrong header is refused with 419', async () => {
    const visitor = await new Visitor(app.app).prime();
    const token = String(visitor.cookies.get('XSRF-TOKEN'));
    visitor.cookies.delete('XSRF-TOKEN');
    for (const header of [undefined, '', 'wrong', `${token.slice(0, -1)}x`]) {
      const answer = await visitor.send({
        ...login,
        ...(header === undefined ? {} : { headers: { 'x-xsrf-token': header } }),
      });
      assert.equal(answer.statusCode, 419, String(header));
      assert.deepEqual(answer.json(), { message: 'CSRF token mismatch.', code: 'csrf.mismatch' });
    }
  });

  test("another session's token and a planted pair of cookie and header are refused", async () => {
    const other = await new Visitor(app.app).prime();
    const visitor = await signedInWith(app, 'admin@example.com', adminPassword);
    visitor.cookies.set('XSRF-TOKEN', String(other.cookies.get('XSRF-TOKEN')));
    assert.equal((await visitor.call(sessionContract.logout, {})).status, 419);
    visitor.cookies.set('XSRF-TOKEN', 'planted');
    assert.equal((await visitor.call(sessionContract.logout, {})).status, 419);
  });

  test('a write that another site has sent is refused even with the token', async () => {
    const visitor = await new Visitor(app.app).prime();
    const answer = await visitor.send({ ...login, headers: { 'sec-fetch-site': 'cross-site' } });
    assert.equal(answer.statusCode, 419);
  });

  test('unusual spellings of a path do not bypass the checks', async () => {
    const nobody = new Visitor(app.app);
    for (const url of ['/%61pi/teams', '//api/teams', '/api//teams', '/API/teams', '/api/teams/', '/api/./teams']) {
      const answer = await nobody.send({ method: 'GET', url });
      assert.ok([401, 404].includes(answer.statusCode), `${url}: ${answer.statusCode}`);
    }
    const write = await nobody.send({ method: 'POST', url: '/%61pi/login', payload: login.payload });
    assert.equal(write.statusCode, 419);
  });
});

describe('sessions end', () => {
  const app = useTestApp();
  const hours = (count: number) => new Date(Date.now() + count * 60 * 60 * 1000);

  test('after 12 hours without a request', async () => {
    app.setNow(new Date());
    const visitor = await signedInWith(app, 'admin@example.com', adminPassword);
    app.setNow(hours(11));
    assert.equal((await visitor.call(sessionContract.currentUser, {})).status, 200);
    app.setNow(hours(22));
    assert.equal((await visitor.call(sessionContract.currentUser, {})).status, 200);
    app.setNow(hours(34.1));
    assert.equal((await visitor.call(sessionContract.currentUser, {})).status, 401);
    app.setNow(new Date());
  });

  test('after 30 days even in constant use', async () => {
    const visitor = await signedInWith(app, 'admin@example.com', adminPassword);
    const ask = async (hour: number) => {
      app.setNow(hours(hour));
      return (await visitor.call(sessionContract.currentUser, {})).status;
    };
    for (let hour = 10; hour < 24 * 30; hour += 10) assert.equal(await ask(hour), 200, `after ${hour} hours`);
    assert.equal(await ask(24 * 30 + 1), 401);
    app.setNow(new Date());
  });

  test("after 30 days with 'Remember me', also in the browser", async () => {
    const visitor = new Visitor(app.app);
    const answer = await visitor.signIn('admin@example.com', adminPassword, true);
    const cookie = (answer.cookies as { name: string; maxAge?: number; httpOnly?: boolean; sameSite?: string }[]).find(
      (one) => one.name === 'stowage_session',
    );
    assert.deepEqual([cookie?.maxAge, cookie?.httpOnly, cookie?.sameSite], [30 * 24 * 60 * 60, true, 'Lax']);
    app.setNow(hours(24 * 29));
    assert.equal((await visitor.call(sessionContract.currentUser, {})).status, 200);
    app.setNow(hours(24 * 31));
    assert.equal((await visitor.call(sessionContract.currentUser, {})).status, 401);
    app.setNow(new Date());
  });

  test('at the next call after the user was deleted', async () => {
    const team = await makeTeam(app);
    const { id, email } = await makeUser(app, { role: 3, team });
    const visitor = await signedIn(app, email);
    await app.ctx.db.updateTable('users').set({ deleted_at: app.now().toISOString() }).where('id', '=', id).execute();
    assert.equal((await visitor.call(sessionContract.currentUser, {})).status, 401);
    assert.equal((await new Visitor(app.app).signIn(email, password)).statusCode, 422);
  });
});

describe('behind HTTPS', () => {
  const app = useTestApp({ PUBLIC_URL: 'https://files.example.com' });

  test('the cookies are Secure, and other hosts cannot set the session cookie', async () => {
    const visitor = new Visitor(app.app);
    const answer = await visitor.signIn('admin@example.com', adminPassword);
    const cookies = (answer.cookies as { name: string; secure?: boolean; path?: string; domain?: string }[]).map(
      ({ name, secure, path, domain }) => ({ name, secure, path, domain }),
    );
    const rest = { secure: true, path: '/', domain: undefined };
    assert.deepEqual(cookies, [
      { name: '__Host-stowage_session', ...rest },
      { name: 'XSRF-TOKEN', ...rest },
    ]);
    assert.equal((await visitor.call(sessionContract.currentUser, {})).status, 200);
    const token = String(visitor.cookies.get('__Host-stowage_session'));
    const planted = new Visitor(app.app);
    planted.cookies.set('stowage_session', token);
    assert.equal((await planted.call(sessionContract.currentUser, {})).status, 401);
    await visitor.call(sessionContract.logout, {});
    assert.equal((await visitor.call(sessionContract.currentUser, {})).status, 401);
  });
});

describe('the sign-in throttle', () => {
  const app = useTestApp({ TRUST_PROXY: '127.0.0.1' });
  const from = (address: string, visitor: Visitor, email: string, secret: string) =>
    visitor.send({
      method: 'POST',
      url: '/api/login',
      payload: { email, password: secret },
      headers: { 'x-forwarded-for': address },
    });

  test('five failures for an e-mail at an address block it there, in any letter case, until 15 minutes have passed', async () => {
    const team = await makeTeam(app);
    const { email } = await makeUser(app, { role: 3, team });
    const visitor = await new Visitor(app.app).prime();
    for (const attempt of [1, 2, 3, 4, 5]) {
      assert.equal((await from('10.0.0.9', visitor, email, `wrong ${attempt}`)).statusCode, 422);
    }
    const blocked = await from('10.0.0.9', visitor, email.toUpperCase(), password);
    assert.equal(blocked.statusCode, 429);
    assert.ok(Number(blocked.headers['retry-after']) > 0 && Number(blocked.headers['retry-after']) <= 900);
    app.setNow(new Date(Date.now() + 15 * 60 * 1000 + 1000));
    assert.equal((await from('10.0.0.9', visitor, email, password)).statusCode, 200);
    app.setNow(new Date());
  });

  test('twenty failures from an address block it for every e-mail', async () => {
    const visitor = await new Visitor(app.app).prime();
    for (let attempt = 0; attempt < 20; attempt += 1) {
      assert.equal((await from('10.9.9.9', visitor, `guess${attempt}@example.com`, 'wrong')).statusCode, 422);
    }
    assert.equal((await from('10.9.9.9', visitor, 'admin@example.com', adminPassword)).statusCode, 429);
    assert.equal((await from('10.9.9.8', visitor, 'admin@example.com', adminPassword)).statusCode, 200);
  });

  test('many simultaneous tries are counted', async () => {
    const team = await makeTeam(app);
    const { email } = await makeUser(app, { role: 3, team });
    const visitor = await new Visitor(app.app).prime();
    const answers = await Promise.all(Array.from({ length: 15 }, () => from('10.1.0.1', visitor, email, 'wrong')));
    const tried = answers.filter((answer) => answer.statusCode === 422).length;
    assert.ok(tried <= 6, `${tried} tries`);
  });
});

test('without TRUST_PROXY the address in X-Forwarded-For does not count', async (t) => {
  const app = await openTestApp();
  t.after(app.close);
  const visitor = await new Visitor(app.app).prime();
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 21; attempt += 1) {
    const payload = { email: `guess${attempt}@example.com`, password: 'wrong' };
    const headers = { 'x-forwarded-for': `10.0.0.${attempt}` };
    statuses.push((await visitor.send({ method: 'POST', url: '/api/login', payload, headers })).statusCode);
  }
  assert.deepEqual(statuses.slice(-2), [422, 429]);
});

// docs/administration.md, 'HTTPS', describes each case.
const trusted: [title: string, setting: string, forwarded: string, counted: string][] = [
  ['the address that the proxy has added counts', '127.0.0.1', '192.0.2.7, 198.51.100.1', '198.51.100.1'],
  ['the port that the proxy has added does not count', '127.0.0.1', '198.51.100.1:51234', '198.51.100.1'],
  ['several proxies in a row are left out', '127.0.0.1,10.0.0.5', '192.0.2.7, 198.51.100.1, 10.0.0.5', '198.51.100.1'],
  ['a proxy that is not in the list counts as the client', '127.0.0.1', '192.0.2.7, 10.0.0.5', '10.0.0.5'],
  [
    'a client in a range of the list can claim any address',
    '127.0.0.1,172.16.0.0/12',
    '192.0.2.7, 172.18.0.9',
    '192.0.2.7',
  ],
];
for (const [title, TRUST_PROXY, forwarded, counted] of trusted) {
  test(`with TRUST_PROXY=${TRUST_PROXY}, ${title}`, async (t) => {
    const app = await openTestApp({ TRUST_PROXY });
    t.after(app.close);
    const visitor = await new Visitor(app.app).prime();
    const payload = { email: 'someone@example.com', password: 'wrong' };
    const headers = { 'x-forwarded-for': forwarded };
    assert.equal((await visitor.send({ method: 'POST', url: '/api/login', payload, headers })).statusCode, 422);
    const failures = await app.ctx.db.selectFrom('login_failures').select('address').execute();
    assert.deepEqual(
      failures.map(({ address }) => address),
      [counted],
    );
  });
}
