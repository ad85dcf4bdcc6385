import { emptyContainerTrash as emptyExpired } from '#features/containers/server/core/container-trash.service.ts';
import type { Job } from '../scheduler.ts';
import { hourlyMs } from './intervals.ts';

/** Deletes containers for good that have been in the trash for 30 days. */
export const emptyContainerTrash: Job = {
  name: 'emptying the trash of containers',
  intervalMs: hourlyMs,
  run: emptyExpired,
};
