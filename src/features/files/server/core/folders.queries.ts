import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import { contains } from '#server/database/dialect/expressions.ts';
import { isVisibleTo } from './visible-files.queries.ts';
import type { FileViewer } from './visible-files.queries.ts';

/** Returns the first folders by path of files that the viewer sees. Reads only the index `files_in_folder`. */
export async function listFolders(
  db: Db,
  viewer: FileViewer,
  { search, limit }: { search: string | undefined; limit: number },
): Promise<{ folder: string; files: number }[]> {
  const matches = search ? sql`and ${contains(db, sql`lower(files.folder)`, search.toLowerCase())}` : sql``;
  const { rows } = await sql<{ folder: string; files: number }>`
    select files.folder, count(*) as files from files
    where files.trashed_at is null and files.folder is not null and ${isVisibleTo(viewer)} ${matches}
    group by files.folder order by files.folder limit ${limit}`.execute(db);
  return rows;
}
