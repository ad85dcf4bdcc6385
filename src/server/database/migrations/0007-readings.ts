import { sql } from 'kysely';
import type { AnyDb } from '../db.ts';

/** The queue of the content extraction, and its derived files. */
export async function readings(db: AnyDb): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('readings')
    .addColumn('blob_key', 'text', (c) => c.primaryKey())
    .addColumn('due_at', 'text')
    .addColumn('tries', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('read_by', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('problem', 'text')
    .execute();
  await sql`create index readings_due on readings (due_at) where due_at is not null`.execute(db);
  await schema
    .createTable('renditions')
    .addColumn('blob_key', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('rendition_key', 'text', (c) => c.notNull().unique())
    .addColumn('size', 'integer', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('made_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('renditions_pk', ['blob_key', 'kind'])
    .execute();
}
