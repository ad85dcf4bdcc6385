import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** What is deleted for good is remembered until its bytes are gone; what was found damaged until it is whole again. */
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
  // Names and restores of the past are listed by file, newest first.
  await sql`create index file_versions_of on file_versions (file_id, id)`.execute(db);
  await sql`drop index file_versions_file`.execute(db);
}
