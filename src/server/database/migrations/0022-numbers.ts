import { sql } from 'kysely';
import type { AnyDb } from '../db.ts';

/** Numbers of containers, and numbers in the names and texts of files. All are derived; a job fills them. */
export async function numbers(db: AnyDb): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('container_numbers')
    .addColumn('container_id', 'integer', (c) => c.notNull().references('containers.id').onDelete('cascade'))
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('departed_at', 'text')
    .addColumn('papers_until', 'text')
    .addPrimaryKeyConstraint('container_numbers_key', ['container_id', 'value'])
    .execute();
  await schema
    .createIndex('container_numbers_value')
    .on('container_numbers')
    .columns(['value', 'container_id'])
    .execute();
  await schema
    .createTable('file_references')
    .addColumn('file_id', 'integer', (c) => c.notNull().references('files.id').onDelete('cascade'))
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('waits', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('file_references_key', ['file_id', 'value'])
    .execute();
  await schema.createIndex('file_references_value').on('file_references').columns(['value', 'file_id']).execute();
  await schema
    .createTable('content_references')
    .addColumn('blob_key', 'text', (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('waits', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('content_references_key', ['blob_key', 'value'])
    .execute();
  await schema
    .createIndex('content_references_value')
    .on('content_references')
    .columns(['value', 'blob_key'])
    .execute();
  // Only few numbers wait for a container, so the dashboards read few rows.
  await sql`create index file_references_waits on file_references (file_id) where waits = 1`.execute(db);
  await sql`create index content_references_waits on content_references (blob_key) where waits = 1`.execute(db);
}
