import type { AddressInfo } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '#server/config.ts';
import { CannotStart } from '#server/config.ts';
import { noteSignInShown } from '#server/database/first-run.ts';
import { announce } from './announce.ts';
import { buildApp } from './build-app.ts';
import { giveBackSoon } from './give-back.ts';
import { startHousekeeping } from './housekeeping.ts';
import { browserFolder, openParts, openWorkerParts } from './open-parts.ts';
import type { OpenParts } from './open-parts.ts';
import { stopOnSignal } from './stop-on-signal.ts';

/** The server as one process: opens, listens, says where, and stops gracefully on SIGTERM and SIGINT. */
export async function runServer(
  config: Config,
  log: FastifyBaseLogger,
  prepare?: (open: OpenParts) => Promise<void>,
): Promise<void> {
  const open = await openParts(config, log);
  await prepare?.(open);
  const port = await serve(open, { keepsHouse: true });
  announce(port, config, open.firstSignIn);
  if (open.firstSignIn) await noteSignInShown(open.parts.db);
  giveBackSoon();
}

/** One of several processes that serve on this machine; the primary has prepared everything, and speaks for them. */
export async function runWorker(config: Config, log: FastifyBaseLogger, worker: number): Promise<void> {
  // One of them is enough: others would only take processor and memory from who serves.
  await serve(await openWorkerParts(config, log, worker), { keepsHouse: worker === 1 });
}

/** Answers the port. */
async function serve({ parts, close }: OpenParts, { keepsHouse }: { keepsHouse: boolean }): Promise<number> {
  const app = await buildApp(parts, browserFolder);
  const { host, port } = parts.config;
  let stopHousekeeping = async () => {};
  stopOnSignal(app, parts, async () => {
    await stopHousekeeping();
    await close();
  });
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw cannotListen(parts.config, (error as NodeJS.ErrnoException).code);
  }
  if (keepsHouse) stopHousekeeping = startHousekeeping(parts);
  return (app.server.address() as AddressInfo).port;
}

function cannotListen({ host, port }: Config, code: string | undefined): CannotStart {
  if (code === 'EADDRINUSE')
    return new CannotStart(`PORT: ${host}:${port} is taken by another program. Set PORT to a free one.`);
  if (code === 'EACCES')
    return new CannotStart(`PORT: this program may not listen on ${port}. Set PORT to one above 1023.`);
  return new CannotStart(`HOST: cannot listen on ${host}:${port} (${code}).`);
}
