import type { Kysely } from 'kysely';

/** Whose password somebody else chose. Of accounts that are older nobody knows; nobody is bothered. */
export async function givenPasswords(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('password_given', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
}
