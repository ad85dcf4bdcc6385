import type { Db } from './db.ts';

/** The last run of a recurring task. The shape of `result` depends on the name. */
export type LastRun = { name: string; began_at: string; took_ms: number; failed: boolean; result: unknown };

/** These have a result and are not scheduled jobs. */
export const backupRun = 'backup';
export const verifyRun = 'verify';
/** The last restore point in BACKUP_TARGET, and the last attempt that failed. */
export const pointRun = 'restore point';
export const failedPointRun = 'failed restore point';
/** The last mail that the mail server did not accept. */
export const failedMailRun = 'failed mail';
/** The last reading of the mailbox of MAIL_IN_URL, with the reason if it failed. */
export const mailInRun = 'mail in';
export const runsWithResult: readonly string[] = [
  backupRun,
  verifyRun,
  pointRun,
  failedPointRun,
  failedMailRun,
  mailInRun,
];

export type BackupResult = { files: number; bytes: number; problems: number };
export type PointResult = BackupResult & { new_files: number; new_bytes: number; kept: number; target: string };
export type VerifyResult = { by: 'night' | 'command'; files: number; bytes: number; problems: number };

export async function recordRun(db: Db, run: Omit<LastRun, 'result'> & { result?: object }): Promise<void> {
  const { name, began_at, took_ms, failed, result } = run;
  const row = { began_at, took_ms, failed: failed ? 1 : 0, result: result ? JSON.stringify(result) : null };
  await db
    .insertInto('last_runs')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}

export async function listLastRuns(db: Db): Promise<LastRun[]> {
  const rows = await db.selectFrom('last_runs').selectAll().orderBy('name').execute();
  return rows.map(({ failed, result, ...run }) => ({
    ...run,
    failed: failed === 1,
    result: result === null ? undefined : (JSON.parse(result) as unknown),
  }));
}

/** Deletes the runs of jobs other than these, but not those that have a result. */
export async function deleteRunsExcept(db: Db, names: readonly string[]): Promise<void> {
  await db
    .deleteFrom('last_runs')
    .where('name', 'not in', [...runsWithResult, ...names])
    .execute();
}
