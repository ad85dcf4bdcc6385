import { emptyTrash as emptyFileTrash } from '#features/files/server/trash/trash.service.ts';
import type { Job } from '../scheduler.ts';
import { hourlyMs } from './intervals.ts';

/** Deletes files for good that have been in the trash for 30 days. */
export const emptyTrash: Job = {
  name: 'emptying the trash',
  intervalMs: hourlyMs,
  run: emptyFileTrash,
};
