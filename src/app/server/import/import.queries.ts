import type { Db } from '#server/database/db.ts';

export type Present = {
  id: number;
  folder: string | null;
  filename: string;
  size: number;
  sha256: string;
  trashed_at: string | null;
};

/** Returns the files with these paths, also those in the trash. */
export async function listByPath(db: Db, paths: readonly { folder: string; filename: string }[]): Promise<Present[]> {
  if (paths.length === 0) return [];
  return db
    .selectFrom('files')
    .select(['id', 'folder', 'filename', 'size', 'sha256', 'trashed_at'])
    .where('folder', 'in', [...new Set(paths.map(({ folder }) => folder))])
    .where('filename', 'in', [...new Set(paths.map(({ filename }) => filename))])
    .orderBy('id')
    .execute();
}

/** Returns the hashes of the earlier versions of these files. */
export async function listVersionHashes(
  db: Db,
  ids: readonly number[],
): Promise<{ file_id: number; sha256: string }[]> {
  if (ids.length === 0) return [];
  return db.selectFrom('file_versions').select(['file_id', 'sha256']).where('file_id', 'in', ids).execute();
}
