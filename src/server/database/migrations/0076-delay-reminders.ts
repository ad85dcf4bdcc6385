import { sql } from 'kysely';
import type { AnyDb } from '../db.ts';

/** The reminders of delays without a new date. Delays that are already in the history get none. */
export async function delayReminders(db: AnyDb): Promise<void> {
  await db.schema.alterTable('container_events').addColumn('reminders', 'integer').execute();
  await sql`create index container_delays_to_remind on container_events (reminders, happened_at)
    where reminders is not null`.execute(db);
}
