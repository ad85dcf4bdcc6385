import { deleteOldFileChanges } from '#server/database/dialect/change-feed.ts';
import type { Job } from '../scheduler.ts';
import { deleteInBatches } from './delete-in-batches.ts';
import { hourlyMs } from './intervals.ts';

/** Deletes changes of file names after a day, when every file-name index has read them. */
export const pruneFileChanges: Job = {
  name: 'pruning the list of changed files',
  intervalMs: hourlyMs,
  run: ({ db }) => deleteInBatches((limit) => deleteOldFileChanges(db, limit)),
};
