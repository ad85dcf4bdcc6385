import type { Db } from '#server/database/db.ts';
import { databaseTime, tableExists } from '#server/database/dialect/maintenance.ts';
import { backupRun, listLastRuns } from '#server/database/last-runs.queries.ts';

/** An older version of the database has no such table. */
export const hasLastRuns = (db: Db) => tableExists(db, 'last_runs');

/** Returns undefined if there was no backup yet. */
export async function lastBackupAt(db: Db): Promise<Date | undefined> {
  if (!(await hasLastRuns(db))) return undefined;
  const run = (await listLastRuns(db)).find(({ name }) => name === backupRun);
  return run && new Date(run.began_at);
}

/**
 * Returns the time of a database server. An embedded database has no clock of its own: then the time of the newest entry
 * of the audit log, if that is later than `now`.
 */
export async function databaseNow(db: Db, now: Date): Promise<Date> {
  const time = await databaseTime(db);
  if (time) return time;
  if (!(await tableExists(db, 'audit_entries'))) return now;
  const newest = await db.selectFrom('audit_entries').select('at').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return newest && Date.parse(newest.at) > now.getTime() ? new Date(newest.at) : now;
}
