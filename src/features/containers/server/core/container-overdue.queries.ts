import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import { queueMails } from '../work/follower-mails.queries.ts';
import { delayOutcome } from './container-outcomes.queries.ts';

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
 * Marks the dates of those of these containers that were not received as overdue, and returns them. Leaves out those that are
 * marked already, were received in the meantime, or are due on `today` or later. `version` stays, because no user changed them.
 */
export async function markOverdue(
  tx: Db,
  ids: readonly number[],
  { today, updated_at }: { today?: string | undefined; updated_at: string },
): Promise<{ id: number; pfi_date: string }[]> {
  if (ids.length === 0) return [];
  return tx
    .updateTable('containers')
    .set((eb) => ({ is_delayed_pfi: 1, awaits_pfi_date: 1, overdue_date: eb.ref('pfi_date'), updated_at }))
    .where('id', 'in', ids)
    .where('status_id', '=', 1)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`overdue_date is distinct from pfi_date`)
    .$if(today !== undefined, (query) => query.where('pfi_date', '<', today as string))
    .returning(['id', 'pfi_date'])
    .execute();
}

/** Returns the ids of the containers with a new entry. A date that was changed and then restored has been logged before. */
export async function logOverdue(
  tx: Db,
  containers: readonly { id: number; pfi_date: string }[],
  { happened_at, ...entry }: { user_id: number | null; reason: string; happened_at: string },
): Promise<number[]> {
  if (containers.length === 0) return [];
  const rows = containers.map(({ id, pfi_date }) => ({
    ...entry,
    ...delayOutcome('overdue', pfi_date, happened_at),
    container_id: id,
    what: 'delay_pfi',
    overdue_date: pfi_date,
    happened_at,
  }));
  const events = await tx
    .insertInto('container_events')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['container_id', 'overdue_date']).where('overdue_date', 'is not', null).doNothing(),
    )
    .returning(['id', 'what', 'container_id'])
    .execute();
  const ids = events.map(({ container_id }) => container_id);
  if (ids.length === 0) return [];
  await queueMails(tx, events, happened_at);
  await tx
    .updateTable('containers')
    .set((eb) => ({ pfi_delays: eb('pfi_delays', '+', 1) }))
    .where('id', 'in', ids)
    .execute();
  return ids;
}
