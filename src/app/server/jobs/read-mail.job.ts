import { storeUpload } from '#features/files/server/core/files.service.ts';
import { proposeTypes } from '#features/files/server/upload/type-proposals.service.ts';
import { readMailbox } from '#features/mail-in/server/read-mailbox.service.ts';
import { mailInJob } from '#features/system/system.rules.ts';
import { findVirus } from '#features/virus-scan/server/virus-scan.service.ts';
import type { Job } from '../scheduler.ts';

/** Files the attachments of the mails in the mailbox of MAIL_IN_URL. */
export const readMail: Job = {
  name: mailInJob,
  intervalMs: 60_000,
  run: (ctx, signal) => readMailbox({ ...ctx, storeUpload, proposeTypes, findVirus }, signal),
};
