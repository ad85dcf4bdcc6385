import { pruneVersions as pruneOldVersions } from '#features/files/server/trash/trash.service.ts';
import type { Job } from '../scheduler.ts';
import { hourlyMs } from './intervals.ts';

/** With PRUNE_VERSIONS set, deletes earlier versions beyond the newest 20 of a file, or replaced more than 180 days ago. */
export const pruneVersions: Job = {
  name: 'pruning earlier versions',
  intervalMs: hourlyMs,
  run: pruneOldVersions,
};
