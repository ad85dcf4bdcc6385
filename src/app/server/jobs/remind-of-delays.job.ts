import { overdueCheckEveryMs } from '#features/containers/core/containers.rules.ts';
import { remindOfAllDelays } from '#features/containers/server/core/delay-reminders.service.ts';
import type { Job } from '../scheduler.ts';

/** Reminds people of delayed containers without a new date. */
export const remindOfDelays: Job = {
  name: 'reminding of delays',
  intervalMs: overdueCheckEveryMs,
  run: remindOfAllDelays,
};
