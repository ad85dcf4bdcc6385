import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A person's latest uploads, those in the trash included, are read off this. */
export async function uploads(db: Kysely<never>): Promise<void> {
  await sql`create index files_by_uploader on files (user_id, uploaded_at, id)`.execute(db);
}
