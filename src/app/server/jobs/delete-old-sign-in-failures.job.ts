import { deleteOldLoginFailures, deleteOldSignInAddresses } from '#server/access/throttle.queries.ts';
import { knownAddressMs, throttle } from '#shared/session-lengths.ts';
import type { Job } from '../scheduler.ts';
import { hourlyMs } from './intervals.ts';

/** Deletes failed sign-ins that no longer count for the throttle, and addresses that are no longer known. */
export const deleteOldSignInFailures: Job = {
  name: 'deleting old sign-in failures',
  intervalMs: hourlyMs,
  run: async ({ db, clock }) => {
    const now = clock().getTime();
    await deleteOldLoginFailures(db, new Date(now - throttle.windowMs).toISOString());
    await deleteOldSignInAddresses(db, new Date(now - knownAddressMs).toISOString());
  },
};
