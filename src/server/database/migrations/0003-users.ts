import { sql } from 'kysely';
import type { AnyDb } from '../db.ts';

/** The first index serves the pages of the users list, the second one its counts. */
export async function users(db: AnyDb): Promise<void> {
  await sql`create index users_by_name on users (name_folded, id) where deleted_at is null`.execute(db);
  await sql`create index users_by_role on users (role_id) where deleted_at is null`.execute(db);
}
