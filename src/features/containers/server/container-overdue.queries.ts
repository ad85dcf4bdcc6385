import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import { delayOutcome } from './container-outcomes.queries.ts';
import { queueMails } from './follower-mails.queries.ts';

/** Returns the ids of containers whose date is before `today` and is not marked as overdue yet. */
export async function listUnmarkedOverdue(db: Db, today: string, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('containers')
    .select('id')
    .where('status_id', '=', 1)
    .where('deleted_at', 'is', null)
    .where('pfi_date', '<', today)
    .where(sql<boolean>`overdue_date is distinct from pfi_date`)
    .orderBy('pfi_date')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Marks the date of a container that was not received as overdue. Returns false if it is marked already, or was received in
 * the meantime. `version` stays, because no user changed the container.
 */
export async function markOverdue(tx: Db, id: number, updated_at: string): Promise<boolean> {
  const marked = await tx
    .updateTable('containers')
    .set((eb) => ({ is_delayed_pfi: 1, awaits_pfi_date: 1, overdue_date: eb.ref('pfi_date'), updated_at }))
    .where('id', '=', id)
    .where('status_id', '=', 1)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`overdue_date is distinct from pfi_date`)
    .executeTakeFirst();
  return marked.numUpdatedRows > 0n;
}

/** Returns false if this date was logged before, because it was changed and then restored. */
export async function logOverdue(
  tx: Db,
  entry: { container_id: number; overdue_date: string; user_id: number | null; reason: string; happened_at: string },
): Promise<boolean> {
  const event = await tx
    .insertInto('container_events')
    .values({ ...entry, what: 'delay_pfi', ...delayOutcome('overdue', entry.overdue_date, entry.happened_at) })
    .onConflict((conflict) =>
      conflict.columns(['container_id', 'overdue_date']).where('overdue_date', 'is not', null).doNothing(),
    )
    .returning(['id', 'what'])
    .executeTakeFirst();
  if (!event) return false;
  await queueMails(tx, [event], entry.happened_at);
  await tx
    .updateTable('containers')
    .set((eb) => ({ pfi_delays: eb('pfi_delays', '+', 1) }))
    .where('id', '=', entry.container_id)
    .execute();
  return true;
}
