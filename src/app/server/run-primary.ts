import cluster from 'node:cluster';
import type { Worker } from 'node:cluster';
import { join } from 'node:path';
import process from 'node:process';
import type { Config } from '#server/config.ts';
import { announce } from './announce.ts';
import { recordSignInShown } from './first-run.ts';
import { openLog } from './open-log.ts';
import type { OpenLog } from './open-log.ts';
import { stopSignals } from './stop-on-signal.ts';
import { claimStorage } from './storage-handles.ts';

const program = join(import.meta.dirname, 'main.ts');

// If workers end this often, another restart does not help. The program then exits, so that the service manager reports it.
const maxExits = 5;
const exitWindowMs = 60_000;

/**
 * Runs the server as several processes. The primary prepares the storage, then only restarts workers. If the primary is
 * killed, the workers exit.
 */
export async function runPrimary(config: Config): Promise<void> {
  const output = openLog(config.logLevel);
  const { db, firstSignIn, share } = await claimStorage(config, output.log, new Date());
  share();
  if (config.metricsToken) (await import('#server/metrics-of-workers.ts')).gatherMetrics();
  const port = await startWorkers(config, output);
  announce(port, config, firstSignIn);
  if (firstSignIn) await recordSignInShown(db);
  await db.destroy();
}

/** Resolves to the port when all workers listen. Exits the program when all workers have ended. */
function startWorkers({ workers: count }: Config, { log, writeAll }: OpenLog): Promise<number> {
  const { promise: allListening, resolve } = Promise.withResolvers<number>();
  const running = new Map<number, Worker>();
  const listening = new Set<number>();
  const exits: number[] = [];
  let isStopping = false;
  // Each worker accepts connections itself. With round-robin, a connection that the primary hands to a dying worker would
  // stay open without a response.
  cluster.schedulingPolicy = cluster.SCHED_NONE;

  const start = (number: number) => {
    cluster.setupPrimary({ exec: program, args: [String(number)] });
    const worker = cluster.fork();
    running.set(number, worker);
    worker.once('listening', ({ port }) => {
      // The first worker starts alone. If it cannot listen, the others cannot either, and the error is reported once.
      if (listening.size === 0) for (let other = 2; other <= count; other += 1) start(other);
      listening.add(number);
      if (listening.size === count) resolve(port);
    });
    worker.once('exit', (code: number | null, signal: string | null) => {
      running.delete(number);
      if (isStopping) process.exitCode ||= code === 0 ? 0 : 1;
      else if (listening.size === 0) process.exitCode = 1;
      else replace({ worker: number, pidOfWorker: worker.process.pid, code, signal });
      if (running.size === 0) void writeAll().then(() => process.exit());
    });
  };
  const replace = (ended: {
    worker: number;
    pidOfWorker: number | undefined;
    code: number | null;
    signal: string | null;
  }) => {
    const now = performance.now();
    exits.push(now);
    if (exits.filter((at) => at > now - exitWindowMs).length < maxExits) {
      log.error(ended, 'a worker has ended; another one takes its place');
      return start(ended.worker);
    }
    log.fatal(ended, `a worker has ended, the ${maxExits}th within a minute; the server stops`);
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
  return allListening;
}
