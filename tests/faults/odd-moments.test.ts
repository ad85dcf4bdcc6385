import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { sessionContract } from '#features/session/session.contract.ts';
import { teamsContract } from '#features/teams/teams.contract.ts';
import { acquireLease } from '#server/lease.ts';
import { asAdmin } from '#tests/make.ts';
import { adminPassword, randomName, useTestApp } from '#tests/test-app.ts';
import { Visitor } from '#tests/visitor.ts';

const dayMs = 24 * 60 * 60 * 1000;
const email = 'admin@example.com';

describe('a clock that jumps', () => {
  const app = useTestApp();
  const jump = (days: number) => app.setNow(new Date(Date.now() + days * dayMs));
  const signIn = async (secret: string) => (await new Visitor(app.app).signIn(email, secret)).statusCode;

  test('ahead ends sessions by their age, and users can sign in again', async () => {
    const visitor = await asAdmin(app);
    for (const days of [20, 400]) {
      jump(days);
      assert.equal((await visitor.call(sessionContract.currentUser, {})).status, 401, `${days} days`);
      assert.equal(await signIn(adminPassword), 200);
    }
  });

  test('back does not block sign-in for failures in that future', async () => {
    jump(20);
    for (let failure = 0; failure < 5; failure += 1) assert.equal(await signIn('wrong'), 422);
    assert.equal(await signIn(adminPassword), 429);
    jump(0);
    assert.equal(await signIn(adminPassword), 200);
    for (let failure = 0; failure < 5; failure += 1) assert.equal(await signIn('wrong'), 422);
    assert.equal(await signIn(adminPassword), 429);
    jump(-30);
    assert.equal(await signIn(adminPassword), 200);
    jump(0);
  });

  test('back does not delay scheduled jobs until that future', async () => {
    const isLeased = async (days: number) => {
      const clock = () => new Date(Date.now() + days * dayMs);
      return (await acquireLease({ ...app.ctx, clock }, { name: 'tidying', termMs: 60_000 })) !== undefined;
    };
    assert.equal(await isLeased(20), true);
    assert.equal(await isLeased(0), true);
    assert.equal(await isLeased(0), false);
  });
});

const onlySqlite = process.env['DATABASE_URL'] ? { skip: 'about the embedded database' } : {};

describe('a database that another program has locked', onlySqlite, () => {
  const app = useTestApp();
  const create = async (visitor: Visitor) => visitor.call(teamsContract.create, { name: `Team ${randomName()}` });
  /** Takes the write lock. Returns a function that releases it. */
  const lock = () => {
    const other = new DatabaseSync(join(app.dataDir, 'stowage.db'));
    other.exec('begin immediate');
    return () => other.close();
  };

  test('can be read, and a write waits for the lock', async () => {
    const visitor = await asAdmin(app);
    const release = lock();
    let isCreated = false;
    const creating = create(visitor).finally(() => (isCreated = true));
    for (let read = 0; read < 20; read += 1) assert.equal((await visitor.call(teamsContract.list, {})).status, 200);
    assert.equal(isCreated, false);
    release();
    assert.equal((await creating).status, 201);
  });

  test('refuses a write with a sentence after a timeout', async () => {
    const visitor = await asAdmin(app);
    const release = lock();
    const refused = await create(visitor);
    release();
    assert.equal(refused.status, 503);
    assert.match(refused.failure.message, /Try again/);
    assert.ok(Number(refused.raw.headers['retry-after']) > 0);
    assert.equal((await create(visitor)).status, 201);
  });
});
