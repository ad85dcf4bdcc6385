import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { containerWorkContract } from '#features/containers/work/container-work.contract.ts';
import type { File } from '#features/files/core/files.contract.ts';
import { mailChoiceContract } from '#features/notifications/mail-choice.contract.ts';
import { checklistContract } from '#features/papers/checklist.contract.ts';
import { passkeysContract } from '#features/passwords/passkeys.contract.ts';
import { sessionContract } from '#features/session/session.contract.ts';
import { tokensContract } from '#features/tokens/tokens.contract.ts';
import { usersImportContract } from '#features/users/users-import.contract.ts';
import { webhooksContract } from '#features/webhooks/webhooks.contract.ts';
import { throttle } from '#shared/session-lengths.ts';
import { dayFromNow, enterContainer } from '#tests/containers.ts';
import { openEventStream } from '#tests/event-stream.ts';
import { openMailServer, readMail } from '#tests/mail-server.ts';
import { upload } from '#tests/make.ts';
import { freePort, nginxProgram, startNginx } from '#tests/nginx.ts';
import { Authenticator } from '#tests/passkeys.ts';
import { makeInstallation, queryDatabase, startServer, visitorAt } from '#tests/server-process.ts';
import type { ExitResult, Installation, ServerProcess } from '#tests/server-process.ts';
import {
  assertStoredExactly,
  newLedger,
  fetchFile,
  hashOf,
  keepReporting,
  keepUploading,
  listFiles,
  settleUnknown,
} from '#tests/stored-files.ts';
import type { UploadLedger } from '#tests/stored-files.ts';
import { adminPassword } from '#tests/test-app.ts';
import { askProgress, begin, sendPiece } from '#tests/tus.ts';
import type { Visitor } from '#tests/visitor.ts';
import { receiverSettings, useReceiver } from '#tests/webhook-receiver.ts';

const skip =
  (process.env['DATABASE_URL'] === undefined && 'several servers need a database server') ||
  (process.env['STORAGE_URL'] === undefined && 'several servers need a bucket') ||
  (nginxProgram === undefined && 'there is no nginx here');

const megabyte = 1024 * 1024;

/** Starts servers with a data folder each, behind nginx. */
async function startServers(workersOfEach: readonly string[], settings: Record<string, string> = {}) {
  const installation = await makeInstallation();
  const installations: Installation[] = [];
  for (const WORKERS of workersOfEach) {
    const dataDir = await mkdtemp(join(tmpdir(), 'stowage-server-'));
    after(() => rm(dataDir, { recursive: true, force: true }));
    // The address that the server prints then has no port.
    const port = settings['PUBLIC_URL'] === undefined ? {} : { PORT: String(await freePort()) };
    const environment = {
      ...installation.environment,
      ...settings,
      ...port,
      DATA_DIR: dataDir,
      WORKERS,
      TRUST_PROXY: '127.0.0.1',
    };
    installations.push({ ...installation, dataDir, environment });
  }
  const servers = await Promise.all(installations.map((of) => startServer(of, of.environment)));
  const nginx = await startNginx(servers.map(({ port }) => port));
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
  after(() => agent.destroy());
  return {
    installation,
    servers,
    nginx,
    startAgain: async (index: number) => {
      const PORT = String(servers[index]?.port);
      servers[index] = await startServer(installations[index] as Installation, { PORT });
    },
    throughNginx: async (): Promise<Visitor> => {
      const visitor = visitorAt(nginx.origin, agent);
      const answer = await visitor.signIn('admin@example.com', adminPassword);
      assert.equal(answer.statusCode, 200, answer.body);
      return visitor;
    },
    stop: async () => {
      for (const { code } of await Promise.all(servers.map((server) => server.stop()))) assert.equal(code, 0);
    },
  };
}

/** Returns a client with the same cookies for another server. */
function sameAt(other: ServerProcess, visitor: Visitor): Visitor {
  const same = other.visitor();
  for (const [name, value] of visitor.cookies) same.cookies.set(name, value);
  return same;
}

