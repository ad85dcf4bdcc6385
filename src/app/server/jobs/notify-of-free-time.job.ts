import { overdueCheckEveryMs } from '#features/containers/core/containers.rules.ts';
import { notifyOfFreeTimes } from '#features/containers/server/core/free-time.service.ts';
import type { Job } from '../scheduler.ts';

/** Notifies people of containers whose free time ends or is over. */
export const notifyOfFreeTime: Job = {
  name: 'notifying of free time',
  intervalMs: overdueCheckEveryMs,
  run: notifyOfFreeTimes,
};
