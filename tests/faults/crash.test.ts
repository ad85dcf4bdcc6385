import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import type { Container, ContainerEvent } from '#features/containers/core/containers.contract.ts';
import { filesContract } from '#features/files/core/files.contract.ts';
import type { File } from '#features/files/core/files.contract.ts';
import { sessionContract } from '#features/session/session.contract.ts';
import { upload } from '#tests/make.ts';
import { makeInstallation, queryDatabase, seeded, startServer } from '#tests/server-process.ts';
import type { Installation, ServerProcess } from '#tests/server-process.ts';
import { storedIn } from '#tests/storage.ts';
import type { SentFile, Visitor } from '#tests/visitor.ts';

const onPostgres = process.env['DATABASE_URL'] !== undefined;
const jobs = Number(process.env['CRASH_ROUNDS'] ?? 4);
const seed = Number(process.env['CRASH_SEED'] ?? 42);

const hashOf = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

/** The possible states of a file; `gone` if it may be deleted. There are several while the result of a call is unknown. */
type Known = { name: string; sha256: string } | 'gone';

/** The possible states of a container. */
type KnownContainer = { status: string; pfi_date: string; delays: number };

/** The results of all calls, and the calls without a response. */
type Ledger = {
  files: Map<number, Known[]>;
  containers: Map<number, KnownContainer[]>;
  /** Uploads without a response, by name. Each is stored completely or not at all. */
  unanswered: Map<string, string>[];
};

const listed = async (visitor: Visitor): Promise<File[]> =>
  (await visitor.call(filesContract.teamsWithFiles, {})).body.flatMap((team) => team.files);

async function download(visitor: Visitor, file: File): Promise<string> {
  const answer = await visitor.send({ method: 'GET', url: `/storage/${file.filepath}` });
  assert.equal(answer.statusCode, 200, `${file.filename}: ${answer.statusCode}`);
  assert.equal(answer.rawPayload.length, file.size);
  return hashOf(answer.rawPayload);
}

/**
 * Fails unless everything acknowledged is stored correctly, nothing is stored in part and nothing is left over. Then records the
 * actual state.
 */
async function settle(installation: Installation, server: ServerProcess, ledger: Ledger): Promise<void> {
  const admin = await server.asAdmin();
  const files = await listed(admin);
  const byId = new Map(files.map((file) => [file.id, file]));
  assert.equal(byId.size, files.length, 'a file is listed twice');

  for (const group of ledger.unanswered) {
    const stored = files.filter((file) => group.has(file.filename) && !ledger.files.has(file.id));
    assert.ok(
      [0, group.size].includes(stored.length),
      `${stored.length} of ${group.size} files of one request are there`,
    );
    for (const file of stored)
      ledger.files.set(file.id, [{ name: file.filename, sha256: group.get(file.filename) as string }]);
  }
  ledger.unanswered = [];

  for (const file of files) assert.ok(ledger.files.has(file.id), `${file.filename} was never sent`);
  for (const [id, possible] of ledger.files) {
    const file = byId.get(id);
    const now: Known = file ? { name: file.filename, sha256: await download(admin, file) } : 'gone';
    assert.ok(
      possible.some((known) => JSON.stringify(known) === JSON.stringify(now)),
      `file ${id} is ${JSON.stringify(now)}, not ${JSON.stringify(possible)}`,
    );
    ledger.files.set(id, [now]);
  }
  await assertNothingLeftOver(installation);
  await assertCounts(admin, files.length);
  await settleContainers(admin, ledger);
}

const asKnown = ({ status_name, pfi_date, pfi_delays }: Container): KnownContainer => ({
  status: status_name,
  pfi_date,
  delays: pfi_delays,
});

/** Fails unless every container has its acknowledged state and its counters match its history. */
async function settleContainers(admin: Visitor, ledger: Ledger): Promise<void> {
  for (const container of (await admin.call(containersContract.list, {})).body) {
    const now = asKnown(container);
    const possible = ledger.containers.get(container.id);
    assert.ok(
      !possible || possible.some((known) => JSON.stringify(known) === JSON.stringify(now)),
      `container ${container.id} is ${JSON.stringify(now)}, not ${JSON.stringify(possible)}`,
    );
    ledger.containers.set(container.id, [now]);
    const events = await wholeHistory(admin, container.id);
    const newest = (what: string) => events.find((event) => event.what === what)?.new_value;
    const times = (what: string) => events.filter((event) => event.what === what).length;
    assert.deepEqual(
      [times('created'), times('delay_pfi'), times('pfi_date')],
      [1, container.pfi_delays, container.pfi_moves],
    );
    assert.equal(newest('status') ?? 'Not Received', container.status_name);
    assert.equal(newest('pfi_date') ?? container.first_pfi_date, container.pfi_date);
  }
}

