import type { AnyDb } from '../db.ts';

/**
 * Failed sign-ins are also counted for the IPv6 /48 of the client. The addresses at which a user has signed in are
 * stored, because the limit of an account does not apply there.
 */
export async function signInAddresses(db: AnyDb): Promise<void> {
  const { schema } = db;
  await schema.alterTable('login_failures').addColumn('network', 'text').execute();
  await schema.createIndex('login_failures_network').on('login_failures').columns(['network', 'failed_at']).execute();
  await schema
    .createTable('sign_in_addresses')
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('last_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('sign_in_addresses_pk', ['user_id', 'address'])
    .execute();
}
