import type { Context } from '#server/context.ts';
import { acquireLease, moveLease } from '#server/database/leases.queries.ts';

type Lease = { name: string; intervalMs: number };

/**
 * Runs a scheduled job unless another server holds its lease. The lease is renewed until the run ends, because a run may take
 * longer than the interval. Then it ends as if it had not been renewed, so that the next run is not late.
 */
export async function runUnderLease(
  { db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>,
  { name, intervalMs }: Lease,
  run: () => Promise<void>,
): Promise<void> {
  // A little less than the interval, so that the server that ran the job last can run it again.
  const termMs = intervalMs - Math.min(intervalMs / 10, 10_000);
  const now = clock();
  const later = (from: Date) => new Date(from.getTime() + termMs).toISOString();
  const first = later(now);
  if (!(await acquireLease(db, { name, now: now.toISOString(), until: first }))) return;
  let held = first;
  const moveTo = async (until: string) => {
    if (await moveLease(db, { name, from: held, until })) held = until;
  };
  let moving: Promise<void> | undefined;
  const renew = () => {
    moving ??= moveTo(later(clock()))
      .catch((error: unknown) => log.warn({ err: error, job: name }, 'the lease of a job could not be renewed'))
      .finally(() => (moving = undefined));
  };
  const timer = setInterval(renew, termMs / 3);
  timer.unref();
  try {
    await run();
  } finally {
    clearInterval(timer);
    await moving;
    // If this fails, the lease ends a little later.
    if (held !== first) await moveTo(first).catch(() => undefined);
  }
}
