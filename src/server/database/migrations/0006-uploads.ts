import { sql } from 'kysely';
import type { AnyDb } from '../db.ts';

/** The index for the latest uploads of a user, including those in the trash. */
export async function uploads(db: AnyDb): Promise<void> {
  await sql`create index files_by_uploader on files (user_id, uploaded_at, id)`.execute(db);
}
