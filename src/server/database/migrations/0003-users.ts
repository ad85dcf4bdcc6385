import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** The users list is read off this page by page; its cards count off the other one. */
export async function users(db: Kysely<never>): Promise<void> {
  await sql`create index users_by_name on users (name_folded, id) where deleted_at is null`.execute(db);
  await sql`create index users_by_role on users (role_id) where deleted_at is null`.execute(db);
}
