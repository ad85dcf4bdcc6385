import { sql } from 'kysely';
import { delayEvents } from '#features/containers/work/follower-mails.rules.ts';
import { statusIds } from '#features/papers/statuses.rules.ts';
import type { Db } from '#server/database/db.ts';

export type DelayToRemind = { id: number; container_id: number; user_id: number | null; happened_at: string };

/**
 * Marks up to `limit` delays from before a time that had `sent` reminders, and returns their ids. Each is marked once for each
 * reminder, whether or not its container has a new date: so the index has recent delays only.
 */
export async function markReminders(
  tx: Db,
  { sent, isLast, before, limit }: { sent: number; isLast: boolean; before: string; limit: number },
): Promise<number[]> {
  const due = tx
    .selectFrom('container_events')
    .select('id')
    .where('reminders', '=', sent)
    .where('happened_at', '<=', before)
    .orderBy('happened_at')
    .limit(limit);
  const rows = await tx
    .updateTable('container_events')
    .set({ reminders: isLast ? null : sent + 1 })
    .where('id', 'in', due)
    // Another server may have marked one since.
    .where('reminders', '=', sent)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns those of these delays that are the last one by a person, and whose date is still the one that was delayed. */
export async function listWithoutNewDate(tx: Db, ids: readonly number[]): Promise<DelayToRemind[]> {
  if (ids.length === 0) return [];
  const [pfi, exFactory] = delayEvents;
  return tx
    .selectFrom('container_events')
    .innerJoin('containers', 'containers.id', 'container_events.container_id')
    .select(['container_events.id', 'container_id', 'user_id', 'happened_at'])
    .where('container_events.id', 'in', ids)
    .where('status_id', '=', statusIds['Not Received'])
    .where('containers.deleted_at', 'is', null)
    .where(
      sql<boolean>`(what = ${pfi} and awaits_pfi_date = 1 and pfi_date = promised_date
        or what = ${exFactory} and awaits_ex_factory_date = 1 and ex_factory_date = promised_date)`,
    )
    .where(
      sql<boolean>`not exists (select 1 from container_events as later
        where later.container_id = containers.id and later.id > container_events.id
          and later.what = container_events.what and later.overdue_date is null)`,
    )
    .orderBy('container_events.id')
    .execute();
}
