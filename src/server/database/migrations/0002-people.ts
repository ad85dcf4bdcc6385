import type { AnyDb } from '../db.ts';
import { idColumn } from '../dialect/columns.ts';

/** Suspended users, links that set a new password, and every saved permission matrix. */
export async function people(db: AnyDb): Promise<void> {
  const { schema } = db;
  await schema.alterTable('users').addColumn('suspended_at', 'text').execute();
  await schema
    .createTable('password_links')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .execute();
  await schema.createIndex('password_links_user').on('password_links').column('user_id').execute();
  await schema
    .createTable('permission_saves')
    .addColumn('id', 'integer', idColumn(db))
    .addColumn('saved_by', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('saved_at', 'text', (c) => c.notNull())
    .addColumn('permissions', 'text', (c) => c.notNull())
    .execute();
}
