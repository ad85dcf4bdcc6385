import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passwordsContract } from '#features/passwords/passwords.contract.ts';
import { sessionContract } from '#features/session/session.contract.ts';
import { makeUser, password, signedIn, signedInAs } from '#tests/make.ts';
import { openTestApp } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';
import { Visitor } from '#tests/visitor.ts';

const fresh = 'a brand-new secret 🚢';
const both = (text: string) => ({ new_password: text, new_password_confirmation: text });

/** Opens a product behind a proxy, so that a request can come from any address. */
async function openBehindProxy(): Promise<TestApp & { [Symbol.asyncDispose]: () => Promise<void> }> {
  const app = await openTestApp({ TRUST_PROXY: '127.0.0.1' });
  return Object.assign(app, { [Symbol.asyncDispose]: app.close });
}

type Post = { path: string; payload: object; address: string; visitor?: Visitor };

async function post(app: TestApp, { path, payload, address, visitor }: Post): Promise<number> {
  const by = visitor ?? (await new Visitor(app.app).prime());
  const headers = { 'x-forwarded-for': address };
  return (await by.send({ method: 'POST', url: path, payload, headers })).statusCode;
}

const signInFrom = (app: TestApp, address: string, email: string, secret: string) =>
  post(app, { path: '/api/login', payload: { email, password: secret }, address });

const askFrom = (app: TestApp, address: string, email: string) =>
  post(app, { path: '/api/forgot-password', payload: { email }, address });

const useLinkFrom = (app: TestApp, address: string, token: string) =>
  post(app, { path: '/api/reset-password', payload: { token, ...both(fresh) }, address });

const times = async <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> => {
  const results: T[] = [];
  for (let index = 0; index < count; index += 1) results.push(await work(index));
  return results;
};

const all = (count: number, status: number) => Array.from({ length: count }, () => status);

test('wrong passwords from one address do not keep the owner of the account out at another one', async () => {
  await using app = await openBehindProxy();
  const { email } = await makeUser(app, { role: 3, team: 1 });
  const guesses = await times(6, () => signInFrom(app, '192.0.2.1', email, 'wrong'));
  assert.deepEqual(guesses, [...all(5, 422), 429]);
  assert.equal(await signInFrom(app, '198.51.100.1', email, password), 200);
  assert.equal(await signInFrom(app, '192.0.2.1', email, password), 429);
});

/** Inserts failures for an account, each from an address of its own, as many computers would cause them. */
async function failFromManyAddresses(app: TestApp, email: string, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => ({
    email_key: email,
    address: `10.1.${index >> 8}.${index & 255}`,
    network: null,
    failed_at: app.now().toISOString(),
  }));
  await app.ctx.db.insertInto('login_failures').values(rows).execute();
}

test('100 wrong passwords from any addresses block an account, except where its owner has signed in', async () => {
  await using app = await openBehindProxy();
  const { email } = await makeUser(app, { role: 3, team: 1 });
  assert.equal(await signInFrom(app, '198.51.100.1', email, password), 200);
  await failFromManyAddresses(app, email, 99);
  assert.equal(await signInFrom(app, '203.0.113.9', email, 'wrong'), 422);
  assert.equal(await signInFrom(app, '203.0.113.10', email, password), 429);
  assert.equal(await signInFrom(app, '198.51.100.1', email, password), 200);
});

test('a new password ends the block of an account', async () => {
  await using app = await openBehindProxy();
  const { email, id } = await makeUser(app, { role: 3, team: 1 });
  await failFromManyAddresses(app, email, 100);
  assert.equal(await signInFrom(app, '198.51.100.1', email, password), 429);
  const admin = await signedIn(app, 'admin@example.com');
  assert.equal((await admin.call(passwordsContract.reset, { user_id: id, ...both(fresh) })).status, 200);
  assert.equal(await signInFrom(app, '198.51.100.1', email, fresh), 200);
});

test('an IPv6 client counts by its /64, and all of a /48 together up to 100 failures', async () => {
  await using app = await openBehindProxy();
  const fail = async (address: string) => signInFrom(app, address, 'guess@example.com', 'wrong');
  const insertFailures = async (count: number, addressOf: (index: number) => string) => {
    const rows = Array.from({ length: count }, (_, index) => ({
      email_key: `guess${index}@example.com`,
      address: addressOf(index),
      network: '2001:db8:7::/48',
      failed_at: app.now().toISOString(),
    }));
    await app.ctx.db.insertInto('login_failures').values(rows).execute();
  };
  await insertFailures(19, () => '2001:db8:7:7::/64');
  assert.equal(await fail('2001:db8:7:7::1'), 422);
  assert.equal(await fail('2001:db8:7:7:ffff::1'), 429, 'the same /64');
  assert.equal(await fail('2001:db8:7:8::1'), 422, 'another /64');
  await insertFailures(79, (index) => `2001:db8:7:${(index + 256).toString(16)}::/64`);
  assert.equal(await signInFrom(app, '2001:db8:7:ffff::1', 'admin@example.com', 'wrong'), 429);
  assert.equal(await signInFrom(app, '2001:db8:8::1', 'admin@example.com', 'wrong'), 422, 'another /48');
});

