import { sql } from 'kysely';
import type { AnyDb } from '../db.ts';

/**
 * Counts all files again: a file that was moved to the trash while another user moved it to another team or type was subtracted
 * from the wrong count.
 */
export async function countedFiles(db: AnyDb): Promise<void> {
  await sql`delete from file_counts`.execute(db);
  const spans = ["'a'", "'m' || substr(uploaded_at, 1, 7)", "'d' || substr(uploaded_at, 1, 10)"];
  for (const span of spans)
    await sql`
      insert into file_counts (span, team_id, file_type_id, files)
      select ${sql.raw(span)}, team_id, file_type_id, count(*) from files where trashed_at is null
      group by 1, 2, 3`.execute(db);
  await sql`
    update users set files_count =
      (select count(*) from files where files.user_id = users.id and files.trashed_at is null)`.execute(db);
}
