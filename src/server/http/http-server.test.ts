import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import { makeHttpServer } from './http-server.ts';

const limitMs = 300;

/** Sends one request, reads nothing, and returns after the server has closed the connection. */
async function closedUnread(t: TestContext, handle: RequestListener) {
  const server = makeHttpServer(handle, { quietMs: limitMs }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const closed = once(server, 'connection').then(([accepted]) => once(accepted, 'close'));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  t.after(() => socket.destroy());
  socket.pause().write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await closed;
}

test('a response that its client does not read is closed after a time without progress', { timeout: 30_000 }, (t) =>
  closedUnread(t, (_request, response) => {
    response.end(Buffer.alloc(64 * 1024 * 1024));
  }),
);

test('a response that the server does not continue is closed after a time without progress', { timeout: 30_000 }, (t) =>
  closedUnread(t, (_request, response) => {
    response.write('the beginning');
  }),
);

test('a request that the server does not answer is closed after twice that time', { timeout: 30_000 }, (t) =>
  closedUnread(t, () => {}),
);

test('a connection without a request is closed after a time without progress', { timeout: 30_000 }, async (t) => {
  const server = makeHttpServer(() => {}, { quietMs: limitMs }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').resume();
  await once(socket, 'close');
});

test('a response without progress ends after one or two periods of 60 s', () => {
  assert.equal(makeHttpServer(() => {}).timeout, 60_000);
});

test('the modules that a start loads leave the HTTP client of Node out', async () => {
  const program = join(import.meta.dirname, '../../app/server/run-server.ts');
  const script = `await import(${JSON.stringify(program)}); console.log(process.moduleLoadList.join('\\n'));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  assert.match(stdout, /^NativeModule http$/m);
  assert.doesNotMatch(stdout, /undici/);
});
