import type { Db } from '../parts.ts';

/** A piece of work that is done again and again, as it was the last time. `result` is for whoever knows its name. */
export type LastRun = { name: string; began_at: string; took_ms: number; failed: boolean; result: unknown };

/** What has a result: it is no round of the server. */
export const backupRun = 'backup';
export const verifyRun = 'verify';

export type BackupResult = { files: number; bytes: number; problems: number };
export type VerifyResult = { by: 'night' | 'command'; files: number; bytes: number; problems: number };

export async function noteRun(db: Db, run: Omit<LastRun, 'result'> & { result?: object }): Promise<void> {
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