describe('several servers of one database and one bucket', { skip, timeout: 300_000 }, () => {
  const receiver = useReceiver();

  test('a session of one server is valid on all, and all servers have every file', async () => {
    const { servers, stop } = await startServers(['1', '2', '1']);
    const [one, two, three] = servers as [ServerProcess, ServerProcess, ServerProcess];
    const admin = await one.asAdmin();
    const elsewhere = sameAt(two, admin);
    const bytes = randomBytes(300_000);
    const [file] = (await upload(elsewhere, 1, { name: 'everywhere', bytes })) as [File];
    const read = await fetchFile(sameAt(three, admin), file);
    assert.equal(hashOf(read.rawPayload), hashOf(bytes));
    assert.equal((await elsewhere.call(sessionContract.logout, {})).status, 204);
    for (const each of servers)
      assert.equal((await sameAt(each, admin).send({ method: 'GET', url: '/api/user' })).statusCode, 401);
    await stop();
  });

  test('failed sign-ins are counted over all servers', async () => {
    const { servers, stop } = await startServers(['1', '2']);
    const statuses: number[] = [];
    for (const each of [...servers, ...servers, ...servers])
      statuses.push((await each.visitor().signIn('guessed@example.com', 'not the password')).statusCode);
    assert.deepEqual(statuses, [422, 422, 422, 422, 422, 429]);
    await stop();
  });

  test('an access token made at one server is valid, throttled and revoked on all', async () => {
    const { installation, servers, stop } = await startServers(['1', '2']);
    const [one, two] = servers as [ServerProcess, ServerProcess];
    const admin = await one.asAdmin();
    const made = await admin.call(tokensContract.create, {
      name: 'Scanner',
      can_write: false,
      areas: ['files'],
      days: 1,
    });
    const statusAt = async (server: ServerProcess, token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      return (await server.visitor().send({ method: 'GET', url: '/api/user', headers })).statusCode;
    };
    const { id, token } = made.body;
    for (const each of servers) assert.equal(await statusAt(each, token), 200);
    const guessed = [];
    for (let tries = 0; tries < throttle.perAddress; tries += 2)
      for (const each of servers) guessed.push(await statusAt(each, 'stowage_guess'));
    assert.deepEqual(new Set(guessed), new Set([401]));
    for (const each of servers)
      assert.deepEqual([await statusAt(each, 'stowage_guess'), await statusAt(each, token)], [429, 200]);
    assert.equal((await sameAt(two, admin).call(tokensContract.revoke, { id })).status, 204);
    // Not valid any more, and from an address with too many wrong tokens.
    for (const each of servers) assert.equal(await statusAt(each, token), 429);
    await queryDatabase(installation, 'delete from login_failures');
    for (const each of servers) assert.equal(await statusAt(each, token), 401);
    await stop();
  });

  test('a passkey is begun, added and used at different servers, and its challenge works once on all', async () => {
    const publicUrl = 'https://files.example.com';
    const { servers, stop } = await startServers(['1', '2'], { PUBLIC_URL: publicUrl });
    const [one, two] = servers as [ServerProcess, ServerProcess];
    const admin = await one.asAdmin();
    const key = new Authenticator(publicUrl);
    const begun = await admin.call(passkeysContract.beginAdding, {});
    const response = key.create(begun.body.challenge);
    assert.equal((await sameAt(two, admin).call(passkeysContract.add, { name: 'Key', response })).status, 201);
    const visitor = two.visitor();
    await visitor.prime();
    const { challenge } = (await visitor.call(passkeysContract.beginSignIn, { after_password: false })).body;
    const answers = await Promise.all(
      [one, two].map((server) =>
        sameAt(server, visitor).call(passkeysContract.signIn, { response: key.get(challenge) }),
      ),
    );
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 403]);
    await stop();
  });

  test('changes made at both servers reach a webhook once each, and those of one container in order', async () => {
    const { servers, stop } = await startServers(['1', '2'], {
      WEBHOOK_PRIVATE_ADDRESSES: receiverSettings.WEBHOOK_PRIVATE_ADDRESSES,
    });
    const people = await Promise.all(servers.map((server) => server.asAdmin()));
    const [admin] = people as [Visitor];
    // Slow answers, so that the servers would overtake each other.
    receiver.respondTo('/both', (response) => void setTimeout(() => response.writeHead(204).end(), 50 * Math.random()));
    const url = `http://127.0.0.1:${receiver.port}/both`;
    await admin.call(webhooksContract.create, { name: 'ERP', url, events: ['container.changed'] });
    const boxes = [await enterContainer(admin, {}), await enterContainer(admin, {})];
    const rounds = 10;
    for (let round = 0; round < rounds; round += 1)
      for (const { id, name, container_no, pfi_date, ex_factory_date } of boxes) {
        const details = { id, name, container_no, expected_date: pfi_date, ex_factory_date, vessel: `Ship ${round}` };
        const person = people[round % people.length] as Visitor;
        assert.equal((await person.call(containersContract.update, details)).status, 200);
      }
    while ((await admin.call(webhooksContract.list, {})).body[0]?.waiting !== 0) await sleep(100);
    const told = Map.groupBy(receiver.received, ({ payload }) => payload.data.container?.id);
    for (const { id } of boxes) {
      const times = told.get(id)?.map(({ payload }) => payload.timestamp) ?? [];
      assert.equal(new Set(times).size, rounds);
      assert.deepEqual(times, times.toSorted());
    }
    await stop();
  });

  test('each notice of free time and of missing documents, and each mail, is sent once by all servers together', async (t) => {
    // Slow, so that a mail that one server sends is still in the outbox when the other looks for one.
    const mailServer = await openMailServer({ takesMs: 500 });
    t.after(mailServer.close);
    const { installation, servers, startAgain, stop } = await startServers(['1', '2'], {
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'Stowage <files@example.com>',
      PUBLIC_URL: 'http://files.example.com',
    });
    const admin = await (servers[0] as ServerProcess).asAdmin();
    const events = ['free_time', 'papers_missing'] as const;
    const choices = events.map((event) => ({ event, choice: 'now' as const }));
    assert.equal((await admin.call(mailChoiceContract.save, { choices })).status, 200);
    const rule = { file_type_id: 1, stage: 'received' as const };
    assert.equal((await admin.call(checklistContract.add, rule)).status, 201);
    const { id, name, container_no, ex_factory_date } = await enterContainer(admin, {});
    assert.equal((await admin.call(containerWorkContract.follow, { id })).status, 204);
    const dates = { expected_date: dayFromNow(2), ex_factory_date, last_free_day: dayFromNow(1) };
    assert.equal((await admin.call(containersContract.update, { id, name, container_no, ...dates })).status, 200);
    const people = Array.from({ length: 20 }, (_, index) => `new-${index}@example.org`);
    const rows = people.map((email, index) => ({ row: index + 1, name: email, email, team: 'General' }));

    const ask = <Row>(statement: string) => queryDatabase<Row>(installation, statement);
    const checks = `'notifying of free time', 'notifying of missing documents'`;
    /** Lets servers that start at the same time run the checks that are due. */
    const restart = async () => {
      for (const server of servers) assert.equal((await server.stop()).code, 0);
      await ask(`delete from settings where name like 'lease: %'`);
      await ask(`delete from last_runs`);
      await Promise.all([startAgain(0), startAgain(1)]);
      while ((await ask(`select name from last_runs where name in (${checks})`)).length < 2) await sleep(100);
    };
    await restart();
    await restart();
    const told = await ask<{ title: string }>(
      `select title from notifications where title in ('Free time ends soon', 'Documents missing')`,
    );
    assert.deepEqual(
      told.map(({ title }) => title).toSorted(),
      ['Documents missing', 'Free time ends soon'],
      JSON.stringify(told),
    );

    // The five minutes that a mail at once collects are over.
    await ask(`update work set due_at = queued_at where kind = 'mail'`);
    const again = await (servers[1] as ServerProcess).asAdmin();
    assert.equal((await again.call(usersImportContract.run, { rows })).body.mailed, true);
    while ((await ask(`select key from work where kind = 'mail'`)).length > 0) await sleep(200);
    const mails = [];
    while (mails.length < mailServer.received()) mails.push(await readMail(await mailServer.next()));
    const addressed = mails.map(({ to }) => String(to?.[0]?.address));
    assert.deepEqual(addressed.toSorted(), ['admin@example.com', ...people].toSorted());
    assert.equal(mailServer.mostAtOnce(), servers.length, 'both servers send');
    await stop();
  });

  test('an event of one server reaches the open pages of all', async () => {
    const { servers, stop } = await startServers(['1', '2']);
    const [one] = servers as [ServerProcess];
    const admin = await one.asAdmin();
    const details = { name: 'Heard', container_no: 'PO-1', expected_date: '2099-01-01', ex_factory_date: '2098-01-01' };
    const pages = await Promise.all(
      servers.map(({ port }) =>
        openEventStream({ server: { address: () => ({ port }) } } as unknown as FastifyInstance, admin),
      ),
    );
    // Events are not stored: a server that does not listen yet receives only the next one.
    const received = Promise.all(pages.map((page) => page.until(1))).then(() => true);
    while (!(await Promise.race([received, sleep(500)])))
      assert.equal((await admin.call(containersContract.create, details)).status, 201);
    for (const page of pages) {
      assert.equal(page.events()[0], 'containers');
      page.leave();
    }
    await stop();
  });

  test('an upload in pieces continues at another one, and of two equal pieces one is accepted', async () => {
    const { servers, stop } = await startServers(['1', '1', '1']);
    const [one] = servers as [ServerProcess];
    const admin = await one.asAdmin();
    const at = servers.map((each) => sameAt(each, admin));
    const [first, second, third] = at as [Visitor, Visitor, Visitor];
    const bytes = randomBytes(3 * megabyte);
    const piece = (number: number) => bytes.subarray(number * megabyte, (number + 1) * megabyte);
    const address = await begin(first, 'in pieces', bytes.length);
    assert.equal((await sendPiece(second, address, 0, piece(0))).statusCode, 204);
    assert.equal(await askProgress(third, address), megabyte);
    const both = await Promise.all([first, third].map((each) => sendPiece(each, address, megabyte, piece(1))));
    assert.deepEqual(both.map(({ statusCode }) => statusCode).toSorted(), [204, 409]);
    assert.equal(await askProgress(second, address), 2 * megabyte);
    const last = await Promise.all(at.map((each) => sendPiece(each, address, 2 * megabyte, piece(2))));
    assert.ok(last.some(({ statusCode }) => statusCode === 204));
    assert.ok(last.every(({ statusCode }) => statusCode === 204 || statusCode === 409));
    const file = (await listFiles(second)).find(({ filename }) => filename === 'in pieces') as File;
    assert.equal(hashOf((await fetchFile(third, file)).rawPayload), hashOf(bytes));
    await stop();
  });
});

