import { sql } from 'kysely';
import type { AnyDb } from '../db.ts';
import { sortedText } from '../dialect/columns.ts';

/** The folders from which files came. The first index lists a folder and counts its files, the second finds a file again. */
export async function folders(db: AnyDb): Promise<void> {
  for (const table of ['files', 'uploads'])
    await db.schema.alterTable(table).addColumn('folder', sortedText(db)).execute();
  await sql`create index files_in_folder on files (folder, team_id, file_type_id, user_id)
    where trashed_at is null and folder is not null`.execute(db);
  await sql`create index files_by_path on files (folder, filename) where folder is not null`.execute(db);
}
