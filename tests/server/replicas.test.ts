import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { containersContract } from '#features/containers/containers.contract.ts';
import { filesContract } from '#features/files/files.contract.ts';
import type { File } from '#features/files/files.contract.ts';
import { markOf, setMark } from '#server/database/data-folder.ts';
import { openEventStream } from '#tests/event-stream.ts';
import { asAdmin, makeContainer, signedInAs, upload } from '#tests/make.ts';
import { freshSchema } from '#tests/postgres-schema.ts';
import { folderOf, startReplica } from '#tests/replica.ts';
import type { TestReplica } from '#tests/replica.ts';
import { listFiles } from '#tests/stored-files.ts';
import { startTcpProxy } from '#tests/tcp-proxy.ts';
import { openTestApp, randomName } from '#tests/test-app.ts';
import type { Environment, TestApp } from '#tests/test-app.ts';
import { Visitor } from '#tests/visitor.ts';

const primary = process.env['DATABASE_URL'];
const primaryFolder = await folderOf(primary);
const skip =
  (primary === undefined && 'about a database server') ||
  (primaryFolder === undefined && 'the database server was not started by postgres.sh');

/** Opens two servers of one database, which read from its replica through a proxy. */
async function openServers(t: TestContext, replica: TestReplica) {
  const opened: TestApp[] = [];
  const folders: string[] = [];
  const schema = await freshSchema(primary);
  assert.ok(schema);
  t.after(async () => {
    await replica.resume();
    for (const app of opened) await app.close();
    await schema.drop();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });
  const proxy = await startTcpProxy(replica.url);
  const replicaUrl = new URL(schema.url);
  replicaUrl.port = new URL(proxy.url).port;
  const one = await openTestApp({
    DATABASE_URL: schema.url,
    DATABASE_REPLICA_URL: replicaUrl.href,
    METRICS_TOKEN: 'a token for the metrics',
  });
  opened.push(one);
  const join = async (environment: Environment = {}) => {
    const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'stowage-test-'));
    folders.push(DATA_DIR);
    // Without a bucket each server has its own files, which does not matter here.
    const mark = markOf(one.dataDir);
    if (mark !== undefined) await setMark(DATA_DIR, mark);
    const app = await openTestApp({ ...one.environment, DATA_DIR, ...environment });
    opened.push(app);
    return app;
  };
  const two = await join();
  await makeContainer(one);
  const admin = await asAdmin(one);
  const reader = (await signedInAs(one, { role: 1, team: null })).visitor;
  const isReadFrom = async (app: TestApp) => replica.receivesQuery(async () => listContainers(sameAt(app, reader)));
  const untilReadFrom = async (app: TestApp) => {
    while (!(await isReadFrom(app))) await sleep(50);
  };
  /** Runs `work` while the replay of the replica is paused, after both servers have read from it. */
  const whileBehind = async (work: () => Promise<void>) => {
    await untilReadFrom(one);
    await untilReadFrom(two);
    await replica.pause();
    try {
      await work();
    } finally {
      await replica.resume();
    }
  };
  return { proxy, one, two, join, admin, reader, isReadFrom, untilReadFrom, whileBehind };
}

/** Returns a client with the same cookies for another server. */
function sameAt({ app }: TestApp, { cookies }: Visitor): Visitor {
  const same = new Visitor(app);
  for (const [name, value] of cookies) same.cookies.set(name, value);
  return same;
}

const details = (name: string) => ({
  name,
  container_no: `PO-${name}`,
  expected_date: '2099-01-01',
  ex_factory_date: '2098-01-01',
});

const listContainers = async (visitor: Visitor): Promise<string[]> => {
  const { status, body } = await visitor.call(containersContract.page, { limit: 200 });
  assert.equal(status, 200);
  return body.containers.map(({ name }) => name);
};