test('an IPv4 client is the same client in its IPv6 form', async () => {
  await using app = await openBehindProxy();
  const { email } = await makeUser(app, { role: 3, team: 1 });
  await times(5, () => signInFrom(app, '::ffff:192.0.2.7', email, 'wrong'));
  assert.equal(await signInFrom(app, '192.0.2.7', email, password), 429);
  assert.equal(await signInFrom(app, '::ffff:192.0.2.8', email, password), 200);
});

test('questions for the own password have a count of their own for each session', async () => {
  await using app = await openBehindProxy();
  const { visitor, email } = await signedInAs(app, { role: 3, team: 1 });
  await failFromManyAddresses(app, email, 100);
  const confirm = (by: Visitor, secret: string) =>
    post(app, { path: '/api/confirm-password', payload: { password: secret }, address: '10.1.0.1', visitor: by });
  assert.equal(await confirm(visitor, password), 200, 'sign-ins that fail elsewhere do not count');
  const other = await signedIn(app, email);
  assert.deepEqual(await times(6, () => confirm(other, 'wrong')), [...all(5, 422), 429]);
  assert.equal(await confirm(visitor, password), 200, 'another session of the same user');
  const changed = { current_password: 'wrong', ...both(fresh) };
  assert.equal((await other.call(passwordsContract.change, changed)).status, 429);
});

test('‘Forgot password?’ counts apart from sign-ins, and for each address apart', async () => {
  await using app = await openBehindProxy();
  const { email } = await makeUser(app, { role: 3, team: 1 });
  assert.deepEqual(await times(6, () => askFrom(app, '192.0.2.1', email)), [...all(5, 200), 429]);
  assert.equal(await askFrom(app, '198.51.100.1', email), 200, 'the own request of the owner');
  const others = await times(16, (index) => askFrom(app, '192.0.2.1', `nobody${index}@example.com`));
  assert.deepEqual(others, [...all(15, 200), 429]);
  assert.equal(await signInFrom(app, '192.0.2.1', email, password), 200, 'a colleague at that address');
});

test('many simultaneous requests of ‘Forgot password?’ are counted', async () => {
  await using app = await openBehindProxy();
  const statuses = await Promise.all(Array.from({ length: 9 }, () => askFrom(app, '192.0.2.1', 'x@example.com')));
  assert.deepEqual(statuses.toSorted(), [...all(5, 200), ...all(4, 429)]);
});

test('at most 20 requests of ‘Forgot password?’ in 15 minutes notify the administrators of one user', async () => {
  await using app = await openBehindProxy();
  const { email } = await makeUser(app, { role: 3, team: 1 });
  const statuses = await times(24, (index) => askFrom(app, `192.0.2.${index}`, email));
  assert.deepEqual(statuses, all(24, 200));
  await app.ctx.deferred.flush();
  const notices = await app.ctx.db.selectFrom('notifications').select('id').execute();
  assert.equal(notices.length, 20);
});

test('‘Forgot password?’ does its work some time after the answer', async () => {
  await using app = await openBehindProxy();
  const { email } = await makeUser(app, { role: 3, team: 1 });
  assert.equal(await askFrom(app, '192.0.2.1', email), 200);
  const countNotices = async () => (await app.ctx.db.selectFrom('notifications').select('id').execute()).length;
  assert.equal(await countNotices(), 0);
  await app.ctx.deferred.flush();
  assert.equal(await countNotices(), 1);
});

test('links that set a password are looked up before any hashing, and wrong ones count for the address', async () => {
  await using app = await openBehindProxy();
  let hashes = 0;
  const { run } = app.ctx.hashing;
  app.ctx.hashing.run = (work, from) => {
    hashes += 1;
    return run(work, from);
  };
  const statuses = await times(21, (index) => useLinkFrom(app, '192.0.2.1', `guess ${index}`));
  assert.deepEqual(statuses, [...all(20, 422), 429]);
  assert.equal(await useLinkFrom(app, '198.51.100.1', 'guess'), 422);
  assert.equal(hashes, 0);
  assert.equal(await signInFrom(app, '192.0.2.1', 'admin@example.com', 'wrong'), 422, 'sign-ins count apart');
});

test('a new app key makes the codes of the second factor wrong codes with an explanation', async () => {
  await using app = await openBehindProxy();
  const { id, email } = await makeUser(app, { role: 3, team: 1 });
  const otherKey = Buffer.alloc(60, 7).toString('base64url');
  await app.ctx.db.insertInto('two_factor_secrets').values({ user_id: id, secret: otherKey, last_step: 0 }).execute();
  const at = app.now().toISOString();
  await app.ctx.db.updateTable('users').set({ two_factor_at: at }).where('id', '=', id).execute();
  const visitor = new Visitor(app.app);
  assert.deepEqual((await visitor.signIn(email, password)).json(), { two_factor: true });
  const answers = await times(6, () => visitor.call(sessionContract.loginCode, { code: '123456' }));
  assert.deepEqual(
    answers.map((answer) => answer.status),
    [...all(5, 422), 429],
  );
  assert.match(answers[0]?.failure.message ?? '', /key of this server was replaced/);
});
