import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { idColumn } from '../portable.ts';

/** What happens to files beside uploads and downloads; what is deleted for good is remembered until its bytes are gone; what was found damaged until it is whole again. */
export async function keeping(db: Kysely<never>): Promise<void> {
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
  // Names and restores of the past are listed by file, newest first.
  await sql`create index file_versions_of on file_versions (file_id, id)`.execute(db);
  await sql`drop index file_versions_file`.execute(db);
}
