import { overdueCheckEveryMs } from '#features/containers/core/containers.rules.ts';
import { notifyOfPapers } from '#features/containers/server/work/missing-papers.service.ts';
import type { Job } from '../scheduler.ts';

/** Notifies people of containers whose PFI date is near while documents are missing. */
export const notifyOfMissingPapers: Job = {
  name: 'notifying of missing documents',
  intervalMs: overdueCheckEveryMs,
  run: notifyOfPapers,
};
