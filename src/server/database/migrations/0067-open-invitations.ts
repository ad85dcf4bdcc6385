import type { AnyDb } from '../db.ts';

/** The invited users who have not set a password yet. */
export async function openInvitations(db: AnyDb): Promise<void> {
  await db.schema
    .createTable('invitations')
    .addColumn('user_id', 'integer', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('invited_by', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('invited_at', 'text', (c) => c.notNull())
    .addColumn('not_sent', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
}