async function assertNothingLeftOver(installation: Installation): Promise<void> {
  const named = await queryDatabase<{ blob_key: string; size: number }>(
    installation,
    'select blob_key, size from files union all select blob_key, size from file_versions',
  );
  const stored = storedIn(installation.environment);
  // Files with equal contents share one blob.
  const keys = new Set(named.map((row) => row.blob_key));
  assert.deepEqual(await stored.keys(), [...keys].toSorted(), 'rows and blobs are not the same');
  assert.deepEqual(await stored.stagedKeys(), []);
}

async function assertCounts(admin: Visitor, count: number): Promise<void> {
  const { body } = await admin.call(filesContract.overview, {});
  const inGroups = body.groups.reduce((sum, group) => sum + group.files_count, 0);
  assert.deepEqual([body.totals.files, body.totals.this_week, body.matching, inGroups], [count, count, count, count]);
  assert.equal((await admin.call(sessionContract.currentUser, {})).body.files_count, count);
  assert.equal((await admin.call(filesContract.overview, { search: 'crash-' })).body.matching, count);
}

type HistoryPage = { events: ContainerEvent[]; next: number | null };

async function wholeHistory(admin: Visitor, id: number): Promise<ContainerEvent[]> {
  const events: ContainerEvent[] = [];
  let after: number | undefined;
  do {
    const page: HistoryPage = (await admin.call(containersContract.history, { id, limit: 200, after })).body;
    events.push(...page.events);
    after = page.next ?? undefined;
  } while (after !== undefined);
  return events;
}

/** Returns pseudo-random content, which depends on the seed only. */
function makeContent(dice: ReturnType<typeof seeded>, isLarge: boolean): Buffer {
  const size = isLarge
    ? 5_000_000 + dice.below(15_000_000)
    : dice.pick([0, 1, 1_000, 20_000, 131_072, 131_073, 400_000]);
  // A pattern with a random beginning is fast to generate and unique.
  const head = Buffer.from(`${dice.next()} ${dice.next()}`);
  return size < head.length ? head.subarray(0, size) : Buffer.concat([head, Buffer.alloc(size - head.length, head)]);
}

/** A client that uploads, replaces and deletes its own files until the server has ended. */
async function work(visitor: Visitor, ledger: Ledger, dice: ReturnType<typeof seeded>): Promise<void> {
  const own: number[] = [];
  const containers: number[] = [];
  const steps = [uploadSome, uploadSome, uploadSome, replaceOne, replaceOne, deleteOne, shipOne, shipOne];
  try {
    for (;;) await dice.pick(steps)();
  } catch (error) {
    // Only a broken connection may end the loop: the server was killed.
    if ((error as { code?: string }).code === undefined || error instanceof assert.AssertionError) throw error;
  }

  async function uploadSome(): Promise<void> {
    const isLarge = dice.below(8) === 0;
    const count = isLarge ? 1 + dice.below(2) : dice.pick([1, 1, 2, 5, 20]);
    const files: SentFile[] = Array.from({ length: count }, () => ({
      name: `crash-${randomBytes(8).toString('hex')}`,
      bytes: makeContent(dice, isLarge),
    }));
    const group = new Map(files.map((file) => [file.name, hashOf(file.bytes)]));
    ledger.unanswered.push(group);
    const answer = await visitor.call(filesContract.upload, { file_type_id: 1 }, files);
    assert.equal(answer.status, 201, answer.raw.body);
    ledger.unanswered.splice(ledger.unanswered.indexOf(group), 1);
    for (const { id, filename } of answer.body.files) {
      ledger.files.set(id, [{ name: filename, sha256: group.get(filename) as string }]);
      own.push(id);
    }
  }

  async function replaceOne(): Promise<void> {
    const id = own.at(dice.below(own.length));
    if (id === undefined) return;
    const bytes = makeContent(dice, dice.below(10) === 0);
    const next = { name: `crash-${randomBytes(8).toString('hex')}`, sha256: hashOf(bytes) };
    ledger.files.set(id, [...(ledger.files.get(id) ?? []), next]);
    const answer = await visitor.call(filesContract.update, { id, _method: 'PUT', filename: next.name }, [
      { name: 'x', bytes },
    ]);
    assert.equal(answer.status, 200, answer.raw.body);
    ledger.files.set(id, [next]);
  }

  async function deleteOne(): Promise<void> {
    const id = own.splice(dice.below(own.length), 1)[0];
    if (id === undefined) return;
    ledger.files.set(id, [...(ledger.files.get(id) ?? []), 'gone']);
    const answer = await visitor.call(filesContract.remove, { id });
    assert.equal(answer.status, 204, answer.raw.body);
    ledger.files.set(id, ['gone']);
  }

  /** Creates a container, or changes the status or the dates of one. */
  async function shipOne(): Promise<void> {
    const details = { name: 'Crash', container_no: 'PO-1', ex_factory_date: '2098-01-01' };
    const id = containers.at(dice.below(containers.length));
    if (id === undefined || dice.below(4) === 0) {
      const made = await visitor.call(containersContract.create, { ...details, expected_date: '2099-01-01' });
      assert.equal(made.status, 201, made.raw.body);
      containers.push(made.body.id);
      ledger.containers.set(made.body.id, [asKnown(made.body)]);
      return;
    }
    const [known] = ledger.containers.get(id) as [KnownContainer];
    const change = (next: KnownContainer) => ledger.containers.set(id, [known, next]);
    const date = `2099-0${1 + dice.below(9)}-1${dice.below(10)}`;
    const postpone = () => {
      change({ ...known, pfi_date: date });
      return visitor.call(containersContract.update, { id, ...details, expected_date: date });
    };
    const delay = () => {
      change({ ...known, delays: known.delays + 1 });
      return visitor.call(containersContract.changeStatus, { id, status: 'Delayed', delay_reason: 'Crash' });
    };
    const move = () => {
      const status = known.status === 'Received' ? 'Departed' : 'Received';
      change({ ...known, status });
      return visitor.call(containersContract.changeStatus, { id, status });
    };
    const answer = await dice.pick(known.status === 'Departed' ? [postpone, move] : [postpone, delay, move])();
    assert.equal(answer.status, 200, answer.raw.body);
    ledger.containers.set(id, [asKnown(answer.body)]);
  }
}

