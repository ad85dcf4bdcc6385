import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { added, askMeanwhile, memoryOf, settled, until } from '#tests/open-handles.ts';
import { credentialsOf, makeInstallation, seeded, send, startServer } from '#tests/server-process.ts';
import type { ServerProcess } from '#tests/server-process.ts';
import { storedIn } from '#tests/storage.ts';
import { fillWith } from '#tests/stored-responses.ts';
import type { Asked } from '#tests/stored-responses.ts';
import { asMetadata, pieceHeaders } from '#tests/tus.ts';
import { formOf } from '#tests/visitor.ts';

/** How long clients come and go; a minute in `npm run faults`. */
const trialMs = Number(process.env['STALLED_CLIENTS_MS'] ?? 1_500);

const atOnce = 60;
const mebibyte = 1024 * 1024;
const maxGrowthBytes = 300 * mebibyte;

/** How a client leaves: at once, without reading, after a part of the response, or in the middle of its own body. */
const behaviours = ['drop', 'stall', 'half-read', 'pipeline', 'cut-upload', 'cut-piece'] as const;

test('clients that drop, stall and half-read everything at once leave nothing behind', async () => {
  const installation = await makeInstallation();
  const server = await startServer(installation);
  const admin = await server.asAdmin();
  const headers = credentialsOf(admin);
  const asked: Asked[] = [...(await fillWith(admin)), { path: '/api/events' }, { path: '/' }, { path: '/favicon.svg' }];
  const dice = seeded(trialMs);
  const round = () => disturb(server, headers, asked, dice);

  // The first round opens handles that stay open by design: threads, and connections to the database and the store.
  await round();
  const before = await settled(server);
  const memoryBefore = await memoryOf(server.pid);

  const others = new AbortController();
  const statuses = askMeanwhile(server, headers, others.signal);
  for (const endsAt = performance.now() + trialMs; performance.now() < endsAt;) await round();
  others.abort();
  assert.deepEqual([...(await statuses)], [200], 'nobody else is refused');

  assert.deepEqual(added(before, await settled(server, before)), [], 'everything that was opened is closed');
  const growth = (await memoryOf(server.pid)) - memoryBefore;
  assert.ok(growth < maxGrowthBytes, `${Math.round(growth / mebibyte)} MiB more memory`);
  await until(async () => (await storedIn(installation.environment).stagedKeys()).length === 0);
  for (const { path, range } of asked.filter((one) => one.path !== '/api/events')) {
    const { statusCode } = await send(server.origin, { path, headers: { ...headers, ...(range && { range }) } });
    assert.ok([200, 206].includes(statusCode), `${path} answers ${statusCode} afterwards`);
  }
  const { code, stderr, stdout } = await server.stop();
  assert.deepEqual([code, stderr], [0, '']);
  const loud = stdout.split('\n').filter((line) => line.startsWith('{') && JSON.parse(line).level > 30);
  assert.deepEqual(loud, [], 'the log has nothing above info');
});

/** Opens many connections, each with another behaviour, and closes all of them. */
async function disturb(
  server: ServerProcess,
  headers: Record<string, string>,
  asked: Asked[],
  { below, pick }: ReturnType<typeof seeded>,
): Promise<void> {
  const upload = await startUpload(server, headers);
  const clients = Array.from({ length: atOnce }, async (): Promise<Socket> => {
    const behaviour = pick(behaviours);
    const socket = connect(server.port, '127.0.0.1').on('error', () => {});
    const get = () => {
      const { path, range } = pick(asked);
      return headOf(`GET ${path}`, { cookie: headers['cookie'] ?? '', ...(range && { range }) });
    };
    if (behaviour === 'cut-upload') {
      const form = formOf({ file_type_id: 1 }, 'files[]', [{ name: 'cut.bin', bytes: Buffer.alloc(mebibyte) }]);
      const lines = { ...headers, ...form.headers, 'content-length': String(form.payload.length) };
      socket.write(headOf('POST /api/upload', lines));
      socket.write(form.payload.subarray(0, below(form.payload.length)));
    } else if (behaviour === 'cut-piece') {
      socket.write(headOf(`PATCH ${upload}`, { ...headers, ...pieceHeaders(0), 'content-length': String(mebibyte) }));
      socket.write(Buffer.alloc(below(200_000)));
    } else {
      socket.write(behaviour === 'pipeline' ? Array.from({ length: 20 }, get).join('') : get());
    }
    if (behaviour === 'half-read') await Promise.race([once(socket, 'data'), once(socket, 'close'), sleep(500)]);
    if (behaviour === 'drop') await sleep(below(20));
    else return socket.pause();
    return socket.destroy();
  });
  const sockets = await Promise.all(clients);
  await sleep(below(300));
  for (const socket of sockets) socket.destroy();
  await send(server.origin, { method: 'DELETE', path: upload, headers });
}

async function startUpload({ origin }: ServerProcess, headers: Record<string, string>): Promise<string> {
  const metadata = asMetadata({ filename: 'pieces.bin', file_type_id: 1 });
  const lines = {
    ...headers,
    'tus-resumable': '1.0.0',
    'upload-length': String(mebibyte),
    'upload-metadata': metadata,
  };
  const begun = await send(origin, { method: 'POST', path: '/api/uploads', headers: lines });
  assert.equal(begun.statusCode, 201, begun.body);
  return begun.headers.location as string;
}

function headOf(line: string, lines: Record<string, string>): string {
  const all = Object.entries({ host: 'localhost', ...lines });
  return `${line} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}
