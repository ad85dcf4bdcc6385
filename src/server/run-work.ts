import type { Expression, SqlBool } from 'kysely';
import type { Context } from './context.ts';
import { failTask, findDueTask, finishTask, leaseTask, postponeTask } from './database/work.queries.ts';
import type { Task, WorkKind } from './database/work.queries.ts';

/**
 * The result of a run: 'failed' keeps the task until it is reported, `retryInMs` repeats it, and `waitMs` puts it off, as if it were
 * queued then.
 */
export type Outcome = 'done' | 'failed' | { retryInMs: number } | { waitMs: number };

export type Work = {
  kind: WorkKind;
  /** Longer than any run. A task whose server was killed is due again after this time. */
  leaseMs: number;
  /** The delay after a run has thrown: the blob store, the database or another service did not answer. */
  retryMs: number;
  /** The number of tasks that run at the same time. */
  atOnce?: number;
  /** Which due tasks may run, as a condition on the table `work`. */
  where?: Expression<SqlBool> | undefined;
  /** No task runs while one of this kind is due. */
  after?: WorkKind;
};

const later = ({ clock }: Pick<Context, 'clock'>, ms: number) => new Date(clock().getTime() + ms).toISOString();

/**
 * Runs every due task of a kind. Owners take turns, so that many tasks of one user do not delay those of another. Several
 * servers share the work. A run that throws does not count as a try: the task is postponed, and the error is thrown after the
 * other runs have ended.
 */
export async function runWork(
  ctx: Pick<Context, 'db' | 'clock'>,
  work: Work,
  run: (task: Task) => Promise<Outcome>,
  signal: AbortSignal,
): Promise<void> {
  const { kind, after, where } = work;
  let afterOwnerId = 0;
  const runInTurn = async () => {
    while (!signal.aborted) {
      const now = ctx.clock().toISOString();
      if (after && (await findDueTask(ctx.db, after, { now, afterOwnerId: 0, where }))) return;
      const due = await findDueTask(ctx.db, kind, { now, afterOwnerId, where });
      if (!due) return;
      afterOwnerId = due.owner_id;
      const task = await leaseTask(ctx.db, due, later(ctx, work.leaseMs));
      if (task) await runOne(ctx, work, { task, run, signal });
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: work.atOnce ?? 1 }, runInTurn));
  const failed = ended.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

async function runOne(
  ctx: Pick<Context, 'db' | 'clock'>,
  { retryMs }: Work,
  { task, run, signal }: { task: Task; run: (task: Task) => Promise<Outcome>; signal: AbortSignal },
): Promise<void> {
  const retry = (inMs: number, tries: number) => postponeTask(ctx.db, task, { at: later(ctx, inMs), tries });
  let outcome: Outcome;
  try {
    outcome = await run(task);
  } catch (error) {
    await retry(signal.aborted ? 0 : retryMs, task.tries - 1);
    if (signal.aborted) return;
    throw error;
  }
  if (outcome === 'done') await finishTask(ctx.db, task);
  else if (outcome === 'failed') await failTask(ctx.db, task);
  else if ('retryInMs' in outcome) await retry(outcome.retryInMs, task.tries);
  else {
    const at = later(ctx, outcome.waitMs);
    await postponeTask(ctx.db, task, { at, tries: 0, queued_at: at });
  }
}
