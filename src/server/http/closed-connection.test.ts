import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Readable, Writable } from 'node:stream';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import fastify from 'fastify';
import type { FastifyReply } from 'fastify';
import { answerErrors } from './answer-errors.ts';
import { sendStream } from './send-stream.ts';

/** Sends one request to a route with this handler. Returns the levels in the log after the connection was closed. */
async function levelsAfter(t: TestContext, handler: (reply: FastifyReply) => FastifyReply): Promise<number[]> {
  const lines: string[] = [];
  const stream = new Writable({ write: (line, _encoding, done) => (lines.push(String(line)), done()) });
  const app = fastify({ logger: { level: 'warn', stream } });
  t.after(() => app.close());
  answerErrors(app);
  app.get('/', async (_request, reply) => handler(reply));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').resume();
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
  await once(socket, 'close');
  await app.close();
  return lines.map((line) => JSON.parse(line).level);
}

test('a client that leaves before the response begins is not logged as an error', async (t) => {
  const levels = await levelsAfter(t, (reply) => {
    reply.request.raw.socket.destroy();
    return sendStream(reply, Readable.from(['text']));
  });
  assert.deepEqual(levels, []);
});

test('a stream that ends early while the client waits is logged as an error', async (t) => {
  const levels = await levelsAfter(t, (reply) => sendStream(reply, Readable.from(['text']).destroy()));
  assert.deepEqual(levels, [50]);
});
