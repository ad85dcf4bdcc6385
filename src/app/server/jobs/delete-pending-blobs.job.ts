import { deletePendingBlobs } from '#features/files/server/trash/trash.service.ts';
import type { Job } from '../scheduler.ts';
import { hourlyMs } from './intervals.ts';

/** Deletes the bytes of files and versions that were deleted for good. */
export const deletePendingBlobsJob: Job = {
  name: 'deleting the bytes of deleted files',
  intervalMs: hourlyMs,
  run: deletePendingBlobs,
};
