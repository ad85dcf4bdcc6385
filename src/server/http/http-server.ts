import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import process from 'node:process';
import { oneResponseAtATime } from './one-response-at-a-time.ts';

// An import reads every export of the module. Some of them load Node's HTTP client, which takes 30 ms of the start.
const { createServer } = process.getBuiltinModule('node:http');

const headersTimeoutMs = 10_000;
const checkIntervalMs = 1_000;

// After this time without a byte in either direction, the server checks the connection. If a part of the last write
// has left the process, Node waits for a second period, so a response without progress ends after 60 to 120 s.
const maxQuietMs = 60_000;

// Longer than proxies keep an idle connection.
const keepAliveMs = 72_000;

/** Returns the HTTP server of the application. Request bodies have their own time limits. Tests shorten `quietMs`. */
export function makeHttpServer(handle: RequestListener, { quietMs = maxQuietMs } = {}): Server {
  const { pass, isBusy } = oneResponseAtATime(handle);
  const server = createServer({ headersTimeout: headersTimeoutMs, connectionsCheckingInterval: checkIntervalMs }, pass);
  server.requestTimeout = 0;
  server.keepAliveTimeout = keepAliveMs;
  server.setTimeout(quietMs, closeQuiet(isBusy, quietMs));
  return server;
}

/**
 * Closes a quiet connection: without a request, or with a response that its client does not read. A request without a
 * byte of response has a second period, because the server may be working on it.
 */
function closeQuiet(isBusy: (socket: Socket) => boolean, quietMs: number): (socket: Socket) => void {
  const bytesSeen = new WeakMap<Socket, number>();
  return (socket) => {
    const bytes = socket.bytesRead + socket.bytesWritten;
    if (!isBusy(socket) || socket.writableLength > 0 || bytesSeen.get(socket) === bytes) {
      socket.destroy();
    } else {
      bytesSeen.set(socket, bytes);
      socket.setTimeout(quietMs);
    }
  };
}
