import type { AnyDb } from '../db.ts';

/** The accounts of users at the provider, sign-ins that wait for its answer, and used logout tokens. */
export async function singleSignOn({ schema }: AnyDb): Promise<void> {
  await schema
    .createTable('provider_accounts')
    .addColumn('user_id', 'integer', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('issuer', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('joined_at', 'text', (c) => c.notNull())
    .addUniqueConstraint('provider_accounts_subject', ['issuer', 'subject'])
    .execute();
  await schema
    .createTable('provider_sign_ins')
    .addColumn('state_hash', 'text', (c) => c.primaryKey())
    .addColumn('token_hash', 'text', (c) => c.notNull())
    .addColumn('nonce', 'text', (c) => c.notNull())
    .addColumn('verifier', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .execute();
  await schema
    .createTable('used_logout_tokens')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .execute();
  await schema
    .alterTable('sessions')
    .addColumn('by_provider', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await schema.alterTable('sessions').addColumn('provider_sid', 'text').execute();
}
