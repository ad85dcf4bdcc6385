import { removeEndedUploads } from '#features/files/server/upload/resumable-upload.service.ts';
import type { Job } from '../scheduler.ts';
import { hourlyMs } from './intervals.ts';

/** Deletes resumable uploads that were not continued for a day, and the records of finished ones. */
export const deleteUnfinishedUploads: Job = {
  name: 'deleting unfinished uploads',
  intervalMs: hourlyMs,
  run: removeEndedUploads,
};
