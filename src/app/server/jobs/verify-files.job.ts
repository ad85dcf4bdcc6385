import { nightlyCheckEveryMs } from '#features/integrity/integrity.rules.ts';
import { verifyByNight } from '#features/integrity/server/nightly.service.ts';
import type { Job } from '../scheduler.ts';

/** At night, reads a part of the stored files at each run, and records those that are damaged or missing. */
export const verifyFiles: Job = {
  name: 'checking the stored files',
  intervalMs: nightlyCheckEveryMs,
  run: verifyByNight,
};
