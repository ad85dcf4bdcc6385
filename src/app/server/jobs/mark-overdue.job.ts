import { overdueCheckEveryMs } from '#features/containers/core/containers.rules.ts';
import { markAllOverdue } from '#features/containers/server/core/container-overdue.service.ts';
import type { Job } from '../scheduler.ts';

/** Marks containers whose expected date has passed. */
export const markOverdue: Job = {
  name: 'marking overdue containers',
  intervalMs: overdueCheckEveryMs,
  run: markAllOverdue,
};
