import { sendInvitations } from '#features/users/server/invitations.service.ts';
import type { Job } from '../scheduler.ts';

/** Mails the invitations of imported users. */
export const mailInvitations: Job = {
  name: 'mailing invitations',
  // An administrator who has imported users may wait for the first mails.
  intervalMs: 10_000,
  // Each server claims one invitation at a time.
  isShared: true,
  run: sendInvitations,
};
