import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

// Node parses all requests that have arrived, up to 64 KB at a time. A waiting request takes 2 KB of memory, and 20 µs of
// the event loop when its client leaves. Browsers and proxies never let one wait.
const maxWaitingPerConnection = 1_000;
const maxWaiting = 2_000;

/**
 * Passes on the next request of a connection (HTTP pipelining) when the response before it has left the process. Without
 * this, a client that sends many requests and reads nothing makes the server hold all of their responses. A connection
 * with too many waiting requests is closed. Its client repeats the unanswered ones. Source: RFC 9112 section 9.3.2.
 */
export function oneResponseAtATime(handle: Handler): { pass: Handler; isBusy: (socket: Socket) => boolean } {
  /** The waiting requests of each connection that has a response in progress. */
  const queues = new WeakMap<Socket, [IncomingMessage, ServerResponse][]>();
  let waiting = 0;

  const start = (socket: Socket, request: IncomingMessage, response: ServerResponse) => {
    response.once('close', () => startNext(socket));
    handle(request, response);
  };
  const startNext = (socket: Socket) => {
    const queue = queues.get(socket) ?? [];
    const next = queue.shift();
    if (next && socket.writable) {
      waiting -= 1;
      start(socket, ...next);
      return;
    }
    waiting -= queue.length + (next ? 1 : 0);
    queues.delete(socket);
  };

  const pass: Handler = (request, response) => {
    const { socket } = request;
    const queue = queues.get(socket);
    if (!queue) {
      queues.set(socket, []);
      start(socket, request, response);
    } else if (queue.length < maxWaitingPerConnection && waiting < maxWaiting) {
      waiting += 1;
      queue.push([request, response]);
    } else {
      socket.destroy();
    }
  };
  return { pass, isBusy: (socket) => queues.has(socket) };
}
