import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { openEventStream } from '#tests/event-stream.ts';
import { failToStart, preparedInstallation, startServer } from '#tests/server-process.ts';
import type { Installation, ServerProcess } from '#tests/server-process.ts';
import { assertStoredExactly, newLedger, keepUploading, settleUnknown } from '#tests/stored-files.ts';

const onPostgres = process.env['DATABASE_URL'] !== undefined;
const skip = !onPostgres && 'several processes need a database server';

const WORKERS = '2';

/** Returns the worker processes from /proc. */
const workersOf = ({ pid }: ServerProcess): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/** A process that has ended stays a zombie until its parent has read its status. */
const isAlive = (pid: number): boolean => {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
};

describe('a server of several processes', { skip, timeout: 300_000 }, () => {
  const start = async (installation?: Installation) =>
    startServer(installation ?? (await preparedInstallation()), {
      WORKERS,
      METRICS_TOKEN: 'a token for the metrics',
      LOG_LEVEL: 'debug',
    });

  test('replaces a worker that is killed under load, and loses no acknowledged upload', async () => {
    const installation = await preparedInstallation();
    const server = await start(installation);
    const ledger = newLedger();
    const people = await Promise.all(Array.from({ length: 4 }, () => server.asAdmin()));
    const loading = Promise.all(people.map((person) => keepUploading(person, ledger)));
    for (let kills = 0; kills < 2; kills += 1) {
      const wanted = ledger.stored.size + 8;
      while (ledger.stored.size < wanted) await sleep(20);
      const before = workersOf(server);
      process.kill(before[kills] as number, 'SIGKILL');
      // Before the next worker serves, it recovers the uncommitted blobs of the killed one.
      while (begun(server) < Number(WORKERS) + kills + 1) await sleep(20);
    }
    const wanted = ledger.stored.size + 8;
    while (ledger.stored.size < wanted) await sleep(20);
    ledger.isOver = true;
    await loading;
    const admin = await server.asAdmin();
    await settleUnknown(admin, ledger);
    await assertStoredExactly(installation, admin, ledger.stored);
    assert.match(server.output().stdout, /"signal":"SIGKILL","msg":"a worker has ended; another one takes its place"/);
    await server.stop();
  });

  test('sends an event of one process to the open pages of all', async () => {
    const server = await start();
    const admin = await server.asAdmin();
    const app = { server: { address: () => server } } as unknown as FastifyInstance;
    const pages = await Promise.all(Array.from({ length: 4 }, () => openEventStream(app, admin)));
    const details = { name: 'Heard', container_no: 'PO-1', expected_date: '2099-01-01', ex_factory_date: '2098-01-01' };
    const received = Promise.all(pages.map((page) => page.until(1))).then(() => true);
    while (!(await Promise.race([received, sleep(500)])))
      assert.equal((await admin.call(containersContract.create, details)).status, 201);
    for (const page of pages) page.leave();
    await server.stop();
  });

  test('adds up the metrics of all processes', async () => {
    const server = await start();
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
    await server.stop();
  });

  test('stops all processes and ends with exit code 0', async () => {
    const server = await start();
    const workers = workersOf(server);
    const ended = await server.stop();
    assert.deepEqual([ended.code, ended.signal, ended.stderr], [0, null, '']);
    assert.deepEqual(workers.filter(isAlive), []);
  });
});

const readMetrics = async ({ origin }: ServerProcess): Promise<string> =>
  (await fetch(`${origin}/metrics`, { headers: { authorization: 'Bearer a token for the metrics' } })).text();

/** Sends a request on a new connection, which any process may accept. */
const askOnce = async ({ origin }: ServerProcess) => {
  const answer = await fetch(`${origin}/healthz`, { headers: { connection: 'close' } });
  assert.equal(answer.status, 200);
  await answer.text();
};

/** Returns the number of workers that have begun to serve so far. */
const begun = (server: ServerProcess): number => server.output().stdout.match(/"msg":"listening"/g)?.length ?? 0;

describe('the processes of a server end together', { skip, timeout: 180_000 }, () => {
  test('when the primary process is killed, and the next start can use the data folder', async () => {
    const installation = await preparedInstallation();
    const server = await startServer(installation, { WORKERS });
    const workers = workersOf(server);
    assert.equal(workers.length, 2);
    await server.stop('SIGKILL');
    const next = await startServer(installation, { WORKERS });
    assert.deepEqual(workers.filter(isAlive), []);
    await next.stop();
  });

  test('with exit code 1 when workers end repeatedly', async () => {
    const server = await startServer(await preparedInstallation(), { WORKERS });
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

  test('with one sentence when no worker can listen', async () => {
    const installation = await preparedInstallation();
    const other = await startServer(await preparedInstallation());
    const ended = await failToStart(installation, { WORKERS, PORT: String(other.port) });
    assert.equal(ended.code, 1);
    assert.match(ended.stderr, /^PORT: 127\.0\.0\.1:\d+ is taken by another program\. Set PORT to a free one\.\n$/);
    await other.stop();
  });
});

test(
  'the embedded database is served by one process',
  { skip: onPostgres && 'about the embedded database' },
  async () => {
    const ended = await failToStart(await preparedInstallation(), { WORKERS });
    assert.deepEqual(
      [ended.code, ended.stderr],
      [1, 'WORKERS: must be 1 without DATABASE_URL; the embedded database belongs to a single process\n'],
    );
  },
);