/** Loads all servers through nginx during `work` and for some requests after it. */
async function underLoad(ledger: UploadLedger, signIn: () => Promise<Visitor>, work: () => Promise<void>) {
  const people = await Promise.all(Array.from({ length: 4 }, signIn));
  const loading = Promise.all([
    ...people.map((person) => keepUploading(person, ledger)),
    ...Array.from({ length: 20 }, () => keepReporting(people[0] as Visitor, ledger)),
  ]);
  const more = async () => {
    const wanted = ledger.stored.size + 8;
    while (ledger.stored.size < wanted) await sleep(50);
  };
  await more();
  await work();
  await more();
  ledger.isOver = true;
  await loading;
}

test(
  'servers behind nginx, restarted one after the other under load, drop no request',
  { skip, timeout: 300_000 },
  async () => {
    const { installation, servers, nginx, startAgain, throughNginx, stop } = await startServers(['1', '2']);
    const ledger = newLedger();
    await underLoad(ledger, throughNginx, async () => {
      for (const index of servers.keys()) {
        const ended = (await servers[index]?.stop()) as ExitResult;
        assert.deepEqual([ended.code, ended.stderr], [0, '']);
        await startAgain(index);
      }
    });
    assert.deepEqual(ledger.failures, [], nginx.errors());
    await assertStoredExactly(installation, await throughNginx(), ledger.stored);
    await stop();
  },
);

test('servers that are killed under load lose no acknowledged write', { skip, timeout: 300_000 }, async () => {
  const { installation, servers, startAgain, throughNginx, stop } = await startServers(['1', '2', '1']);
  const ledger = newLedger();
  await underLoad(ledger, throughNginx, async () => {
    for (const index of [0, 1]) await servers[index]?.stop('SIGKILL');
  });
  const admin = await (servers[2] as ServerProcess).asAdmin();
  const details = { name: 'Late', container_no: 'PO-2', expected_date: '2020-01-01', ex_factory_date: '2019-12-01' };
  const { body: late } = await admin.call(containersContract.create, details);
  await queryDatabase(installation, `delete from settings where name like 'lease: %'`);
  await Promise.all([startAgain(0), startAgain(1)]);
  await settleUnknown(await throughNginx(), ledger);
  await assertStoredExactly(installation, await throughNginx(), ledger.stored);

  // Of servers that start at the same time, one runs the jobs that are due.
  const marked = async () => (await admin.call(containersContract.delayLogs, { id: late.id })).body;
  while ((await marked()).length === 0) await sleep(50);
  assert.deepEqual(
    (await marked()).map(({ reason }) => reason),
    ['Expected date crossed'],
  );
  await stop();
});
