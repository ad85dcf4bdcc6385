import type { AnyDb } from '../db.ts';
import { bigNumber, idColumn } from '../dialect/columns.ts';

/** The passkeys of users, and the challenges that browsers have not answered yet. */
export async function passkeys(db: AnyDb): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('passkeys')
    .addColumn('id', 'integer', idColumn(db))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('credential_id', 'text', (c) => c.notNull().unique())
    .addColumn('public_key', 'text', (c) => c.notNull())
    .addColumn('counter', bigNumber(db), (c) => c.notNull())
    .addColumn('transports', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('last_used_at', 'text')
    .execute();
  await schema.createIndex('passkeys_user').on('passkeys').column('user_id').execute();
  await schema
    .createTable('passkey_challenges')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('challenge', 'text', (c) => c.notNull())
    .addColumn('user_id', 'integer', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .execute();
}
