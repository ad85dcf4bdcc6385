import type { AnyDb } from '../db.ts';

/** Stores the undo data of user imports in the tables of container imports. */
export async function importsOfUsers(db: AnyDb): Promise<void> {
  await db.schema
    .alterTable('imports')
    .addColumn('kind', 'text', (c) => c.notNull().defaultTo('containers'))
    .execute();
}
