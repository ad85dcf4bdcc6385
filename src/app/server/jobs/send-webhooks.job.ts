import { sendDueMessages } from '#features/webhooks/server/deliver.service.ts';
import type { Job } from '../scheduler.ts';

/** Sends the messages to webhooks. */
export const sendWebhooks: Job = {
  name: 'sending messages to webhooks',
  // An administrator who has sent a test waits for its answer.
  intervalMs: 2_000,
  isShared: true,
  run: sendDueMessages,
};
