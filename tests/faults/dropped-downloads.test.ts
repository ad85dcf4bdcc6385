import assert from 'node:assert/strict';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { added, askMeanwhile, memoryOf, settled } from '#tests/open-handles.ts';
import { credentialsOf, makeInstallation, seeded, send, startServer } from '#tests/server-process.ts';
import type { ServerProcess } from '#tests/server-process.ts';
import { fillWith, largeBytes } from '#tests/stored-responses.ts';
import type { Asked } from '#tests/stored-responses.ts';

/** How many responses are dropped; `npm run faults` drops more. */
const drops = Number(process.env['DROPPED_DOWNLOADS'] ?? 300);

const openAtOnce = 50;
const mebibyte = 1024 * 1024;
const maxGrowthBytes = 300 * mebibyte;

/**
 * When a client leaves: right after the request, or after a part of the response; `never-read` holds the connection without
 * reading.
 */
const moments = ['after-request', 'first-byte', 'half', 'never-read', 'pipelined'] as const;

test(`${drops} responses are dropped, and the server keeps nothing open`, async () => {
  const installation = await makeInstallation();
  // Where files are in a bucket, downloads are redirected to it; views and ranges still pass through the server.
  const inBucket = installation.environment['STORAGE_URL'] !== undefined;
  const server = await startServer(installation, inBucket ? { DOWNLOAD_FROM_STORE: 'yes' } : {});
  const admin = await server.asAdmin();
  const headers = credentialsOf(admin);
  const asked = await fillWith(admin);

  // The first round opens handles that stay open by design: threads, and connections to the database and the store.
  await dropAll(server, headers, asked, openAtOnce * 2);
  const before = await settled(server);
  const memoryBefore = await memoryOf(server.pid);

  const others = new AbortController();
  const statuses = askMeanwhile(server, headers, others.signal);
  await dropAll(server, headers, asked, drops);
  others.abort();
  assert.deepEqual([...(await statuses)], [200], 'nobody else is refused');

  const after = await settled(server, before);
  assert.deepEqual(added(before, after), [], 'everything that was opened is closed');
  const growth = (await memoryOf(server.pid)) - memoryBefore;
  assert.ok(growth < maxGrowthBytes, `${Math.round(growth / mebibyte)} MiB more memory`);
  for (const { path, range } of asked) {
    const { statusCode } = await send(server.origin, { path, headers: { ...headers, ...(range && { range }) } });
    assert.ok([200, 206, 302].includes(statusCode), `${path} answers ${statusCode} afterwards`);
  }

  const { code, stderr, stdout } = await server.stop();
  assert.deepEqual([code, stderr], [0, '']);
  const loud = stdout.split('\n').filter((line) => line.startsWith('{') && JSON.parse(line).level > 30);
  assert.deepEqual(loud, [], 'the log has nothing above info');
});

/** Sends `count` requests, some at a time, and leaves each of them at another moment. */
async function dropAll(server: ServerProcess, headers: Record<string, string>, asked: Asked[], count: number) {
  const { below, pick } = seeded(count);
  for (let from = 0; from < count; from += openAtOnce) {
    const held: Socket[] = [];
    const batch = Array.from({ length: Math.min(openAtOnce, count - from) }, async () => {
      const moment = pick(moments);
      const requests = Array.from({ length: moment === 'pipelined' ? 3 : 1 }, () =>
        bytesOf(pick(asked), headers, moment),
      );
      const socket = connect(server.port, '127.0.0.1').on('error', () => {});
      socket.write(requests.join(''));
      if (moment === 'never-read' || moment === 'pipelined') held.push(socket.pause());
      else await leave(socket, moment === 'after-request' ? 0 : moment === 'half' ? largeBytes / 2 : 1, below(40));
    });
    await Promise.all(batch);
    // The held connections have filled their socket buffers.
    await sleep(below(300));
    for (const socket of held) socket.destroy();
  }
}

/** Closes the connection after this many bytes or the end of the response; with 0 bytes, after some milliseconds. */
async function leave(socket: Socket, wantedBytes: number, waitMs: number): Promise<void> {
  let received = 0;
  if (wantedBytes === 0) await sleep(waitMs);
  else
    await new Promise<void>((resolve) => {
      socket.on('data', (piece: Buffer) => {
        received += piece.length;
        if (received >= wantedBytes) resolve();
      });
      socket.on('close', () => resolve());
    });
  socket.destroy();
}

const bytesOf = ({ path, range }: Asked, headers: Record<string, string>, moment: (typeof moments)[number]) =>
  [
    `GET ${path} HTTP/1.1`,
    'host: localhost',
    `cookie: ${headers['cookie']}`,
    ...(range ? [`range: ${range}`] : []),
    // A response that is smaller than the wanted part ends the connection by itself.
    ...(moment === 'pipelined' ? [] : ['connection: close']),
    '\r\n',
  ].join('\r\n');
