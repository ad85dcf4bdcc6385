import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { filesContract } from '#features/files/core/files.contract.ts';
import type { File } from '#features/files/core/files.contract.ts';
import { sessionContract } from '#features/session/session.contract.ts';
import { upload } from '#tests/make.ts';
import { credentialsOf, preparedInstallation, startServer } from '#tests/server-process.ts';
import type { Installation, ServerProcess } from '#tests/server-process.ts';
import { storedIn } from '#tests/storage.ts';
import { assertStoredExactly, fetchFile, hashOf } from '#tests/stored-files.ts';
import { startTcpProxy } from '#tests/tcp-proxy.ts';
import type { TcpProxy } from '#tests/tcp-proxy.ts';
import { formOf } from '#tests/visitor.ts';
import type { Visitor } from '#tests/visitor.ts';

const skip = process.env['STORAGE_URL'] === undefined && 'about a store in a bucket';

const megabyte = 1024 * 1024;
// A closed connection is noticed at once, a silent one only after a timeout.
const awayMs = { closed: 3_000, silent: 10_000 };

const readiness = async ({ origin }: ServerProcess) => (await fetch(`${origin}/readyz`)).status;

/** Creates an installation whose server reaches the store through a proxy. */
async function installationBehindProxy(): Promise<{ installation: Installation; proxy: TcpProxy }> {
  const installation = await preparedInstallation();
  const address = new URL(installation.environment['STORAGE_URL'] as string);
  const proxy = await startTcpProxy(address.searchParams.get('endpoint') as string);
  address.searchParams.set('endpoint', proxy.url.replace(/\/$/, ''));
  return {
    installation: { ...installation, environment: { ...installation.environment, STORAGE_URL: address.href } },
    proxy,
  };
}

/** The acknowledged uploads by name, and the results of all others. */
type Ledger = { stored: Map<string, string>; uploads: number[]; reads: number[]; isOver: boolean };

async function keepUploading(visitor: Visitor, ledger: Ledger, sizeBytes: number): Promise<void> {
  for (let turn = 0; !ledger.isOver; turn += 1) {
    const bytes = randomBytes(sizeBytes + turn);
    const name = `${sizeBytes}-${turn}`;
    const answer = await visitor.call(filesContract.upload, { file_type_id: 1 }, [{ name, bytes }]);
    ledger.uploads.push(answer.status);
    if (answer.status === 201) ledger.stored.set(name, hashOf(bytes));
    else assert.match(answer.failure.message, /^The file store does not answer right now\. Try again in a moment\.$/);
  }
}

async function storeExtraction(visitor: Visitor, file: File, ledger: Ledger): Promise<void> {
  while (!ledger.isOver) {
    // An upload that had begun is aborted.
    const answer = await fetchFile(visitor, file).catch(() => undefined);
    ledger.reads.push(answer?.statusCode ?? 0);
    if (answer?.statusCode === 200) assert.equal(answer.rawPayload.length, file.size);
    if (answer?.statusCode === 503) assert.match(answer.body, /file store does not answer/);
    await sleep(10);
  }
}

