import cluster from 'node:cluster';
import type { Worker } from 'node:cluster';
import { join } from 'node:path';
import process from 'node:process';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '#server/config.ts';
import { noteSignInShown } from '#server/database/first-run.ts';
import { announce } from './announce.ts';
import { claimGround } from './open-ground.ts';
import { stopSignals } from './stop-on-signal.ts';

const program = join(import.meta.dirname, 'main.ts');

// What ends this often ends for a reason that another start does not mend; whoever watches the program is to know.
const mostEnds = 5;
const endsWithinMs = 60_000;

/**
 * The server as several processes: does once what is done once, then only keeps the workers running. When it is killed,
 * they end by themselves.
 */
export async function runPrimary(config: Config, log: FastifyBaseLogger): Promise<void> {
  const { db, firstSignIn, share } = await claimGround(config, log, new Date());
  share();
  if (config.metricsToken) (await import('#server/metrics-of-workers.ts')).gatherMetrics();
  const port = await startWorkers(config, log);
  announce(port, config, firstSignIn);
  if (firstSignIn) await noteSignInShown(db);
  await db.destroy();
}

/** Answers the port once all of them serve. Ends the program when all of them have ended. */
function startWorkers({ workers: count }: Config, log: FastifyBaseLogger): Promise<number> {
  const { promise: allServe, resolve } = Promise.withResolvers<number>();
  const running = new Map<number, Worker>();
  const serving = new Set<number>();
  const ends: number[] = [];
  let isStopping = false;
  // Each takes connections itself. Dealt out by the primary, one that is on its way to a worker that has just died would
  // be held open, and never answered.
  cluster.schedulingPolicy = cluster.SCHED_NONE;

  const start = (number: number) => {
    cluster.setupPrimary({ exec: program, args: [String(number)] });
    const worker = cluster.fork();
    running.set(number, worker);
    worker.once('listening', ({ port }) => {
      // The first is alone until then: what keeps it from serving keeps the others as well, and is said once.
      if (serving.size === 0) for (let other = 2; other <= count; other += 1) start(other);
      serving.add(number);
      if (serving.size === count) resolve(port);
    });
    worker.once('exit', (code: number | null, signal: string | null) => {
      running.delete(number);
      if (isStopping) process.exitCode ||= code === 0 ? 0 : 1;
      else if (serving.size === 0) process.exitCode = 1;
      else replace({ worker: number, pidOfWorker: worker.process.pid, code, signal });
      if (running.size === 0) process.exit();
    });
  };
  const replace = (ended: {
    worker: number;
    pidOfWorker: number | undefined;
    code: number | null;
    signal: string | null;
  }) => {
    const now = performance.now();
    ends.push(now);
    if (ends.filter((at) => at > now - endsWithinMs).length < mostEnds) {
      log.error(ended, 'a worker has ended; another one takes its place');
      return start(ended.worker);
    }
    log.fatal(ended, `a worker has ended, the ${mostEnds}th within a minute; the server stops`);
    return stop('SIGTERM', 1);
  };
  const stop = (signal: NodeJS.Signals, exitCode: number) => {
    if (isStopping) return;
    isStopping = true;
    process.exitCode = exitCode;
    for (const worker of running.values()) worker.process.kill(signal);
  };

  for (const signal of stopSignals) process.on(signal, () => stop(signal, 0));
  start(1);
  return allServe;
}
