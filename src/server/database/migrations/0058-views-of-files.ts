import { sql } from 'kysely';
import type { AnyDb } from '../db.ts';

/** The history of a file shows who opened it, from the audit log. */
export async function viewsOfFiles(db: AnyDb): Promise<void> {
  await sql`
    create index audit_entries_viewed on audit_entries (thing_id, user_id, at) where act = 'file.viewed'`.execute(db);
}
