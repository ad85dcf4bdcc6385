import { DatabaseFileLost } from '#server/database/database-file.ts';
import { checkWritable } from '#server/database/dialect/maintenance.ts';
import type { Job } from '../scheduler.ts';

/** Writes to the log if the file of an embedded database was deleted or replaced, even without any write. */
export const watchDatabaseFile: Job = {
  name: 'watching the database file',
  intervalMs: 5_000,
  isShared: true,
  run: async ({ config, db, log }) => {
    if (config.databaseUrl) return;
    try {
      await checkWritable(db);
    } catch (error) {
      if (error instanceof DatabaseFileLost) log.fatal(error, 'nothing is saved any more');
      throw error;
    }
  },
};
