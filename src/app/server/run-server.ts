import type { AddressInfo } from 'node:net';
import process from 'node:process';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';
import { CannotStart } from '#server/config.ts';
import { noteSignInShown } from '#server/database/first-run.ts';
import type { FirstSignIn } from '#server/database/first-run.ts';
import { buildApp } from './build-app.ts';
import { startHousekeeping } from './housekeeping.ts';
import { browserFolder, openParts } from './open-parts.ts';
import type { OpenParts } from './open-parts.ts';

/** In-flight requests get this long to finish once the server is told to stop. */
const finishWithinMs = 20_000;

/** Opens, listens, says where, and stops gracefully on SIGTERM and SIGINT. */
export async function runServer(
  config: Config,
  log: FastifyBaseLogger,
  prepare?: (open: OpenParts) => Promise<void>,
): Promise<void> {
  const open = await openParts(config, log);
  await prepare?.(open);
  const app = await buildApp(open.parts, browserFolder);
  await listen(app, config);
  const stopHousekeeping = startHousekeeping(open.parts);
  stopOnSignal(app, log, async () => {
    await stopHousekeeping();
    await open.close();
  });
  announce(app, config, open.firstSignIn);
  if (open.firstSignIn) await noteSignInShown(open.parts.db);
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new CannotStart(`PORT: ${host}:${port} is taken by another program. Set PORT to a free one.`);
    if (code === 'EACCES')
      throw new CannotStart(`PORT: this program may not listen on ${port}. Set PORT to one above 1023.`);
    throw new CannotStart(`HOST: cannot listen on ${host}:${port} (${code}).`);
  }
}

function stopOnSignal(app: FastifyInstance, log: FastifyBaseLogger, close: () => Promise<void>): void {
  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping; requests in flight finish first');
    const cut = setTimeout(() => app.server.closeAllConnections(), finishWithinMs);
    // A connection is kept alive after its last answer; nobody is to wait for it.
    const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
    await app.close();
    clearInterval(sweep);
    clearTimeout(cut);
    await close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
}

function announce(app: FastifyInstance, config: Config, firstSignIn: FirstSignIn | undefined): void {
  const { port } = app.server.address() as AddressInfo;
  const host = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(config.host) ? 'localhost' : config.host;
  const lines = ['', `  ${config.brandName} is ready: ${config.publicUrl ?? `http://${host}:${port}`}`];
  if (firstSignIn) {
    lines.push('', '  Sign in as the administrator and change the password; it is shown only this once.');
    lines.push(`    Email Address  ${firstSignIn.email}`, `    Password       ${firstSignIn.password}`);
  }
  process.stdout.write(`${lines.join('\n')}\n\n`);
}
