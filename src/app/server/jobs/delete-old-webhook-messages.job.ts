import {
  deleteBeyondNewest,
  deleteLeftovers,
  deleteOldMessages,
} from '#features/webhooks/server/webhook-messages.queries.ts';
import { listWebhooks } from '#features/webhooks/server/webhooks.queries.ts';
import { keptDays } from '#features/webhooks/webhooks.rules.ts';
import { dayMs } from '#shared/calendar.ts';
import type { Job } from '../scheduler.ts';
import { deleteInBatches } from './delete-in-batches.ts';
import { hourlyMs } from './intervals.ts';

/** Deletes messages to webhooks that are 30 days old, and those of each webhook beyond the newest 1,000. */
export const deleteOldWebhookMessages: Job = {
  name: 'deleting old messages to webhooks',
  intervalMs: hourlyMs,
  run: async ({ db, clock }) => {
    const before = new Date(clock().getTime() - keptDays * dayMs).toISOString();
    await deleteLeftovers(db);
    await deleteInBatches((limit) => deleteOldMessages(db, before, limit));
    for (const { id } of await listWebhooks(db)) await deleteInBatches((limit) => deleteBeyondNewest(db, id, limit));
  },
};
