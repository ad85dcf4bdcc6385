import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { filesContract } from '#features/files/files.contract.ts';
import type { File } from '#features/files/files.contract.ts';
import { sessionContract } from '#features/session/session.contract.ts';
import { upload } from '#tests/make.ts';
import { credentialsOf, makeHome, startServer } from '#tests/server-process.ts';
import type { Home, ServerProcess } from '#tests/server-process.ts';
import { storedIn } from '#tests/storage.ts';
import { assertWholeAndNothingElse, fetchFile, hashOf } from '#tests/stored-files.ts';
import { formOf } from '#tests/visitor.ts';
import type { Visitor } from '#tests/visitor.ts';
import { makeWay } from '#tests/way.ts';
import type { Way } from '#tests/way.ts';

const skip = process.env['STORAGE_URL'] === undefined && 'about a store in a bucket';

const megabyte = 1024 * 1024;
// What refuses is noticed at once, what says nothing only after a while.
const awayMs = { closed: 3_000, silent: 10_000 };

const readiness = async ({ origin }: ServerProcess) => (await fetch(`${origin}/readyz`)).status;

/** A home whose server reaches the store by a way that can be cut. */
async function homeWithWay(): Promise<{ home: Home; way: Way }> {
  const home = await makeHome();
  const address = new URL(home.environment['STORAGE_URL'] as string);
  const way = await makeWay(address.searchParams.get('endpoint') as string);
  address.searchParams.set('endpoint', way.url.replace(/\/$/, ''));
  return { home: { ...home, environment: { ...home.environment, STORAGE_URL: address.href } }, way };
}

/** What was acknowledged, by name, and what came of everything else. */
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

async function keepReading(visitor: Visitor, file: File, ledger: Ledger): Promise<void> {
  while (!ledger.isOver) {
    // One that had begun already is cut.
    const answer = await fetchFile(visitor, file).catch(() => undefined);
    ledger.reads.push(answer?.statusCode ?? 0);
    if (answer?.statusCode === 200) assert.equal(answer.rawPayload.length, file.size);
    if (answer?.statusCode === 503) assert.match(answer.body, /file store does not answer/);
    await sleep(10);
  }
}

for (const passage of ['closed', 'silent'] as const) {
  test(
    `a store that is ${passage} for ${awayMs[passage] / 1000} seconds under load: 503 with a sentence, and nothing acknowledged is lost`,
    { skip, timeout: 180_000 },
    async () => {
      const { home, way } = await homeWithWay();
      const server = await startServer(home);
      const admin = await server.asAdmin();
      const keptBytes = randomBytes(3 * megabyte);
      const [kept] = (await upload(admin, 1, { name: 'kept', bytes: keptBytes })) as [File];
      const ledger: Ledger = { stored: new Map([['kept', hashOf(keptBytes)]]), uploads: [], reads: [], isOver: false };
      const working = Promise.all([
        keepUploading(admin, ledger, 1_000),
        keepUploading(admin, ledger, 9 * megabyte),
        keepReading(admin, kept, ledger),
      ]);
      await sleep(500);
      assert.equal(await readiness(server), 200);
      way.set(passage);
      const endsAt = performance.now() + awayMs[passage];
      assert.equal(await readiness(server), 503);
      assert.equal((await fetch(`${server.origin}/healthz`)).status, 200);
      assert.equal((await admin.call(sessionContract.currentUser, {})).status, 200);
      const refused = await Promise.all([
        fetchFile(admin, kept),
        admin.call(filesContract.upload, { file_type_id: 1 }, [{ name: 'refused', bytes: 'x' }]).then(({ raw }) => raw),
      ]);
      for (const { statusCode, body } of refused) {
        assert.equal(statusCode, 503);
        assert.match(body, /The file store does not answer right now\. Try again in a moment\./);
      }
      await sleep(Math.max(0, endsAt - performance.now()));
      way.set('open');
      const { uploads, reads } = ledger;
      // Those that have waited for it so far may still give up.
      const seen = uploads.length;
      while (!uploads.slice(seen).includes(201) || reads.at(-1) !== 200) await sleep(50);
      assert.equal(await readiness(server), 200);
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

      const next = await startServer(home);
      await assertWholeAndNothingElse(home, await next.asAdmin(), ledger.stored);
      await next.stop();
    },
  );
}

test('a store whose answers are lost', { skip }, async (t) => {
  const { home, way } = await homeWithWay();
  const server = await startServer(home);
  const admin = await server.asAdmin();
  const stored = new Map<string, string>();
  const store = async (name: string, bytes: Buffer) => {
    const [file] = (await upload(admin, 1, { name, bytes })) as [File];
    stored.set(name, hashOf(bytes));
    return file;
  };
  const { pathname } = new URL(home.environment['STORAGE_URL'] as string);

  await t.test('is asked again, and has every file once', async () => {
    way.cutAt(`PUT /stowage-tests${pathname}/blobs/`);
    await store('small', randomBytes(1_000));
    way.cutAt(`PUT /stowage-tests${pathname}/staging/`);
    await store('marked', randomBytes(1_000));
    way.cutAt('partNumber=2');
    await store('part', randomBytes(20 * megabyte));
    way.cutAt('<CompleteMultipartUpload');
    await store('completed', randomBytes(20 * megabyte));
    way.cutAt(`HEAD /stowage-tests${pathname}/blobs/`);
    await store('looked at', randomBytes(1_000));
    way.cutAt(`DELETE /stowage-tests${pathname}/staging/`);
    await store('settled', randomBytes(1_000));
    await assertWholeAndNothingElse(home, admin, stored);
  });

  await t.test('is asked for the rest of a file whose reading was cut', async () => {
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
        way.cutAll();
        cuts += 1;
      }
    }
    assert.ok(cuts >= 3);
    assert.equal(hashOf(Buffer.concat(pieces)), hashOf(bytes));
  });

  await server.stop();
});

const onlyPostgres = process.env['DATABASE_URL'] === undefined && 'several servers need a database server';

test('servers that share a bucket leave each other’s uploads alone', { skip: skip || onlyPostgres }, async (t) => {
  const home = await makeHome();
  const one = await startServer(home);
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
  const stored = storedIn(home.environment);
  while ((await stored.inDoubt()).length < files.length || (await stored.keys()).length < 1) await sleep(20);

  const dataDir = await mkdtemp(join(tmpdir(), 'stowage-other-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const other = await startServer({ ...home, dataDir, environment: { ...home.environment, DATA_DIR: dataDir } });
  sending.end(payload.subarray(payload.length - 100_000));
  const [answer] = (await answered) as [IncomingMessage];
  assert.equal(answer.statusCode, 201, await text(answer));
  const expected = new Map(files.map(({ name, bytes }) => [name, hashOf(bytes)]));
  await assertWholeAndNothingElse(home, await other.asAdmin(), expected);
  await one.stop();
  await other.stop();
});
