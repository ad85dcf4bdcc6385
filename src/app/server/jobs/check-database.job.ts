import { isNight, isVerificationDue, nightlyCheckEveryMs } from '#features/integrity/integrity.rules.ts';
import { databaseCheckJob } from '#features/system/system.rules.ts';
import { findDatabaseDamage } from '#server/database/integrity-check.ts';
import type { Job } from '../scheduler.ts';

/** Once a night, checks the file of an embedded database. Fails as long as the last check has found damage. */
export function checkDatabase(): Job {
  let checkedAt = new Date(0).toISOString();
  let problems: string[] = [];
  return {
    name: databaseCheckJob,
    intervalMs: nightlyCheckEveryMs,
    run: async ({ config, clock, log }, signal) => {
      const now = clock();
      if (isNight(now) && isVerificationDue(checkedAt, now)) {
        checkedAt = now.toISOString();
        problems = await findDatabaseDamage(config, signal);
        if (problems.length > 0)
          log.fatal({ problems }, 'the database is damaged; stop the server and restore it from a backup');
      }
      if (problems.length > 0) throw new Error(`the database is damaged: ${problems[0]}`);
    },
  };
}
