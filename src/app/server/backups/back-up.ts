import { system } from '#features/audit/audit.rules.ts';
import type { Actor } from '#features/audit/audit.rules.ts';
import { notifyManagers } from '#features/notifications/server/notifications.queries.ts';
import { backupNotice } from '#features/system/system.texts.ts';
import { transact } from '#server/access/transact-as.ts';
import { CannotStart } from '#server/config.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/database/db.ts';
import { failedPointRun, listLastRuns, pointRun, recordRun } from '#server/database/last-runs.queries.ts';
import type { PointResult } from '#server/database/last-runs.queries.ts';
import { acquireLease, keepBlobs } from '#server/lease.ts';
import { Refusal } from '#server/refusal.ts';
import { isFailing } from '#shared/backup-schedule.ts';
import type { BackupState } from '#shared/backup-schedule.ts';
import type { AdminContext } from '../admin/admin-context.ts';
import type { Terminal } from '../admin/terminal.ts';
import { makePoint } from './backup-run.ts';
import type { Made } from './backup-run.ts';
import { texts } from './backups.texts.ts';
import { targetName } from './target.ts';

// One backup at a time writes to the repository.
const leaseOfRun = { name: 'writing a restore point', termMs: 60_000, clockDifferenceMs: 60 * 60_000 };

/**
 * Makes a restore point in the configured target and records the result. Returns undefined if another backup is running.
 * Throws CannotStart with the reason of a failure. A run that is stopped is not a failure.
 */
export async function backUp(
  ctx: AdminContext,
  backup: NonNullable<Config['backup']>,
  options: { actor: Actor; takeOver: boolean; signal: AbortSignal },
  terminal: Terminal,
): Promise<Made | undefined> {
  await using lease = await acquireLease(ctx, leaseOfRun);
  if (!lease) return undefined;
  await using _keeping = await keepBlobs(ctx);
  const [began_at, began] = [ctx.clock().toISOString(), performance.now()];
  const record = (name: string, result: object) =>
    recordRun(ctx.db, { name, began_at, took_ms: Math.round(performance.now() - began), failed: false, result });
  try {
    const { lastTarget } = await readBackupState(ctx.db);
    const isUsed = lastTarget === targetName(backup.target);
    const made = await makePoint(ctx, backup, lease, { ...options, isUsed }, terminal);
    const { stored, problems, added } = made.point;
    const result: PointResult = {
      files: stored.blobs,
      bytes: stored.bytes,
      problems,
      new_files: added.files,
      new_bytes: added.bytes,
      kept: made.kept,
      target: targetName(backup.target),
    };
    await record(pointRun, result);
    return made;
  } catch (error) {
    if (options.signal.aborted) throw new CannotStart(texts.stopped);
    const reason = reasonOf(error, targetName(backup.target));
    const wasFailing = isFailing(await readBackupState(ctx.db), ctx.clock());
    await record(failedPointRun, { reason });
    if (!wasFailing) await notifyOfFailure(ctx, reason);
    throw new CannotStart(reason, { cause: error });
  }
}

/** Returns a sentence. Only an unexpected error has none. */
function reasonOf(error: unknown, target: string): string {
  if (error instanceof CannotStart) return error.message;
  const { message } = error as Error;
  const cause = error instanceof Refusal && error.cause instanceof Error ? error.cause.message : message;
  return texts.cannotWrite(target, cause);
}

async function notifyOfFailure(ctx: AdminContext, reason: string): Promise<void> {
  const notice = { title: backupNotice.title, message: backupNotice.message(reason), link: '/system' };
  await transact(ctx, system, (_, write) => notifyManagers(write, [0], notice));
}

/** Returns the times of the last restore point and of the last failure. */
export async function readBackupState(
  db: Db,
): Promise<BackupState & { reason: string | undefined; lastTarget: string | undefined }> {
  const runs = await listLastRuns(db);
  const of = (name: string) => runs.find((run) => run.name === name);
  const failure = of(failedPointRun);
  return {
    goodAt: of(pointRun)?.began_at,
    lastTarget: (of(pointRun)?.result as PointResult | undefined)?.target,
    failedAt: failure?.began_at,
    reason: (failure?.result as { reason: string } | undefined)?.reason,
  };
}
