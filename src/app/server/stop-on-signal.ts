import { Server as NetServer } from 'node:net';
import type { Socket } from 'node:net';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/context.ts';

/** Requests in flight have this long to finish, then their connections are closed. */
const finishTimeoutMs = 20_000;

/** Must be longer than the proxy keeps an idle connection (`keepalive_timeout` in deploy/nginx.conf). */
const proxyCloseTimeoutMs = 8_000;

/**
 * The accept queue counts as empty after this many turns of the event loop without a connection, which take at least
 * 20 ms. Turns are counted, because on a busy machine the time can pass without a turn. After `maxAcceptMs` the server
 * stops accepting in any case.
 */
const quietTurns = 20;
const maxAcceptMs = 1_000;

/** Workers receive the signal at the same time. After this, the slowest one has closed the port as well. */
const allClosedMs = 100;

export const stopSignals = ['SIGTERM', 'SIGINT'] as const;

/** On SIGTERM and SIGINT, stops accepting, finishes requests in flight and exits with 0. Call this before listening. */
export function stopOnSignal(
  app: FastifyInstance,
  { log, config }: Pick<Context, 'log' | 'config'>,
  close: () => Promise<void>,
): void {
  app.addHook('preClose', async () => {
    if (config.trustProxy) await waitForProxyToClose(app.server);
    // A response in flight may leave its connection open, which would delay the exit.
    setInterval(() => app.server.closeIdleConnections(), 50);
  });
  const stop = async (signal: string) => {
    log.info({ signal }, 'stopping; requests in flight finish first');
    setTimeout(() => app.server.closeAllConnections(), finishTimeoutMs);
    await app.close();
    await close();
    process.exit(0);
  };
  let stopping: Promise<void> | undefined;
  for (const signal of stopSignals) process.on(signal, () => void (stopping ??= stop(signal)));
}

/**
 * A proxy reuses connections and cannot repeat a request with side effects. If the server closed a connection while the
 * proxy sends on it, that request would be lost. So the proxy closes them: every response now carries
 * `Connection: close`. The server first accepts the connections in the accept queue, because closing the listening socket
 * resets them. It reads them only after that, because their clients could reconnect at once.
 */
async function waitForProxyToClose(server: NetServer): Promise<void> {
  const accepted: Socket[] = [];
  let turnsSinceLast = 0;
  const hold = (socket: Socket) => {
    accepted.push(socket);
    turnsSinceLast = 0;
    // Called in the next tick, because the HTTP server starts reading right after this event.
    process.nextTick(() => socket.pause());
  };
  server.on('connection', hold);
  const mustEndAt = performance.now() + maxAcceptMs;
  while (turnsSinceLast < quietTurns && performance.now() < mustEndAt) {
    turnsSinceLast += 1;
    // The operating system seldom interrupts a process that has just slept. An interruption between the last turn and
    // `close` would leave time for a connection that is then reset.
    await sleep(1);
  }
  server.off('connection', hold);
  // Unlike `close` of the HTTP server, this one leaves idle connections open.
  const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
  await sleep(allClosedMs);
  for (const socket of accepted) socket.resume();
  await Promise.race([closed, sleep(proxyCloseTimeoutMs)]);
}