for (const state of ['closed', 'silent'] as const) {
  test(
    `a store that is ${state} for ${awayMs[state] / 1000} seconds under load: 503 with a sentence, and nothing acknowledged is lost`,
    { skip, timeout: 180_000 },
    async () => {
      const { installation, proxy } = await installationBehindProxy();
      const server = await startServer(installation);
      const admin = await server.asAdmin();
      const keptBytes = randomBytes(3 * megabyte);
      const [stored] = (await upload(admin, 1, { name: 'kept', bytes: keptBytes })) as [File];
      const ledger: Ledger = { stored: new Map([['kept', hashOf(keptBytes)]]), uploads: [], reads: [], isOver: false };
      const working = Promise.all([
        keepUploading(admin, ledger, 1_000),
        keepUploading(admin, ledger, 9 * megabyte),
        storeExtraction(admin, stored, ledger),
      ]);
      await sleep(500);
      assert.equal(await readiness(server), 200);
      proxy.set(state);
      const endsAt = performance.now() + awayMs[state];
      // The server asks the store once per second at most.
      while ((await readiness(server)) !== 503) await sleep(50);
      assert.equal((await fetch(`${server.origin}/healthz`)).status, 200);
      assert.equal((await admin.call(sessionContract.currentUser, {})).status, 200);
      const refused = await Promise.all([
        fetchFile(admin, stored),
        admin.call(filesContract.upload, { file_type_id: 1 }, [{ name: 'refused', bytes: 'x' }]).then(({ raw }) => raw),
      ]);
      for (const { statusCode, body } of refused) {
        assert.equal(statusCode, 503);
        assert.match(body, /The file store does not answer right now\. Try again in a moment\./);
      }
      await sleep(Math.max(0, endsAt - performance.now()));
      proxy.set('open');
      const { uploads, reads } = ledger;
      // Requests that have waited for the store so far may still fail.
      const seen = uploads.length;
      while (!uploads.slice(seen).includes(201) || reads.at(-1) !== 200) await sleep(50);
      while ((await readiness(server)) !== 200) await sleep(50);
      ledger.isOver = true;
      await working;
      assert.ok(
        uploads.every((status) => status === 201 || status === 503),
        uploads.join(),
      );
      assert.ok(
        reads.every((status) => status === 200 || status === 503 || status === 0),
        reads.join(),
      );
      await server.stop();

      const next = await startServer(installation);
      await assertStoredExactly(installation, await next.asAdmin(), ledger.stored);
      await next.stop();
    },
  );
}

test('a store whose responses are lost has every file once, and aborted reads continue', { skip }, async () => {
  const { installation, proxy } = await installationBehindProxy();
  const server = await startServer(installation);
  const admin = await server.asAdmin();
  const stored = new Map<string, string>();
  const store = async (name: string, bytes: Buffer) => {
    const [file] = (await upload(admin, 1, { name, bytes })) as [File];
    stored.set(name, hashOf(bytes));
    return file;
  };
  const { pathname } = new URL(installation.environment['STORAGE_URL'] as string);

  proxy.cutAt(`PUT /stowage-tests${pathname}/blobs/`);
  await store('small', randomBytes(1_000));
  proxy.cutAt(`PUT /stowage-tests${pathname}/staging/`);
  await store('marked', randomBytes(1_000));
  proxy.cutAt('partNumber=2');
  await store('part', randomBytes(20 * megabyte));
  proxy.cutAt('<CompleteMultipartUpload');
  await store('completed', randomBytes(20 * megabyte));
  proxy.cutAt(`HEAD /stowage-tests${pathname}/blobs/`);
  await store('looked at', randomBytes(1_000));
  proxy.cutAt(`DELETE /stowage-tests${pathname}/staging/`);
  await store('settled', randomBytes(1_000));
  await assertStoredExactly(installation, admin, stored);

  const bytes = randomBytes(40 * megabyte);
  const file = await store('long', bytes);
  const asking = request({
    port: server.port,
    path: `/storage/${file.filepath}?download=1`,
    headers: credentialsOf(admin),
    agent: new Agent({ keepAlive: true }),
  }).end();
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  const pieces: Buffer[] = [];
  let received = 0;
  let cuts = 0;
  for await (const piece of answer) {
    pieces.push(piece as Buffer);
    received += (piece as Buffer).length;
    if (received > (cuts + 1) * 8 * megabyte) {
      proxy.cutAll();
      cuts += 1;
    }
  }
  assert.ok(cuts >= 3);
  assert.equal(hashOf(Buffer.concat(pieces)), hashOf(bytes));

  await server.stop();
});

const uploadsAtOnce = 20;

// Six parts of 8 MB are sent at once, for any number of uploads. The rest is for memory that the garbage collector has not freed
// yet.
const maxGrowthBytes = 200 * megabyte;

