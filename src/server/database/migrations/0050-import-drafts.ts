import type { AnyDb } from '../db.ts';

/** The unfinished choices of an import, and for each container the last import that created or changed it. */
export async function importDrafts(db: AnyDb): Promise<void> {
  await db.schema.alterTable('imports').addColumn('draft', 'text').execute();
  await db.schema.alterTable('containers').addColumn('import_id', 'integer').execute();
}