// A new installation for every few rounds, so that many rounds need little disk space.
const roundsPerHome = 10;

test(`killed ${jobs} times under load, the server has every acknowledged change, and nothing else`, async () => {
  const dice = seeded(seed);
  let stored = 0;
  for (let done = 0; done < jobs; done += roundsPerHome)
    stored += await crashAgainAndAgain(Math.min(roundsPerHome, jobs - done), dice);
  assert.ok(stored > 0, 'nothing was stored at all');
});

/** Returns the number of files at the end. */
async function crashAgainAndAgain(times: number, dice: ReturnType<typeof seeded>): Promise<number> {
  const installation = await makeInstallation();
  const ledger: Ledger = { files: new Map(), containers: new Map(), unanswered: [] };
  for (let round = 0; round < times; round += 1) {
    const server = await startServer(installation, { LOG_LEVEL: 'warn' });
    await settle(installation, server, ledger);
    const visitors = await Promise.all(Array.from({ length: 4 }, () => server.asAdmin()));
    const clients = visitors.map((visitor) => work(visitor, ledger, seeded(dice.below(2 ** 31))));
    // On a busy machine, the first upload takes longer than the wait below.
    const giveUpAt = Date.now() + 60_000;
    while (ledger.files.size === 0 && Date.now() < giveUpAt) await sleep(5);
    // The random generator chooses the moment.
    await sleep(100 + dice.below(900));
    const ended = await server.stop('SIGKILL');
    await Promise.all(clients);
    assert.doesNotMatch(`${ended.stdout}${ended.stderr}`, /"level":(50|60)/);
  }
  const server = await startServer(installation);
  await settle(installation, server, ledger);
  assert.equal((await server.stop()).code, 0);
  await installation.remove();
  return [...ledger.files.values()].filter(([now]) => now !== 'gone').length;
}

test('the next start removes the uncommitted blobs of a crash', async () => {
  const installation = await makeInstallation();
  const first = await startServer(installation);
  const [file] = (await upload(await first.asAdmin(), 1, { name: 'crash-kept', bytes: 'kept' })) as [File];
  await first.stop();
  const key = () => randomBytes(16).toString('hex');
  const stored = storedIn(installation.environment);
  const [half, published] = [key(), key()];
  await stored.stage(half);
  await stored.stage(published);
  await stored.write(published, 'published, but no row names it');
  const [row] = await queryDatabase<{ blob_key: string }>(installation, 'select blob_key from files');
  const committed = row?.blob_key as string;
  await stored.stage(committed);

  const server = await startServer(installation);
  await settle(installation, server, {
    files: new Map([[file.id, [{ name: 'crash-kept', sha256: hashOf('kept') }]]]),
    containers: new Map(),
    unanswered: [],
  });
  await server.stop();
});

