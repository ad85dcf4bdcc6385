import type { AnyDb } from '../db.ts';

/**
 * Accounts whose password another user chose. For older accounts this is unknown, and their users are not asked to
 * change it.
 */
export async function givenPasswords(db: AnyDb): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('password_given', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
}
