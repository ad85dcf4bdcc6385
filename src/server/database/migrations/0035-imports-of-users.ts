import type { AnyDb } from '../db.ts';

/** Imports of users have their values before the import beside those of containers. */
export async function importsOfUsers(db: AnyDb): Promise<void> {
  await db.schema
    .alterTable('imports')
    .addColumn('kind', 'text', (c) => c.notNull().defaultTo('containers'))
    .execute();
}