const killAt = new URL('../support/kill-at.ts', import.meta.url).href;

/** Fixed work: two uploads of a small and a larger file each, one of them replaced, one deleted. */
async function fixedWork(server: ServerProcess, ledger: Ledger): Promise<void> {
  const visitor = await server.asAdmin();
  server.signal('SIGUSR2');
  while (!server.output().stdout.includes('armed')) await sleep(5);
  const small = { name: 'crash-small', bytes: 'small' };
  const large = { name: 'crash-large', bytes: Buffer.alloc(200_000, 'large') };
  const group = new Map([small, large].map((file) => [file.name, hashOf(file.bytes)]));
  ledger.unanswered = [group];
  const [one, other] = (await upload(visitor, 1, small, large)) as [File, File];
  ledger.unanswered = [];
  for (const { id, filename } of [one, other])
    ledger.files.set(id, [{ name: filename, sha256: group.get(filename) as string }]);
  const next = { name: 'crash-replaced', sha256: hashOf('replaced') };
  ledger.files.get(one.id)?.push(next);
  await visitor.call(filesContract.update, { id: one.id, _method: 'PUT', filename: next.name }, [
    { name: 'x', bytes: 'replaced' },
  ]);
  ledger.files.set(one.id, [next]);
  ledger.files.get(other.id)?.push('gone');
  await visitor.call(filesContract.remove, { id: other.id });
  ledger.files.set(other.id, ['gone']);
  await fixedShipping(visitor, ledger);
}

/** Creates a container, delays it and receives it. */
async function fixedShipping(visitor: Visitor, ledger: Ledger): Promise<void> {
  const details = { name: 'Crash', container_no: 'PO-1', expected_date: '2099-01-01', ex_factory_date: '2098-01-01' };
  const { body } = await visitor.call(containersContract.create, details);
  const { id } = body;
  const made = asKnown(body);
  const delayed = { ...made, delays: 1 };
  ledger.containers.set(id, [made, delayed]);
  await visitor.call(containersContract.changeStatus, { id, status: 'Delayed', delay_reason: 'Crash' });
  ledger.containers.set(id, [delayed, { ...delayed, status: 'Received' }]);
  await visitor.call(containersContract.changeStatus, { id, status: 'Received' });
}

/** Returns the exit result of the server. */
async function killedAt(step: number, when: 'before' | 'after'): Promise<NodeJS.Signals | null> {
  const installation = await makeInstallation();
  const ledger: Ledger = { files: new Map(), containers: new Map(), unanswered: [] };
  const server = await startServer(installation, {
    NODE_OPTIONS: `--import ${killAt}`,
    KILL_AT_STEP: String(step),
    KILL_WHEN: when,
  });
  await fixedWork(server, ledger).catch((error: unknown) => {
    if (error instanceof assert.AssertionError) throw error;
  });
  const { signal } = await server.stop();
  const next = await startServer(installation);
  await settle(installation, next, ledger);
  await next.stop();
  await installation.remove();
  return signal;
}

// Scheduled jobs run at different times, so this number of steps of the first run may be missing in another run.
const maxOfItsOwn = 3;

test('killed before or after any step that changes stored data, a request has happened completely or not at all', async (t) => {
  const installation = await makeInstallation();
  const server = await startServer(installation, { NODE_OPTIONS: `--import ${killAt}`, KILL_AT_STEP: '0' });
  await fixedWork(server, { files: new Map(), containers: new Map(), unanswered: [] });
  // Threads of the server print their own count first.
  const steps = Number(
    (await server.stop()).stdout
      .match(/^steps: \d+$/gm)
      ?.at(-1)
      ?.slice('steps: '.length),
  );
  assert.ok(steps > (onPostgres ? 8 : 14), `only ${steps} steps were seen`);
  // Each step needs a start and a restart: npm test takes a few steps, npm run faults all.
  const every = process.env['CRASH_STEPS'] === 'all' ? 1 : Math.ceil(steps / 3);
  const first = 1 + (seed % every);
  for (let step = first; step <= steps; step += every) {
    const moments: ('before' | 'after')[] = every === 1 ? ['before', 'after'] : [step % 2 === 0 ? 'before' : 'after'];
    for (const when of moments) {
      await t.test(`${when} step ${step} of ${steps}`, async () => {
        const signal = await killedAt(step, when);
        assert.ok(signal === 'SIGKILL' || step > steps - maxOfItsOwn, `the server was not killed at step ${step}`);
      });
    }
  }
});
