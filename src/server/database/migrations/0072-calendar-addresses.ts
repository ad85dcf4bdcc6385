import type { AnyDb } from '../db.ts';

/** The secret addresses at which calendar programs read the dates of containers. A user has at most one. */
export async function calendarAddresses(db: AnyDb): Promise<void> {
  await db.schema
    .createTable('calendar_addresses')
    .addColumn('user_id', 'integer', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('key_hash', 'text', (c) => c.notNull().unique())
    .addColumn('view_id', 'integer', (c) => c.references('saved_views.id').onDelete('set null'))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('last_read_at', 'text')
    .execute();
}
