import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { filesContract } from '#features/files/core/files.contract.ts';
import { notificationsContract } from '#features/notifications/notifications.contract.ts';
import { asAdmin, signedInAs } from '#tests/make.ts';
import { credentialsOf, preparedInstallation, queryDatabase, startServer } from '#tests/server-process.ts';
import type { Installation, ServerProcess } from '#tests/server-process.ts';
import { storedIn } from '#tests/storage.ts';
import { openTestApp } from '#tests/test-app.ts';
import { askProgress, begin, pieceHeaders, sendPiece } from '#tests/tus.ts';
import type { Visitor } from '#tests/visitor.ts';
import { verify } from '../../src/app/server/admin/verify.ts';

const pieceSize = 500_000;

/** Sends the first half of a piece, runs `meanwhile` while the server waits for the rest, and aborts the request. */
async function sendHalf(
  server: ServerProcess,
  visitor: Visitor,
  { url, start, bytes, meanwhile }: { url: string; start: number; bytes: Buffer; meanwhile: () => unknown },
): Promise<void> {
  const half = request({
    port: server.port,
    host: '127.0.0.1',
    method: 'PATCH',
    path: url,
    headers: { ...credentialsOf(visitor), ...pieceHeaders(start), 'content-length': String(bytes.length) },
  });
  const ended = new Promise((resolve) => half.once('close', resolve).once('error', resolve));
  await new Promise((resolve) => half.write(bytes.subarray(0, bytes.length / 2), resolve));
  await sleep(100);
  await meanwhile();
  half.destroy();
  await ended;
}

const filesOf = async (visitor: Visitor) =>
  (await visitor.call(filesContract.teamsWithFiles, {})).body.flatMap((team) => team.files);

async function assertStored(visitor: Visitor, bytes: Buffer): Promise<void> {
  const [file, ...others] = await filesOf(visitor);
  assert.ok(file);
  assert.deepEqual(others, [], 'there is more than one file');
  const answer = await visitor.send({ method: 'GET', url: `/storage/${file.filepath}` });
  assert.equal(answer.statusCode, 200);
  assert.ok(answer.rawPayload.equals(bytes), 'it is not what was sent');
}

/** Fails unless every blob in the store has a record. */
async function assertNothingLeftOver(installation: Installation): Promise<void> {
  const named = await queryDatabase<{ blob_key: string }>(
    installation,
    'select blob_key from files union all select blob_key from upload_pieces union all select blob_key from pending_blob_deletions',
  );
  const stored = storedIn(installation.environment);
  assert.deepEqual(await stored.keys(), named.map((row) => row.blob_key).toSorted());
  assert.deepEqual(await stored.stagedKeys(), []);
}

test('a resumable upload continues after an aborted connection, a silent client and a killed server', async () => {
  const installation = await preparedInstallation();
  let server = await startServer(installation);
  let admin = await server.asAdmin();
  const bytes = randomBytes(4 * pieceSize);
  const url = await begin(admin, 'interrupted.bin', bytes.length);

  // An aborted connection: the received bytes are kept.
  await sendHalf(server, admin, { url, start: 0, bytes: bytes.subarray(0, 3 * pieceSize), meanwhile: () => {} });
  const first = await askProgress(admin, url);
  assert.ok(first > 0 && first <= 1.5 * pieceSize, `${first} bytes`);

  // A silent connection: the next request does not wait for it, and no byte is lost.
  const next = { url, start: first, bytes: bytes.subarray(first, first + 2 * pieceSize) };
  let second = 0;
  await sendHalf(server, admin, { ...next, meanwhile: async () => (second = await askProgress(admin, url)) });
  assert.ok(second > first && second <= first + pieceSize, `${second} bytes`);
  assert.equal(await askProgress(admin, url), second);

  // A server that is killed and started again.
  const rest = bytes.subarray(second);
  await sendHalf(server, admin, { url, start: second, bytes: rest, meanwhile: () => server.stop('SIGKILL') });
  server = await startServer(installation);
  admin = await server.asAdmin();
  assert.equal(await askProgress(admin, url), second);
  await assertNothingLeftOver(installation);

  assert.equal((await sendPiece(admin, url, second, rest)).statusCode, 204);
  await assertStored(admin, bytes);
  await assertNothingLeftOver(installation);
  const ended = await server.stop();
  assert.deepEqual([ended.code, ended.stderr], [0, '']);
  assert.doesNotMatch(ended.stdout, /"level":(50|60)/);
});

const killAt = new URL('../support/kill-at.ts', import.meta.url).href;

/** Sends three pieces; the steps of the server are counted during the last one. Returns the URL. */
async function untilFinished(server: ServerProcess, bytes: Buffer): Promise<string> {
  const admin = await server.asAdmin();
  const url = await begin(admin, 'killed.bin', bytes.length);
  for (const start of [0, pieceSize]) await sendPiece(admin, url, start, bytes.subarray(start, start + pieceSize));
  server.signal('SIGUSR2');
  while (!server.output().stdout.includes('armed')) await sleep(5);
  await sendPiece(admin, url, 2 * pieceSize, bytes.subarray(2 * pieceSize)).catch(() => undefined);
  return url;
}

test('a server that is killed while it finishes an upload finishes it with the next request, once', async (t) => {
  const options = (step: number) => ({ NODE_OPTIONS: `--import ${killAt}`, KILL_AT_STEP: String(step) });
  const bytes = randomBytes(3 * pieceSize);
  const counting = await startServer(await preparedInstallation(), options(0));
  await untilFinished(counting, bytes);
  const steps = Number(/^steps: (\d+)$/m.exec((await counting.stop()).stdout)?.[1]);
  assert.ok(steps >= 8, `only ${steps} steps were seen`);
  // Each step needs a start and a restart: npm test takes a few steps, npm run faults all.
  const every = process.env['CRASH_STEPS'] === 'all' ? 1 : Math.ceil(steps / 2);
  for (let step = 2; step <= steps; step += every) {
    await t.test(`at step ${step} of ${steps}`, async () => {
      const installation = await preparedInstallation();
      const server = await startServer(installation, options(step));
      const url = await untilFinished(server, bytes);
      assert.equal((await server.ended).signal, 'SIGKILL');
      const next = await openTestApp(installation.environment);
      const admin = await asAdmin(next);
      const received = await askProgress(admin, url);
      assert.ok([2 * pieceSize, bytes.length].includes(received), `${received} bytes`);
      if (received < bytes.length)
        assert.equal((await sendPiece(admin, url, received, bytes.subarray(received))).statusCode, 204);
      await assertStored(admin, bytes);
      await assertNothingLeftOver(installation);
      await next.close();
      await installation.remove();
    });
  }
});

test('verify reports no problem for an unfinished upload, and other users get no notification', async () => {
  const app = await openTestApp();
  try {
    const { visitor } = await signedInAs(app, { role: 3, team: 1 });
    const { visitor: colleague } = await signedInAs(app, { role: 3, team: 1 });
    const url = await begin(visitor, 'half.bin', 2 * pieceSize);
    await sendPiece(visitor, url, 0, Buffer.alloc(pieceSize));
    const said: string[] = [];
    const terminal = { say: (text: string) => void said.push(text), showProgress: () => new DisposableStack() };
    // An old piece of an upload is not an orphan.
    const later = { ...app.ctx, clock: () => new Date(Date.now() + 12 * 60 * 60 * 1000) };
    assert.equal(await verify(later, { json: true }, terminal), 0, said.join(''));
    assert.equal((await colleague.call(notificationsContract.list, {})).body.length, 0);
  } finally {
    await app.close();
  }
});
