import cluster from 'node:cluster';
import { Server as NetServer } from 'node:net';
import type { Socket } from 'node:net';
import process from 'node:process';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Parts } from '#server/parts.ts';

/** In-flight requests get this long to finish once the server is told to stop. */
const finishWithinMs = 20_000;

// Longer than a proxy keeps a connection that nothing is asked on: `keepalive_timeout` in deploy/nginx.conf, and
// patience.
const proxyLetsGoWithinMs = 8_000;

// Nobody waits any more when nobody came for so long; a crowd that does not end is not waited for longer than that.
const noneCameForMs = 20;
const takenWithinMs = 1_000;

// Processes of one server are told to stop at once, and their doors are one.
const allHaveClosedAfterMs = 20;

export const stopSignals = ['SIGTERM', 'SIGINT'] as const;

/** Stops gracefully on SIGTERM and SIGINT. To be called before it listens. */
export function stopOnSignal(
  app: FastifyInstance,
  { log, config }: Pick<Parts, 'log' | 'config'>,
  close: () => Promise<void>,
): void {
  let stopping = false;
  let sweep: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    if (config.trustProxy) await haveProxyLetGo(app);
    // A connection is kept alive after its last answer; nobody is to wait for it.
    sweep = setInterval(() => app.server.closeIdleConnections(), 50);
  });
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping; requests in flight finish first');
    const cut = setTimeout(() => app.server.closeAllConnections(), finishWithinMs);
    await app.close();
    clearInterval(sweep);
    clearTimeout(cut);
    await close();
    process.exit(0);
  };
  for (const signal of stopSignals) process.on(signal, () => void stop(signal));
}

/**
 * A proxy takes one of the connections it has kept without asking whether it still may, and cannot send a request that
 * changes something twice: closing a connection just then would cost that request. So nobody new is let in, which a proxy
 * takes to its next server; every answer says that its connection ends, as always while a server closes; live events have
 * been ended; and what is idle, the proxy itself closes.
 */
async function haveProxyLetGo({ server }: FastifyInstance): Promise<void> {
  const hearThem = await takeAllWaiting(server);
  // Not the server's own `close`, which closes idle connections at once.
  const allGone = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
  // The door of several processes is gone once all of them have closed it.
  if (cluster.isWorker) await sleep(allHaveClosedAfterMs);
  hearThem();
  await Promise.race([allGone, sleep(proxyLetsGoWithinMs)]);
}

/**
 * Takes the connections that the system has let in already: with the door, it would close those as well, with what was sent
 * on them. One is taken in a turn of the loop, so nobody who comes now is heard, and comes again, before `hearThem`.
 */
async function takeAllWaiting(server: NetServer): Promise<() => void> {
  const began = performance.now();
  let lastCame = began;
  const taken: Socket[] = [];
  const take = (socket: Socket) => {
    taken.push(socket);
    lastCame = performance.now();
    // Not at once: it would begin to flow right after this.
    process.nextTick(() => socket.pause());
  };
  server.on('connection', take);
  while (performance.now() < Math.min(lastCame + noneCameForMs, began + takenWithinMs)) await setImmediate();
  server.off('connection', take);
  return () => taken.forEach((socket) => socket.resume());
}
