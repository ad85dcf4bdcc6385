import type { AnyDb } from '../db.ts';

/**
 * Stores the fields of the columns for each user and the user's team. The fields of before are deleted: it is unknown whose they
 * are, and they were proposed to every team.
 */
export async function mappingsByUser(db: AnyDb): Promise<void> {
  await db.schema.dropTable('import_mappings').execute();
  await db.schema
    .createTable('import_mappings')
    .addColumn('headings', 'text', (c) => c.notNull())
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('team_id', 'integer', (c) => c.references('teams.id').onDelete('set null'))
    .addColumn('columns', 'text', (c) => c.notNull())
    .addColumn('saved_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('import_mappings_key', ['headings', 'user_id'])
    .execute();
}
