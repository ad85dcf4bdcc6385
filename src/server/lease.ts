import { randomBytes } from 'node:crypto';
import type { Context } from './context.ts';
import { deleteEndedLeases, deleteLease, findLease, moveLease, takeLease } from './database/leases.queries.ts';

type LeaseContext = Pick<Context, 'db' | 'clock'>;

/** Released by `release`, or at the end of the block that declares it with `await using`. */
export type Lease = AsyncDisposable & {
  /** Renews the lease. Returns false if another holder may have had it since. */
  renew: () => Promise<boolean>;
  /** If this fails, the lease ends by itself after its term. */
  release: () => Promise<void>;
};

type Terms = {
  name: string;
  /** A lease that is not renewed ends after this time, so that a server that has crashed blocks the others no longer. */
  termMs: number;
  /** The clocks of servers may differ by this much. A lease that ends later than a right clock could say does not count. */
  clockDifferenceMs?: number;
  /** After its release, the lease lasts until the end of its first term. */
  keepsFirstTerm?: true;
  /** Called if a renewal fails. The next one makes up for it. */
  failed?: (error: unknown) => void;
};

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * Acquires a lease and renews it until its release. Returns undefined while another holder has it. Its value is the time of its
 * end and a random token of the holder.
 */
export async function acquireLease(
  { db, clock }: LeaseContext,
  { name, termMs, clockDifferenceMs = minuteMs, keepsFirstTerm, failed = () => undefined }: Terms,
): Promise<Lease | undefined> {
  const token = randomBytes(8).toString('hex');
  const later = (ms: number) => new Date(clock().getTime() + ms).toISOString();
  const first = later(termMs);
  const bounds = { endedBy: later(0), latest: later(termMs + clockDifferenceMs) };
  if (!(await takeLease(db, { name, token, until: first, ...bounds }))) return undefined;
  let until = first;
  // The release waits for a renewal that has begun.
  let renewing = Promise.resolve(true);
  const moveTo = (end: string) => moveLease(db, { name, token, until: (until = end) });
  const renew = () => (renewing = moveTo(later(termMs)));
  const timer = setInterval(() => void renew().catch(failed), termMs / 4);
  timer.unref();
  const release = async () => {
    clearInterval(timer);
    await renewing.catch(() => undefined);
    if (keepsFirstTerm && until === first) return;
    await (keepsFirstTerm ? moveTo(first) : deleteLease(db, { name, token })).catch(() => undefined);
  };
  return { renew, release, [Symbol.asyncDispose]: release };
}

// Our choice: to delete a blob that a backup still needs is worse than to delete it an hour late.
const keepingBlobs = { name: 'keeping blobs', termMs: 5 * minuteMs, clockDifferenceMs: 60 * minuteMs };

/** Keeps every blob in the store until the release. Each backup has a lease of its own, because several may run at once. */
export async function keepBlobs({ db, clock }: LeaseContext): Promise<Lease> {
  const { name, ...terms } = keepingBlobs;
  // A crashed backup leaves its lease. One that was only suspended may still renew it.
  await deleteEndedLeases(db, name, new Date(clock().getTime() - dayMs).toISOString());
  const lease = acquireLease({ db, clock }, { name: `${name} ${randomBytes(8).toString('hex')}`, ...terms });
  // No other holder has this name.
  return lease as Promise<Lease>;
}

/** Whether a running backup may still read any blob. */
export async function areBlobsKept(db: LeaseContext['db'], now: Date): Promise<boolean> {
  const { name, termMs, clockDifferenceMs } = keepingBlobs;
  const at = (ms: number) => new Date(now.getTime() + ms).toISOString();
  return findLease(db, name, { after: at(-clockDifferenceMs), before: at(termMs + clockDifferenceMs) });
}
