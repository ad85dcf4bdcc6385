import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sessionContract } from '#features/session/session.contract.ts';
import { teamsContract } from '#features/teams/teams.contract.ts';
import { takeTurn } from '#server/database/turns.queries.ts';
import { asAdmin } from '#tests/make.ts';
import { adminPassword, randomName, useTestApp } from '#tests/test-app.ts';
import { Visitor } from '#tests/visitor.ts';

const dayMs = 24 * 60 * 60 * 1000;
const email = 'admin@example.com';

test('a clock that jumps', async (t) => {
  const app = useTestApp();
  const jump = (days: number) => app.setNow(new Date(Date.now() + days * dayMs));
  const signIn = async (secret: string) => (await new Visitor(app.app).signIn(email, secret)).statusCode;

  await t.test('ahead ends sessions by their age, and people sign in again', async () => {
    const visitor = await asAdmin(app);
    for (const days of [20, 400]) {
      jump(days);
      assert.equal((await visitor.call(sessionContract.currentUser, {})).status, 401, `${days} days`);
      assert.equal(await signIn(adminPassword), 200);
    }
  });

  await t.test('and back keeps nobody out for what failed in that future', async () => {
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

  await t.test('and back does not keep periodic work waiting for that future', async () => {
    const turn = (days: number) => ({
      name: 'tidying',
      now: new Date(Date.now() + days * dayMs).toISOString(),
      until: new Date(Date.now() + days * dayMs + 60_000).toISOString(),
    });
    assert.equal(await takeTurn(app.parts.db, turn(20)), true);
    assert.equal(await takeTurn(app.parts.db, turn(0)), true);
    assert.equal(await takeTurn(app.parts.db, turn(0)), false);
  });
});

const onlySqlite = process.env['DATABASE_URL'] ? { skip: 'about the embedded database' } : {};

test('a database that another program has locked', onlySqlite, async (t) => {
  const app = useTestApp();
  const create = async (visitor: Visitor) => visitor.call(teamsContract.create, { name: `Team ${randomName()}` });
  /** Holds the lock for writing until told otherwise. */
  const lock = () => {
    const other = new DatabaseSync(join(app.dataDir, 'stowage.db'));
    other.exec('begin immediate');
    return () => other.close();
  };

  await t.test('is read as ever; a write waits for it a moment', async () => {
    const visitor = await asAdmin(app);
    const letGo = lock();
    const creating = create(visitor);
    assert.equal((await visitor.call(teamsContract.list, {})).status, 200);
    assert.equal((await app.app.inject({ method: 'GET', url: '/healthz' })).statusCode, 200);
    await sleep(300);
    letGo();
    assert.equal((await creating).status, 201);
  });

  await t.test('and is refused with a sentence when that takes too long', async () => {
    const visitor = await asAdmin(app);
    const letGo = lock();
    const refused = await create(visitor);
    letGo();
    assert.equal(refused.status, 503);
    assert.match(refused.failure.message, /Try again/);
    assert.ok(Number(refused.raw.headers['retry-after']) > 0);
    assert.equal((await create(visitor)).status, 201);
  });
});
