import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { containersContract } from '#features/containers/containers.contract.ts';
import { openEventStream } from '#tests/event-stream.ts';
import { failToStart, makeHome, startServer } from '#tests/server-process.ts';
import type { ServerProcess } from '#tests/server-process.ts';
import { assertWholeAndNothingElse, emptyLedger, keepUploading, settleUnknown } from '#tests/stored-files.ts';

const onPostgres = process.env['DATABASE_URL'] !== undefined;
const skip = !onPostgres && 'several processes need a database server';

const WORKERS = '2';

/** The processes that serve, by the system's own list. */
const workersOf = ({ pid }: ServerProcess): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/** One that has ended keeps its number until the system has noticed, which may take a second. */
const isAlive = (pid: number): boolean => {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
};

test('a server of several processes', { skip, timeout: 300_000 }, async (t) => {
  const home = await makeHome();
  const server = await startServer(home, { WORKERS, METRICS_TOKEN: 'a token for the metrics', LOG_LEVEL: 'info' });

  await t.test('has a worker that is killed under load replaced, and loses nothing that was acknowledged', async () => {
    const ledger = emptyLedger();
    const people = await Promise.all(Array.from({ length: 4 }, () => server.asAdmin()));
    const loading = Promise.all(people.map((person) => keepUploading(person, ledger)));
    for (let kills = 0; kills < 2; kills += 1) {
      const wanted = ledger.stored.size + 8;
      while (ledger.stored.size < wanted) await sleep(20);
      const before = workersOf(server);
      process.kill(before[kills] as number, 'SIGKILL');
      // Before another one serves, it looks at what the one before has left in doubt.
      while (begun(server) < Number(WORKERS) + kills + 1) await sleep(20);
    }
    const wanted = ledger.stored.size + 8;
    while (ledger.stored.size < wanted) await sleep(20);
    ledger.isOver = true;
    await loading;
    const admin = await server.asAdmin();
    await settleUnknown(admin, ledger);
    await assertWholeAndNothingElse(home, admin, ledger.stored);
    assert.match(server.said().stdout, /"signal":"SIGKILL","msg":"a worker has ended; another one takes its place"/);
  });

  await t.test('tells open pages of all its processes what happens in one', async () => {
    const admin = await server.asAdmin();
    const app = { server: { address: () => server } } as unknown as FastifyInstance;
    const pages = await Promise.all(Array.from({ length: 4 }, () => openEventStream(app, admin)));
    const details = { name: 'Heard', container_no: 'PO-1', expected_date: '2099-01-01', ex_factory_date: '2098-01-01' };
    const heard = Promise.all(pages.map((page) => page.until(1))).then(() => true);
    while (!(await Promise.race([heard, sleep(500)])))
      assert.equal((await admin.call(containersContract.create, details)).status, 201);
    for (const page of pages) page.leave();
  });

  await t.test('adds up what all of them have counted', async () => {
    const counted =
      /^stowage_http_request_duration_seconds_count\{method="GET",route="\/healthz",status="200"\} (\d+)$/gm;
    const answered = async () => {
      const lines = [...(await readMetrics(server)).matchAll(counted)];
      assert.equal(lines.length, 1);
      return Number(lines[0]?.[1]);
    };
    await Promise.all(Array.from({ length: 4 }, () => askOnce(server)));
    const before = await answered();
    await Promise.all(Array.from({ length: 20 }, () => askOnce(server)));
    assert.equal(await answered(), before + 20);
  });

  await t.test('stops with all of them, and with exit code 0', async () => {
    const workers = workersOf(server);
    const ended = await server.stop();
    assert.deepEqual([ended.code, ended.signal, ended.stderr], [0, null, '']);
    assert.deepEqual(workers.filter(isAlive), []);
  });
});

const readMetrics = async ({ origin }: ServerProcess): Promise<string> =>
  (await fetch(`${origin}/metrics`, { headers: { authorization: 'Bearer a token for the metrics' } })).text();

/** On a connection of its own, which any process may take. */
const askOnce = async ({ origin }: ServerProcess) => {
  const answer = await fetch(`${origin}/healthz`, { headers: { connection: 'close' } });
  assert.equal(answer.status, 200);
  await answer.text();
};

/** How often a process has begun to serve so far. */
const begun = (server: ServerProcess): number => server.said().stdout.match(/"Server listening at /g)?.length ?? 0;

test('the processes of a server end together', { skip, timeout: 180_000 }, async (t) => {
  await t.test('when the first of them is killed, and the next start has the data folder', async () => {
    const home = await makeHome();
    const server = await startServer(home, { WORKERS });
    const workers = workersOf(server);
    assert.equal(workers.length, 2);
    await server.stop('SIGKILL');
    const next = await startServer(home, { WORKERS });
    assert.deepEqual(workers.filter(isAlive), []);
    await next.stop();
  });

  await t.test('when workers keep dying, with an exit code that says so', async () => {
    const server = await startServer(await makeHome(), { WORKERS });
    const seen = new Set<number>();
    for (let kills = 0; kills < 5; kills += 1) {
      const next = () => workersOf(server).find((pid) => !seen.has(pid));
      while (next() === undefined) await sleep(20);
      const pid = next() as number;
      seen.add(pid);
      process.kill(pid, 'SIGKILL');
      while (isAlive(pid) && workersOf(server).includes(pid)) await sleep(20);
    }
    const ended = await server.ended;
    assert.deepEqual([ended.code, ended.signal], [1, null]);
    assert.match(ended.stdout, /the 5th within a minute; the server stops/);
  });

  await t.test('when none can serve, with one sentence', async () => {
    const home = await makeHome();
    const other = await startServer(await makeHome());
    const ended = await failToStart(home, { WORKERS, PORT: String(other.port) });
    assert.equal(ended.code, 1);
    assert.match(ended.stderr, /^PORT: 127\.0\.0\.1:\d+ is taken by another program\. Set PORT to a free one\.\n$/);
    await other.stop();
  });
});

test(
  'the embedded database is served by one process',
  { skip: onPostgres && 'about the embedded database' },
  async () => {
    const ended = await failToStart(await makeHome(), { WORKERS });
    assert.deepEqual(
      [ended.code, ended.stderr],
      [1, 'WORKERS: must be 1 without DATABASE_URL; the embedded database belongs to a single process\n'],
    );
  },
);
