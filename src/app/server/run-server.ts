import type { AddressInfo } from 'node:net';
import type { Config } from '#server/config.ts';
import { CannotStart } from '#server/config.ts';
import { announce } from './announce.ts';
import { buildApp } from './build-app.ts';
import { recordSignInShown } from './first-run.ts';
import { listJobs } from './jobs.ts';
import { browserFolder, openContext, openWorkerContext } from './open-context.ts';
import type { OpenContext } from './open-context.ts';
import { openLog } from './open-log.ts';
import type { OpenLog } from './open-log.ts';
import { startJobs } from './scheduler.ts';
import { stopOnSignal } from './stop-on-signal.ts';

/** Runs the server in one process: opens the context, listens, prints the address, and stops on SIGTERM and SIGINT. */
export async function runServer(config: Config, prepare?: (open: OpenContext) => Promise<void>): Promise<void> {
  const { log, writeAll } = openLog(config.logLevel);
  const open = await openContext(config, log);
  await prepare?.(open);
  const port = await serve(open, { runsJobs: true, writeAll });
  announce(port, config, open.firstSignIn);
  if (open.firstSignIn) await recordSignInShown(open.ctx.db);
}

/** Runs one of several worker processes. The primary has prepared the storage, and prints the address. */
export async function runWorker(config: Config, worker: number): Promise<void> {
  const { log, writeAll } = openLog(config.logLevel);
  // One worker runs the jobs. In the others they would cost processor time and memory without a benefit.
  await serve(await openWorkerContext(config, log, worker), { runsJobs: worker === 1, writeAll });
}

/** Returns the port. */
async function serve(
  { ctx, close }: OpenContext,
  { runsJobs, writeAll }: { runsJobs: boolean; writeAll: OpenLog['writeAll'] },
): Promise<number> {
  const app = await buildApp(ctx, browserFolder);
  const { host, port } = ctx.config;
  let stopJobs = async () => {};
  stopOnSignal(app, ctx, async () => {
    await stopJobs();
    await close();
    await writeAll();
  });
  // Fastify logs a line of JSON, which would stand before the address that `announce` prints.
  const { level } = ctx.log;
  ctx.log.level = 'warn';
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw listenError(ctx.config, (error as NodeJS.ErrnoException).code);
  }
  ctx.log.level = level;
  ctx.log.debug({ host, port }, 'listening');
  if (runsJobs) stopJobs = startJobs(ctx, listJobs(ctx.config));
  return (app.server.address() as AddressInfo).port;
}

function listenError({ host, port }: Config, code: string | undefined): CannotStart {
  if (code === 'EADDRINUSE')
    return new CannotStart(`PORT: ${host}:${port} is taken by another program. Set PORT to a free one.`);
  if (code === 'EACCES')
    return new CannotStart(
      `PORT: this program has no permission to listen on ${port}. Set PORT to a number above 1023.`,
    );
  return new CannotStart(`HOST: cannot listen on ${host}:${port} (${code}).`);
}
