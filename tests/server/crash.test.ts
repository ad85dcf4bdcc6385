import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { containersContract } from '#features/containers/containers.contract.ts';
import type { Container, ContainerEvent } from '#features/containers/containers.contract.ts';
import { filesContract } from '#features/files/files.contract.ts';
import type { File } from '#features/files/files.contract.ts';
import { sessionContract } from '#features/session/session.contract.ts';
import { upload } from '#tests/make.ts';
import { makeHome, onDatabase, seeded, startServer } from '#tests/server-process.ts';
import type { Home, ServerProcess } from '#tests/server-process.ts';
import { storedIn } from '#tests/storage.ts';
import { adminPassword } from '#tests/test-app.ts';
import type { SentFile, Visitor } from '#tests/visitor.ts';

const onPostgres = process.env['DATABASE_URL'] !== undefined;
const rounds = Number(process.env['CRASH_ROUNDS'] ?? 8);
const seed = Number(process.env['CRASH_SEED'] ?? 42);

const hashOf = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

/** What a file may look like now: one of these; `gone` if it may be deleted. Several while it is not known what became of a call. */
type Known = { name: string; sha256: string } | 'gone';

/** What a container may look like now: one of these. */
type KnownContainer = { status: string; pfi_date: string; delays: number };

/** What clients were told, and what they were not told about any more. */
type Ledger = {
  files: Map<number, Known[]>;
  containers: Map<number, KnownContainer[]>;
  /** Uploads that were never answered, by name: stored whole or not at all. */
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

/** Everything acknowledged is there and right, nothing is half there, nothing is left over; and what is there now is all that is known. */
async function settle(home: Home, server: ServerProcess, ledger: Ledger): Promise<void> {
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
  await assertNothingLeftOver(home);
  await assertCounts(admin, files.length);
  await settleContainers(admin, ledger);
}

const asKnown = ({ status_name, pfi_date, pfi_delays }: Container): KnownContainer => ({
  status: status_name,
  pfi_date,
  delays: pfi_delays,
});

/** Each is as it was said to be, and what its card counts is what its history tells. */
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

async function assertNothingLeftOver(home: Home): Promise<void> {
  const named = await onDatabase<{ blob_key: string; size: number }>(
    home,
    'select blob_key, size from files union all select blob_key, size from file_versions',
  );
  const stored = storedIn(home.environment);
  // Equal contents are stored once.
  const keys = new Set(named.map((row) => row.blob_key));
  assert.deepEqual(await stored.keys(), [...keys].toSorted(), 'rows and blobs are not the same');
  assert.deepEqual(await stored.inDoubt(), []);
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

/** Random content, the same in every run with the same seed. */
function makeContent(dice: ReturnType<typeof seeded>, isLarge: boolean): Buffer {
  const size = isLarge
    ? 5_000_000 + dice.below(15_000_000)
    : dice.pick([0, 1, 1_000, 20_000, 131_072, 131_073, 400_000]);
  // A pattern with a random beginning: quick to make, and no two alike.
  const head = Buffer.from(`${dice.next()} ${dice.next()}`);
  return size < head.length ? head.subarray(0, size) : Buffer.concat([head, Buffer.alloc(size - head.length, head)]);
}

/** A client that uploads, replaces and deletes until the server is gone. Each keeps to its own files. */
async function work(server: ServerProcess, ledger: Ledger, dice: ReturnType<typeof seeded>): Promise<void> {
  const visitor = server.visitor();
  const own: number[] = [];
  const containers: number[] = [];
  const steps = [uploadSome, uploadSome, uploadSome, replaceOne, replaceOne, deleteOne, shipOne, shipOne];
  try {
    await visitor.signIn('admin@example.com', adminPassword);
    for (;;) await dice.pick(steps)();
  } catch (error) {
    // Only a connection that broke may end it: the server was killed.
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

  /** Creates a container, or moves, delays or postpones one. */
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

// A home of its own for every few rounds, so that many rounds need little room.
const roundsPerHome = 10;

test(`killed ${rounds} times in the middle of everything, the server has all it said it had, and nothing else`, async () => {
  const dice = seeded(seed);
  let stored = 0;
  for (let done = 0; done < rounds; done += roundsPerHome)
    stored += await crashAgainAndAgain(Math.min(roundsPerHome, rounds - done), dice);
  assert.ok(stored > 0, 'nothing was stored at all');
});

/** Answers how many files were there at the end. */
async function crashAgainAndAgain(times: number, dice: ReturnType<typeof seeded>): Promise<number> {
  const home = await makeHome();
  const ledger: Ledger = { files: new Map(), containers: new Map(), unanswered: [] };
  for (let round = 0; round < times; round += 1) {
    const server = await startServer(home, { LOG_LEVEL: 'warn' });
    await settle(home, server, ledger);
    const clients = Array.from({ length: 4 }, () => work(server, ledger, seeded(dice.below(2 ** 31))));
    // Any moment will do; which one is up to the dice.
    await sleep(100 + dice.below(900));
    const ended = await server.stop('SIGKILL');
    await Promise.all(clients);
    assert.doesNotMatch(`${ended.stdout}${ended.stderr}`, /"level":(50|60)/);
  }
  const server = await startServer(home);
  await settle(home, server, ledger);
  assert.equal((await server.stop()).code, 0);
  await home.remove();
  return [...ledger.files.values()].filter(([now]) => now !== 'gone').length;
}

test('what a crash leaves between two steps is tidied up at the next start', async () => {
  const home = await makeHome();
  const first = await startServer(home);
  const [kept] = (await upload(await first.asAdmin(), 1, { name: 'crash-kept', bytes: 'kept' })) as [File];
  await first.stop();
  const key = () => randomBytes(16).toString('hex');
  const stored = storedIn(home.environment);
  const [half, published] = [key(), key()];
  await stored.doubt(half);
  await stored.doubt(published);
  await stored.write(published, 'published, but no row names it');
  const [row] = await onDatabase<{ blob_key: string }>(home, 'select blob_key from files');
  const committed = row?.blob_key as string;
  await stored.doubt(committed);

  const server = await startServer(home);
  await settle(home, server, {
    files: new Map([[kept.id, [{ name: 'crash-kept', sha256: hashOf('kept') }]]]),
    containers: new Map(),
    unanswered: [],
  });
  await server.stop();
});

const killAt = new URL('../support/kill-at.ts', import.meta.url).href;

/** A fixed piece of work: two uploads of a small and a larger file each, one of them replaced, one deleted. */
async function fixedWork(server: ServerProcess, ledger: Ledger): Promise<void> {
  const visitor = await server.asAdmin();
  server.signal('SIGUSR2');
  while (!server.said().stdout.includes('armed')) await sleep(5);
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

/** One container, delayed and received. */
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

/** Answers how the server ended. */
async function killedAt(step: number, when: 'before' | 'after'): Promise<NodeJS.Signals | null> {
  const home = await makeHome();
  const ledger: Ledger = { files: new Map(), containers: new Map(), unanswered: [] };
  const server = await startServer(home, {
    NODE_OPTIONS: `--import ${killAt}`,
    KILL_AT_STEP: String(step),
    KILL_WHEN: when,
  });
  await fixedWork(server, ledger).catch((error: unknown) => {
    if (error instanceof assert.AssertionError) throw error;
  });
  const { signal } = await server.stop();
  const next = await startServer(home);
  await settle(home, next, ledger);
  await next.stop();
  await home.remove();
  return signal;
}

// What a server does by itself meanwhile is not the same each time: so many steps of the first run may be missing in another.
const mostOfItsOwn = 3;

test('killed just before or after any step that changes what is stored, a request has happened or it has not', async (t) => {
  const home = await makeHome();
  const server = await startServer(home, { NODE_OPTIONS: `--import ${killAt}`, KILL_AT_STEP: '0' });
  await fixedWork(server, { files: new Map(), containers: new Map(), unanswered: [] });
  const steps = Number(/^steps: (\d+)$/m.exec((await server.stop()).stdout)?.[1]);
  assert.ok(steps > (onPostgres ? 8 : 14), `only ${steps} steps were seen`);
  // A start and a restart for each takes a while: a few of them here, every one where there is time.
  const every = process.env['CRASH_STEPS'] === 'all' ? 1 : Math.ceil(steps / 3);
  const first = 1 + (seed % every);
  for (let step = first; step <= steps; step += every) {
    const moments: ('before' | 'after')[] = every === 1 ? ['before', 'after'] : [step % 2 === 0 ? 'before' : 'after'];
    for (const when of moments) {
      await t.test(`${when} step ${step} of ${steps}`, async () => {
        const signal = await killedAt(step, when);
        assert.ok(signal === 'SIGKILL' || step > steps - mostOfItsOwn, `the server was not killed at step ${step}`);
      });
    }
  }
});
