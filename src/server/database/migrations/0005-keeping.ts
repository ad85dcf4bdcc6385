import { sql } from 'kysely';
import type { AnyDb } from '../db.ts';
import { idColumn } from '../dialect/columns.ts';

/** Events of files, blobs whose bytes still have to be deleted, and damaged blobs. */
export async function keeping(db: AnyDb): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('doomed_blobs')
    .addColumn('blob_key', 'text', (c) => c.primaryKey())
    .addColumn('doomed_at', 'text', (c) => c.notNull())
    .execute();
  await schema
    .createTable('damaged_blobs')
    .addColumn('blob_key', 'text', (c) => c.primaryKey())
    .addColumn('problem', 'text', (c) => c.notNull())
    .addColumn('found_at', 'text', (c) => c.notNull())
    .execute();
  await schema
    .createTable('file_events')
    .addColumn('id', 'integer', idColumn(db))
    .addColumn('file_id', 'integer', (c) => c.notNull().references('files.id').onDelete('cascade'))
    .addColumn('what', 'text', (c) => c.notNull())
    .addColumn('old_value', 'text')
    .addColumn('new_value', 'text')
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('happened_at', 'text', (c) => c.notNull())
    .execute();
  await schema.createIndex('file_events_of').on('file_events').columns(['file_id', 'id']).execute();
  // Earlier names and restores are listed by file, newest first.
  await sql`create index file_versions_of on file_versions (file_id, id)`.execute(db);
  await sql`drop index file_versions_file`.execute(db);
}
