import {
  deleteBeyondNewest,
  deleteOldNotifications as deleteReadBefore,
  listUsersAboveLimit,
} from '#features/notifications/server/notification-list.queries.ts';
import type { Context } from '#server/context.ts';
import { dayMs } from '#shared/calendar.ts';
import type { Job } from '../scheduler.ts';
import { deleteInBatches } from './delete-in-batches.ts';
import { hourlyMs } from './intervals.ts';

/** Our choice: the list shows only the newest 50, so older ones are hardly missed. */
const daysAfterReading = 90;

/** The number of notifications that are kept for each user, read or unread. The list shows the newest 50. */
const maxPerPerson = 200;

/** Deletes notifications that were read 90 days ago, and those of each user beyond the newest 200. */
export const deleteOldNotifications: Job = {
  name: 'deleting old notifications',
  intervalMs: hourlyMs,
  run,
};

async function run({ db, clock }: Context): Promise<void> {
  const before = new Date(clock().getTime() - daysAfterReading * dayMs).toISOString();
  await deleteInBatches((limit) => deleteReadBefore(db, before, limit));
  for (const userId of await listUsersAboveLimit(db, maxPerPerson)) await deleteBeyondNewest(db, userId, maxPerPerson);
}