describe('lists and searches are read from a replica', { skip }, () => {
  const options = { timeout: 180_000 };
  const replica = {} as TestReplica;
  before(async () => void Object.assign(replica, await startReplica(primaryFolder as string)));
  after(() => replica.stop());

  test('with a late replica: users see their own changes on every server', options, async (t) => {
    const { one, two, admin, whileBehind } = await openServers(t, replica);
    const name = randomName();
    const seen = async () => {
      const lists = [one, two].map(async (app) => (await listFiles(sameAt(app, admin))).map((file) => file.filename));
      return Promise.all(lists);
    };
    let id = 0;
    await whileBehind(async () => {
      [{ id }] = (await upload(admin, 1, { name })) as [File];
      assert.deepEqual(await seen(), [[name], [name]]);
    });
    await whileBehind(async () => {
      await admin.call(filesContract.update, { id, _method: 'PUT', filename: `${name} 2` });
      assert.deepEqual(await seen(), [[`${name} 2`], [`${name} 2`]]);
    });
    await whileBehind(async () => {
      await admin.call(filesContract.remove, { id });
      assert.deepEqual(await seen(), [[], []]);
    });
  });

  test('with a late replica: an event arrives once its change is visible to the recipient', options, async (t) => {
    const { one, two, admin, reader, whileBehind } = await openServers(t, replica);
    await one.app.listen({ port: 0 });
    const page = await openEventStream(one.app, reader);
    const name = randomName();
    await whileBehind(async () => {
      assert.equal((await admin.call(containersContract.create, details(name))).status, 201);
      assert.ok((await listContainers(sameAt(one, reader))).includes(name), 'where it happened');
      const received = page.until(1);
      assert.equal(await Promise.race([received.then(() => 'heard'), sleep(500, 'not yet')]), 'not yet');
      await replica.resume();
      await received;
      for (const app of [one, two]) assert.ok((await listContainers(sameAt(app, reader))).includes(name));
    });
    page.leave();
  });

  test('a replica that is too late is not used', options, async (t) => {
    const { one, two, reader, isReadFrom, untilReadFrom, whileBehind } = await openServers(t, replica);
    await whileBehind(async () => {
      const name = randomName();
      await one.ctx.db.updateTable('containers').set({ name }).execute();
      while (!(await listContainers(sameAt(two, reader))).includes(name)) await sleep(100);
      assert.equal(await isReadFrom(two), false);
    });
    await untilReadFrom(two);
  });

  for (const state of ['closed', 'silent'] as const) {
    test(`with a replica that is ${state === 'closed' ? 'gone' : 'silent'}: no request is refused`, async (t) => {
      const { proxy, one, reader, isReadFrom, untilReadFrom } = await openServers(t, replica);
      await untilReadFrom(one);
      proxy.set(state);
      for (let asked = 0; asked < 5; asked += 1) await listContainers(sameAt(one, reader));
      assert.equal(await isReadFrom(one), false);
      proxy.set('open');
      await untilReadFrom(one);
    });
  }

  test('with a replica that cancels conflicting queries: no request is refused', options, async (t) => {
    const { one, reader, untilReadFrom } = await openServers(t, replica);
    const { db } = one.ctx;
    // With this many files a search takes long enough to be cancelled.
    await sql`insert into containers select another.* from containers as kept, generate_series(1, 10000) as n,
      jsonb_populate_record(kept, jsonb_build_object('id', 1000000 + n, 'container_no', n)) as another
      where kept.id = (select min(id) from containers)`.execute(db);
    await untilReadFrom(one);
    const searching = async () => {
      const { status } = await sameAt(one, reader).call(containersContract.page, { search: 'nothing', limit: 200 });
      assert.equal(status, 200);
    };
    await replica.untilCancelled(3, async () => {
      const searches = Array.from({ length: 10 }, searching);
      await db.transaction().execute(async (tx) => sql`lock table containers in access exclusive mode`.execute(tx));
      await Promise.all(searches);
    });
    await untilReadFrom(one);
  });

  test('the metrics have the age of the replica', options, async (t) => {
    const { one, untilReadFrom } = await openServers(t, replica);
    await untilReadFrom(one);
    const authorization = 'Bearer a token for the metrics';
    const { body } = await one.app.inject({ method: 'GET', url: '/metrics', headers: { authorization } });
    assert.match(body, /^stowage_replica_age_seconds [\d.]+$/m);
  });

  test('a replica of another database is not used', options, async (t) => {
    const { join, reader } = await openServers(t, replica);
    const other = await openTestApp();
    t.after(other.close);
    const elsewhere = new URL(other.environment['DATABASE_URL'] as string);
    elsewhere.port = new URL(replica.url).port;
    const three = await join({ DATABASE_REPLICA_URL: elsewhere.href });
    const stops = performance.now() + 1_500;
    while (performance.now() < stops) {
      assert.ok((await listContainers(sameAt(three, reader))).length > 0);
      await sleep(100);
    }
  });
});
