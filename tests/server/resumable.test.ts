import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { filesContract } from '#features/files/files.contract.ts';
import { notificationsContract } from '#features/notifications/notifications.contract.ts';
import { signedInAs } from '#tests/make.ts';
import { credentialsOf, makeHome, onDatabase, startServer } from '#tests/server-process.ts';
import type { Home, ServerProcess } from '#tests/server-process.ts';
import { openTestApp } from '#tests/test-app.ts';
import { askProgress, begin, pieceHeaders, sendPiece } from '#tests/tus.ts';
import type { Visitor } from '#tests/visitor.ts';
import { verify } from '../../src/app/server/admin/verify.ts';

const pieceSize = 500_000;

/** Sends a piece, but only the beginning of it, and does what happens then while the server waits for the rest. */
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

/** Only what the records name is in the store. */
async function assertNothingLeftOver(home: Home): Promise<void> {
  const named = await onDatabase<{ blob_key: string }>(
    home,
    'select blob_key from files union all select blob_key from upload_pieces union all select blob_key from doomed_blobs',
  );
  const paths = await readdir(join(home.dataDir, 'blobs'), { recursive: true });
  const kept = paths.flatMap((path) => /[0-9a-f]{32}$/.exec(path)?.[0] ?? []);
  assert.deepEqual(kept.toSorted(), named.map((row) => row.blob_key).toSorted());
  assert.deepEqual(await readdir(join(home.dataDir, 'staging')), []);
}

test('an upload in pieces goes on where it stopped, whatever ended the connection', async () => {
  const home = await makeHome();
  let server = await startServer(home);
  let admin = await server.asAdmin();
  const bytes = randomBytes(4 * pieceSize);
  const url = await begin(admin, 'interrupted.bin', bytes.length);

  // A connection that is cut: what arrived is kept.
  await sendHalf(server, admin, { url, start: 0, bytes: bytes.subarray(0, 3 * pieceSize), meanwhile: () => {} });
  const first = await askProgress(admin, url);
  assert.ok(first > 0 && first <= 1.5 * pieceSize, `${first} bytes`);

  // One that died without a word: who asks next is not kept waiting for it, and nothing is lost.
  const next = { url, start: first, bytes: bytes.subarray(first, first + 2 * pieceSize) };
  let second = 0;
  await sendHalf(server, admin, { ...next, meanwhile: async () => (second = await askProgress(admin, url)) });
  assert.ok(second > first && second <= first + pieceSize, `${second} bytes`);
  assert.equal(await askProgress(admin, url), second);

  // A server that is killed and started again.
  const rest = bytes.subarray(second);
  await sendHalf(server, admin, { url, start: second, bytes: rest, meanwhile: () => server.stop('SIGKILL') });
  server = await startServer(home);
  admin = await server.asAdmin();
  assert.equal(await askProgress(admin, url), second);
  await assertNothingLeftOver(home);

  assert.equal((await sendPiece(admin, url, second, rest)).statusCode, 204);
  await assertStored(admin, bytes);
  await assertNothingLeftOver(home);
  const ended = await server.stop();
  assert.deepEqual([ended.code, ended.stderr], [0, '']);
  assert.doesNotMatch(ended.stdout, /"level":(50|60)/);
});

const killAt = new URL('../support/kill-at.ts', import.meta.url).href;

/** Two pieces and the last one; that one is sent when the steps are counted. Answers the address. */
async function untilFinished(server: ServerProcess, bytes: Buffer): Promise<string> {
  const admin = await server.asAdmin();
  const url = await begin(admin, 'killed.bin', bytes.length);
  for (const start of [0, pieceSize]) await sendPiece(admin, url, start, bytes.subarray(start, start + pieceSize));
  server.signal('SIGUSR2');
  while (!server.said().stdout.includes('armed')) await sleep(5);
  await sendPiece(admin, url, 2 * pieceSize, bytes.subarray(2 * pieceSize)).catch(() => undefined);
  return url;
}

test('killed while it makes a file of an upload, the server makes it with the next try, once', async (t) => {
  const options = (step: number) => ({ NODE_OPTIONS: `--import ${killAt}`, KILL_AT_STEP: String(step) });
  const bytes = randomBytes(3 * pieceSize);
  const counting = await startServer(await makeHome(), options(0));
  await untilFinished(counting, bytes);
  const steps = Number(/^steps: (\d+)$/m.exec((await counting.stop()).stdout)?.[1]);
  assert.ok(steps >= 8, `only ${steps} steps were seen`);
  // A start and a restart for each takes a while: a few of them here, every one where there is time.
  const every = process.env['CRASH_STEPS'] === 'all' ? 1 : Math.ceil(steps / 3);
  for (let step = 2; step <= steps; step += every) {
    await t.test(`at step ${step} of ${steps}`, async () => {
      const home = await makeHome();
      const server = await startServer(home, options(step));
      const url = await untilFinished(server, bytes);
      assert.equal((await server.ended).signal, 'SIGKILL');
      const next = await startServer(home);
      const admin = await next.asAdmin();
      const received = await askProgress(admin, url);
      assert.ok([2 * pieceSize, bytes.length].includes(received), `${received} bytes`);
      if (received < bytes.length)
        assert.equal((await sendPiece(admin, url, received, bytes.subarray(received))).statusCode, 204);
      await assertStored(admin, bytes);
      await assertNothingLeftOver(home);
      await next.stop();
      await home.remove();
    });
  }
});

test('while an upload is unfinished nothing is wrong with the store, and nobody is told of it', async () => {
  const app = await openTestApp();
  try {
    const { visitor } = await signedInAs(app, { role: 3, team: 1 });
    const { visitor: colleague } = await signedInAs(app, { role: 3, team: 1 });
    const url = await begin(visitor, 'half.bin', 2 * pieceSize);
    await sendPiece(visitor, url, 0, Buffer.alloc(pieceSize));
    const said: string[] = [];
    const terminal = { say: (text: string) => void said.push(text), showProgress: () => () => {} };
    // An old piece is no orphan either.
    const later = { ...app.parts, clock: () => new Date(Date.now() + 12 * 60 * 60 * 1000) };
    assert.equal(await verify(later, { json: true }, terminal), 0, said.join(''));
    assert.equal((await colleague.call(notificationsContract.list, {})).body.length, 0);
  } finally {
    await app.close();
  }
});
