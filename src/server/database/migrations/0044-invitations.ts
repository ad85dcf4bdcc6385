import type { AnyDb } from '../db.ts';

/** The invitations of imported users that wait to be mailed, and those that the mail server did not accept. */
export async function invitations(db: AnyDb): Promise<void> {
  await db.schema
    .createTable('invitations')
    .addColumn('user_id', 'integer', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('invited_by', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('due_at', 'text', (c) => c.notNull())
    .addColumn('failed_at', 'text')
    .execute();
}
