import { sql } from 'kysely';
import type { AnyDb } from '../db.ts';
import { idColumn } from '../dialect/columns.ts';

/** The file types that are expected of containers. A rule without a party is for all of them. */
export async function checklist(db: AnyDb): Promise<void> {
  await db.schema
    .createTable('checklist')
    .addColumn('id', 'integer', idColumn(db))
    .addColumn('file_type_id', 'integer', (c) => c.notNull().references('file_types.id').onDelete('cascade'))
    .addColumn('stage', 'text', (c) => c.notNull())
    .addColumn('party_id', 'integer', (c) => c.references('parties.id').onDelete('cascade'))
    .execute();
  await sql`create unique index checklist_rule on checklist (file_type_id, (coalesce(party_id, 0)))`.execute(db);
  await db.schema.createIndex('checklist_party').on('checklist').column('party_id').execute();
}
