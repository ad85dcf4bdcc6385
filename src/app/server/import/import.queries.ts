import type { Db } from '#server/database/db.ts';
import { emailKey } from '#server/email-key.ts';
import { roles } from '#shared/access.ts';

export type ImportUser = { id: number; name: string; email: string; suspended_at: string | null };

const users = (db: Db) =>
  db.selectFrom('users').select(['id', 'name', 'email', 'suspended_at']).where('deleted_at', 'is', null);

export async function findImportUser(db: Db, email: string | undefined): Promise<ImportUser | undefined> {
  if (email !== undefined) return users(db).where('email_key', '=', emailKey(email)).executeTakeFirst();
  return users(db)
    .where('role_id', '=', roles.administrator)
    .where('suspended_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst();
}

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