const memoryOf = async (pid: number, what: 'VmRSS' | 'VmHWM') =>
  Number(new RegExp(`^${what}:\\s+(\\d+) kB`, 'm').exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

/** Returns the sizes of the open spool files of a process, which hold waiting parts and are already unlinked. */
async function spoolBytes(pid: number): Promise<number[]> {
  const folder = `/proc/${pid}/fd`;
  const sizes: number[] = [];
  for (const fd of await readdir(folder)) {
    const path = join(folder, fd);
    // The process may close the file between these steps.
    if (!/\/spool-/.test(await readlink(path).catch(() => ''))) continue;
    const found = await stat(path).catch(() => undefined);
    if (found) sizes.push(found.size);
  }
  return sizes;
}

test(
  `${uploadsAtOnce} uploads that pause in the middle take little memory and disk, and leave nothing when they end`,
  {
    skip: skip || (process.platform !== 'linux' && 'memory cannot be measured here'),
    timeout: 120_000,
  },
  async () => {
    const installation = await preparedInstallation();
    const server = await startServer(installation);
    const admin = await server.asAdmin();
    const stored = storedIn(installation.environment);
    await writeFile(`/proc/${server.pid}/clear_refs`, '5');
    const before = await memoryOf(server.pid, 'VmRSS');

    const bytes = randomBytes(20 * megabyte);
    const { payload, headers } = formOf({ file_type_id: 1 }, 'files[]', [{ name: 'paused', bytes }]);
    const pauseAt = 15 * megabyte;
    const sendings = Array.from({ length: uploadsAtOnce }, () => {
      const sending = request({
        port: server.port,
        method: 'POST',
        path: '/api/upload',
        headers: { ...credentialsOf(admin), ...headers, 'content-length': payload.length },
        agent: new Agent(),
      });
      const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
      answered.catch(() => {});
      const paused = new Promise<void>((resolve) => sending.write(payload.subarray(0, pauseAt), () => resolve()));
      return { sending, answered, paused };
    });
    await Promise.all(sendings.map(({ paused }) => paused));
    while ((await stored.multipartUploads()).length < uploadsAtOnce) await sleep(50);
    const spools = await spoolBytes(server.pid);
    assert.equal(spools.length, uploadsAtOnce);
    assert.ok(
      spools.every((size) => size <= 16 * megabyte),
      spools.join(),
    );
    const growthBytes = (await memoryOf(server.pid, 'VmHWM')) - before;
    assert.ok(growthBytes < maxGrowthBytes, `${growthBytes} bytes more memory`);

    const [completed, dropped] = [sendings.slice(0, 3), sendings.slice(3)];
    for (const { sending } of dropped) sending.destroy();
    for (const [index, { sending }] of completed.entries()) {
      const rest = Buffer.from(payload.subarray(pauseAt));
      // Files with equal contents share one object.
      rest[0] = index;
      sending.end(rest);
    }
    for (const { answered } of completed) {
      const [answer] = await answered;
      assert.equal(answer.statusCode, 201, await text(answer));
    }
    while ((await stored.multipartUploads()).length > 0 || (await stored.stagedKeys()).length > 0) await sleep(50);
    assert.equal((await stored.keys()).length, completed.length);
    assert.deepEqual(await spoolBytes(server.pid), []);
    const ended = await server.stop();
    assert.equal(ended.code, 0);
  },
);

const onlyPostgres = process.env['DATABASE_URL'] === undefined && 'several servers need a database server';

test(
  'a server does not delete the unfinished uploads of another server in the same bucket',
  { skip: skip || onlyPostgres },
  async (t) => {
    const installation = await preparedInstallation();
    const one = await startServer(installation);
    const admin = await one.asAdmin();
    const files = [
      { name: 'small', bytes: randomBytes(10_000) },
      { name: 'large', bytes: randomBytes(20 * megabyte) },
    ];
    const { payload, headers } = formOf({ file_type_id: 1 }, 'files[]', files);
    const sending = request({
      port: one.port,
      method: 'POST',
      path: '/api/upload',
      headers: { ...credentialsOf(admin), ...headers, 'content-length': payload.length },
    });
    const answered = once(sending, 'response');
    sending.write(payload.subarray(0, payload.length - 100_000));
    const stored = storedIn(installation.environment);
    while ((await stored.stagedKeys()).length < files.length || (await stored.keys()).length < 1) await sleep(20);

    const dataDir = await mkdtemp(join(tmpdir(), 'stowage-other-'));
    t.after(() => rm(dataDir, { recursive: true, force: true }));
    const other = await startServer({
      ...installation,
      dataDir,
      environment: { ...installation.environment, DATA_DIR: dataDir },
    });
    sending.end(payload.subarray(payload.length - 100_000));
    const [answer] = (await answered) as [IncomingMessage];
    assert.equal(answer.statusCode, 201, await text(answer));
    const expected = new Map(files.map(({ name, bytes }) => [name, hashOf(bytes)]));
    await assertStoredExactly(installation, await other.asAdmin(), expected);
    await one.stop();
    await other.stop();
  },
);
