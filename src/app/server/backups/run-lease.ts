import { randomBytes } from 'node:crypto';
import { CannotStart } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { acquireLease, moveLease, releaseLease } from '#server/database/leases.queries.ts';
import { extendLease } from '../admin/backup.queries.ts';
import { texts } from './backups.texts.ts';

const name = 'writing a restore point';
const leaseMs = 60_000;
const renewIntervalMs = 15_000;
const blobLeaseMs = 5 * 60_000;
/** The clocks of several servers may differ by this much. Our choice. */
const maxAheadMs = 60 * 60_000;

export type RunLease = {
  /** Throws if another run may have begun. Call it before each step that other runs could disturb. */
  check: () => Promise<void>;
  release: () => Promise<void>;
};

/**
 * Makes sure that one backup at a time writes to the repository, and that no server deletes a blob meanwhile. Returns
 * undefined if another backup is running.
 */
export async function startRun({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<RunLease | undefined> {
  const token = randomBytes(8).toString('hex');
  const inFuture = (ms: number) => new Date(clock().getTime() + ms).toISOString();
  let value = `${inFuture(leaseMs)} ${token}`;
  const times = { now: inFuture(0), latest: inFuture(leaseMs + maxAheadMs) };
  if (!(await acquireLease(db, { name, until: value, ...times }))) return undefined;
  let renewing = Promise.resolve(true);
  const renew = () => {
    renewing = renewing.then(async () => {
      const next = `${inFuture(leaseMs)} ${token}`;
      const isHeld = next === value || (await moveLease(db, { name, from: value, until: next }));
      if (isHeld) value = next;
      await extendLease(db, inFuture(blobLeaseMs));
      return isHeld;
    });
    return renewing;
  };
  // A failed renewal is repeated. `check` reports a lost lease.
  const renewQuietly = () => void renew().catch(() => (renewing = Promise.resolve(true)));
  await renew();
  const timer = setInterval(renewQuietly, renewIntervalMs);
  return {
    async check() {
      if (!(await renew())) throw new CannotStart(texts.lostLease);
    },
    async release() {
      clearInterval(timer);
      await renewing.catch(() => undefined);
      await releaseLease(db, { name, until: value });
    },
  };
}
