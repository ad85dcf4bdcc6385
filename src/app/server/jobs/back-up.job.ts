import { system } from '#features/audit/audit.rules.ts';
import { backupJob } from '#features/system/system.rules.ts';
import { isBackupDue, isFailing } from '#shared/backup-schedule.ts';
import type { Terminal } from '../admin/terminal.ts';
import { backUp, readBackupState } from '../backups/back-up.ts';
import type { Job } from '../scheduler.ts';

const quiet: Terminal = { say: () => {}, showProgress: () => new DisposableStack() };

/** Makes the daily restore point in BACKUP_TARGET. Fails as long as the last attempt has failed. */
export const backUpJob: Job = {
  name: backupJob,
  intervalMs: 5 * 60 * 1000,
  run: async (ctx, signal) => {
    const { backup } = ctx.config;
    if (!backup) return;
    const [state, now] = [await readBackupState(ctx.db), ctx.clock()];
    if (!isBackupDue(state, backup.time, now)) {
      if (isFailing(state, now)) throw new Error(state.reason);
      return;
    }
    try {
      const made = await backUp(ctx, backup, { actor: system, takeOver: false, signal }, quiet);
      if (made) ctx.log.info({ point: made.name, ...made.point.added, kept: made.kept }, 'made a restore point');
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  },
};
