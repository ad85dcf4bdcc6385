import type { AnyDb } from '../db.ts';

/** Two-factor sign-in, and the time when a password was last entered. */
export async function twoFactor(db: AnyDb): Promise<void> {
  const { schema } = db;
  await schema.alterTable('users').addColumn('two_factor_at', 'text').execute();
  await schema.alterTable('sessions').addColumn('confirmed_at', 'text').execute();
  await schema
    .createTable('pending_sign_ins')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('remembered', 'integer', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .execute();
  await schema.createIndex('pending_sign_ins_user').on('pending_sign_ins').column('user_id').execute();
  await schema
    .createTable('two_factor_secrets')
    .addColumn('user_id', 'integer', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('secret', 'text', (c) => c.notNull())
    .addColumn('last_step', 'integer', (c) => c.notNull())
    .execute();
  await schema
    .createTable('recovery_codes')
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('code_hash', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('recovery_codes_each', ['user_id', 'code_hash'])
    .execute();
}
