import { sql } from 'kysely';
import type { AnyDb } from '../db.ts';

/** The first page of files by type, for somebody who sees every team. */
export async function filesByTypeAndDate(db: AnyDb): Promise<void> {
  await sql`create index files_by_type on files (file_type_id, uploaded_at, id) where trashed_at is null`.execute(db);
}
