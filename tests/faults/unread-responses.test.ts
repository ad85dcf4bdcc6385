import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { upload } from '#tests/make.ts';
import { askMeanwhile, memoryOf, until } from '#tests/open-handles.ts';
import { credentialsOf, exchange, send, useServer } from '#tests/server-process.ts';
import type { ServerProcess } from '#tests/server-process.ts';
import { browserFolder } from '../../src/app/server/open-context.ts';

const mebibyte = 1024 * 1024;

const connections = 60;
const downloads = 100;

const mainScript = () =>
  /\/assets\/index-[\w-]+\.js/.exec(readFileSync(join(browserFolder, 'index.html'), 'utf8'))?.[0];

/** Sends requests on connections of their own, and reads no further than the head of each response. */
function openUnread(
  { port }: ServerProcess,
  headers: Record<string, string>,
  path: string,
  count: number,
): { socket: Socket; status: Promise<number> }[] {
  return Array.from({ length: count }, () => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\ncookie: ${headers['cookie']}\r\n\r\n`);
    const status = once(socket, 'readable').then(() => {
      const head = (socket.read() as Buffer | null)?.toString('latin1') ?? '';
      socket.pause();
      return Number(head.slice(9, 12));
    });
    return { socket, status };
  });
}

describe('responses that their clients do not read', () => {
  const server = useServer({ LOG_LEVEL: 'warn' });

  test('of many requests that one connection sends at once are made one after the other', async () => {
    const headers = credentialsOf(await server.asAdmin());
    const path = mainScript();
    assert.ok(path);
    const before = await memoryOf(server.pid);
    const request = `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`;
    const sockets = Array.from({ length: connections }, () => {
      const socket = connect(server.port, '127.0.0.1').on('error', () => {});
      socket.write(request.repeat(400));
      return socket.pause();
    });
    const others = new AbortController();
    const statuses = askMeanwhile(server, headers, others.signal);
    await sleep(2_000);
    others.abort();
    assert.deepEqual([...(await statuses)], [200]);
    const growth = (await memoryOf(server.pid)) - before;
    for (const socket of sockets) socket.destroy();
    assert.ok(growth < 200 * mebibyte, `${Math.round(growth / mebibyte)} MiB more memory`);
  });

  test('of downloads and ZIP archives are limited for each user', async () => {
    const admin = await server.asAdmin();
    const headers = credentialsOf(admin);
    const [file] = await upload(admin, 1, { name: 'large.bin', bytes: randomBytes(15 * mebibyte) });
    assert.ok(file);
    const before = await memoryOf(server.pid);
    for (const path of [`/storage/${file.filepath}`, `/api/files/zip?ids=${file.id}`]) {
      const begun = openUnread(server, headers, path, downloads);
      const statuses = await Promise.all(begun.map(({ status }) => status));
      const opened = statuses.filter((status) => status === 200).length;
      assert.ok(opened >= 8 && opened <= 50, `${opened} are open`);
      assert.equal(statuses.filter((status) => status === 429).length, downloads - opened);
      const refused = await send(server.origin, { path, headers });
      assert.deepEqual([refused.statusCode, refused.json().code], [429, 'request.too_many_open']);
      assert.match(refused.json().message, /^\w.*\.$/);
      assert.ok(refused.headers['retry-after']);
      // Other calls, other users and small files are not affected.
      assert.equal((await send(server.origin, { path: '/api/files/overview', headers })).statusCode, 200);
      for (const { socket } of begun) socket.destroy();
      await until(async () => (await send(server.origin, { path, method: 'GET', headers })).statusCode === 200);
    }
    const growth = (await memoryOf(server.pid)) - before;
    assert.ok(growth < 250 * mebibyte, `${Math.round(growth / mebibyte)} MiB more memory`);
  });

  test('do not keep a client that reads from its many responses, in their order', async () => {
    const paths = Array.from({ length: 400 }, (_, index) => (index % 3 === 0 ? '/healthz' : `/api/no-${index}`));
    const requests = paths.map((path, index) => {
      const isLast = index === paths.length - 1;
      return `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${isLast ? 'connection: close\r\n' : ''}\r\n`;
    });
    const text = await exchange(server.port, requests.join(''));
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1]));
    assert.deepEqual(
      statuses,
      paths.map((path) => (path === '/healthz' ? 200 : 404)),
    );
  });
});
