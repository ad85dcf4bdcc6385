import type { Context } from '#server/context.ts';
import { deleteRunsExcept, recordRun } from '#server/database/last-runs.queries.ts';
import { acquireLease } from '#server/lease.ts';

/** A scheduled job runs at the start of the server and then at every interval. */
export type Job = {
  /** Shown to administrators and written to the log. */
  name: string;
  intervalMs: number;
  /**
   * `signal` is aborted when the server stops; a run that may take long ends early then. 'skipped': the run did nothing
   * because an earlier one failed a moment ago, so that failure stays the last result.
   */
  run: (ctx: Context, signal: AbortSignal) => Promise<void | 'skipped'>;
  /** Every server runs the job, and the runs share the work. Otherwise one server at a time runs it, under a lease. */
  isShared?: true;
  /** Ends resources that outlive a run, such as a child process. */
  stop?: () => void;
};

/** Starts all jobs. Returns a function that stops them and waits for running ones. */
export function startJobs(ctx: Context, jobs: readonly Job[]): () => Promise<void> {
  const names = jobs.map(({ name }) => name);
  // Otherwise the page of the system would show the jobs of an earlier version, and their failures, forever.
  const cleanup = deleteRunsExcept(ctx.db, names).catch((error: unknown) =>
    ctx.log.warn(error, 'the recorded runs of removed jobs could not be deleted'),
  );
  const stops = jobs.map((job) => startJob(ctx, job));
  return async () => {
    await Promise.all([cleanup, ...stops.map((stop) => stop())]);
  };
}

/** Starts one job. A run that fails is logged, and the job is tried again at its next interval. */
export function startJob(ctx: Context, { name, intervalMs, run, isShared, stop }: Job): () => Promise<void> {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  const record = makeRecorder(ctx, name);
  const needsLease = ctx.config.databaseUrl !== undefined && !isShared;
  const runRecorded = () => record(() => run(ctx, stopping.signal));
  const runOnce = () => {
    // While a run takes longer than the interval, no second one starts.
    running ??= (needsLease ? runUnderLease(ctx, { name, intervalMs }, runRecorded) : runRecorded())
      .catch((error: unknown) => ctx.log.warn({ err: error, job: name }, `${name} failed; it is tried again`))
      .finally(() => (running = undefined));
  };
  runOnce();
  const timer = setInterval(runOnce, intervalMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    stopping.abort();
    stop?.();
    await running;
  };
}

/** Runs a job unless another server holds its lease, which is renewed because a run may take longer than the interval. */
async function runUnderLease(
  ctx: Context,
  { name, intervalMs }: Pick<Job, 'name' | 'intervalMs'>,
  run: () => Promise<void>,
): Promise<void> {
  await using lease = await acquireLease(ctx, {
    name,
    // A little less than the interval, so that the server that ran the job last can run it again.
    termMs: intervalMs - Math.min(intervalMs / 10, 10_000),
    keepsFirstTerm: true,
    failed: (error) => ctx.log.warn({ err: error, job: name }, 'the lease of a job could not be renewed'),
  });
  if (lease) await run();
}

/** The minimum time between two records, because some jobs run every second. */
const recordIntervalMs = 60_000;

/** Records the last run of a job in the database, for all servers: its time, its duration and whether it failed. */
function makeRecorder({ db, clock }: Context, name: string): (run: () => ReturnType<Job['run']>) => Promise<void> {
  let last: { at: number; failed: boolean } | undefined;
  return async (run) => {
    const [began_at, began] = [clock().toISOString(), performance.now()];
    const record = async (failed: boolean) => {
      if (last?.failed === failed && began - last.at < recordIntervalMs) return;
      last = { at: began, failed };
      await recordRun(db, { name, began_at, took_ms: Math.round(performance.now() - began), failed });
    };
    try {
      if ((await run()) === 'skipped') return;
    } catch (error) {
      // Throws the error of the run. An error while recording it usually has the same cause.
      await record(true).catch(() => undefined);
      throw error;
    }
    await record(false);
  };
}
