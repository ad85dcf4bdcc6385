import { deleteExpiredSessions as deleteEnded } from '#server/access/access.queries.ts';
import type { Job } from '../scheduler.ts';
import { hourlyMs } from './intervals.ts';

/** Deletes sessions past their end. */
export const deleteExpiredSessions: Job = {
  name: 'deleting ended sessions',
  intervalMs: hourlyMs,
  run: ({ db, clock }) => deleteEnded(db, clock().toISOString()),
};
