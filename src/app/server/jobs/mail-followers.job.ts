import { sendFollowerMails } from '#features/containers/server/work/follower-mails.service.ts';
import type { Job } from '../scheduler.ts';

/** Mails followers of containers about delays and moved dates. */
export const mailFollowers: Job = {
  name: 'mailing followers of containers',
  intervalMs: 60_000,
  run: sendFollowerMails,
};
