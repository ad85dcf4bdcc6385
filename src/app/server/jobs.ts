import type { Config } from '#server/config.ts';
import { backUpJob } from './jobs/back-up.job.ts';
import { checkDatabase } from './jobs/check-database.job.ts';
import { deleteExpiredSessions } from './jobs/delete-ended-sessions.job.ts';
import { deleteOldNotifications } from './jobs/delete-old-notifications.job.ts';
import { deleteOldSignInFailures } from './jobs/delete-old-sign-in-failures.job.ts';
import { deleteOldWebhookMessages } from './jobs/delete-old-webhook-messages.job.ts';
import { deletePendingBlobsJob } from './jobs/delete-pending-blobs.job.ts';
import { deleteUnfinishedUploads } from './jobs/delete-unfinished-uploads.job.ts';
import { emptyContainerTrash } from './jobs/empty-container-trash.job.ts';
import { emptyTrash } from './jobs/empty-trash.job.ts';
import { extractContent } from './jobs/extract-content.job.ts';
import { indexTexts } from './jobs/index-texts.job.ts';
import { markOverdue } from './jobs/mark-overdue.job.ts';
import { notifyOfFreeTime } from './jobs/notify-of-free-time.job.ts';
import { notifyOfMissingPapers } from './jobs/notify-of-missing-papers.job.ts';
import { pruneAuditLog } from './jobs/prune-audit-log.job.ts';
import { pruneVersions } from './jobs/prune-versions.job.ts';
import { readMail } from './jobs/read-mail.job.ts';
import { readScans } from './jobs/read-scans.job.ts';
import { remindOfDelays } from './jobs/remind-of-delays.job.ts';
import { scanForViruses } from './jobs/scan-for-viruses.job.ts';
import { sealAuditLog } from './jobs/seal-audit-log.job.ts';
import { sendMailsJob } from './jobs/send-mails.job.ts';
import { sendWebhooks } from './jobs/send-webhooks.job.ts';
import { verifyFiles } from './jobs/verify-files.job.ts';
import { watchDatabaseFile } from './jobs/watch-database-file.job.ts';
import type { Job } from './scheduler.ts';

/** Returns the scheduled jobs. Without their settings there are no backups, no scans for viruses and no mail in. */
export const listJobs = ({
  backup,
  mailIn,
  scanner,
}: Pick<Config, 'backup' | 'mailIn' | 'scanner'>): readonly Job[] => [
  ...(backup ? [backUpJob] : []),
  checkDatabase(),
  deleteExpiredSessions,
  deleteOldNotifications,
  deleteOldSignInFailures,
  deleteOldWebhookMessages,
  deletePendingBlobsJob,
  deleteUnfinishedUploads,
  emptyContainerTrash,
  emptyTrash,
  extractContent(),
  indexTexts,
  markOverdue,
  notifyOfFreeTime,
  notifyOfMissingPapers,
  pruneAuditLog,
  pruneVersions,
  ...(mailIn ? [readMail] : []),
  readScans(),
  remindOfDelays,
  ...(scanner ? [scanForViruses()] : []),
  sealAuditLog,
  sendMailsJob,
  sendWebhooks,
  verifyFiles,
  watchDatabaseFile,
];
