import type { AnyDb } from '../db.ts';
import { idColumn } from '../dialect/columns.ts';

/** Access tokens of users, for programs. */
export async function accessTokens(db: AnyDb): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('access_tokens')
    .addColumn('id', 'integer', idColumn(db))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('can_write', 'integer', (c) => c.notNull())
    .addColumn('areas', 'text', (c) => c.notNull())
    .addColumn('team_ids', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .addColumn('last_used_at', 'text')
    .addColumn('last_address', 'text')
    .execute();
  await schema.createIndex('access_tokens_user').on('access_tokens').column('user_id').execute();
}
