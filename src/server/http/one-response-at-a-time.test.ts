import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { oneResponseAtATime } from './one-response-at-a-time.ts';

/** Starts a server that answers no request. Returns a function that sends requests on a new connection. */
async function serveNothing(t: TestContext) {
  const { pass } = oneResponseAtATime(() => {});
  const received = new WeakMap<Socket, number>();
  const server = createServer((request, response) => {
    received.set(request.socket, (received.get(request.socket) ?? 0) + 1);
    pass(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.closeAllConnections());
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  /** Returns the connection of the server when it has received all of the requests. */
  return async (requests: number): Promise<{ connection: Socket; leave: () => Promise<unknown> }> => {
    const accepted = once(server, 'connection');
    const client = connect(port, '127.0.0.1').on('error', () => {});
    client.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(requests));
    const [connection] = (await accepted) as [Socket];
    await t.waitFor(() => assert.ok(connection.destroyed || received.get(connection) === requests));
    return { connection, leave: () => (client.destroy(), once(connection, 'close')) };
  };
}

test('a connection on which more than 1,000 requests wait is closed', async (t) => {
  const send = await serveNothing(t);
  assert.equal((await send(1_001)).connection.destroyed, false);
  assert.equal((await send(1_002)).connection.destroyed, true);
});

test('above 2,000 waiting requests of all connections, a further one closes its connection', async (t) => {
  const send = await serveNothing(t);
  const [first, second] = [await send(1_001), await send(1_001)];
  assert.equal((await send(2)).connection.destroyed, true);
  assert.deepEqual([first.connection.destroyed, second.connection.destroyed], [false, false]);
  await first.leave();
  assert.equal((await send(1_001)).connection.destroyed, false, 'a client that has left makes room');
});
