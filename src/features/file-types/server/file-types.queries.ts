import { countRows } from '#server/database/count-rows.ts';
import type { Db } from '#server/database/db.ts';
import { named } from '#server/database/dialect/named.ts';
import { maxFileTypes } from '#shared/limits.ts';
import type { FileType, FileTypeInput } from '../file-types.contract.ts';

const columns = ['id', 'name', 'description'] as const;

const allFileTypes = named('file types', (db) =>
  db
    .selectFrom('file_types')
    .select(columns)
    .orderBy((eb) => eb.fn('lower', ['name']))
    .orderBy('id')
    .limit(maxFileTypes),
);

export const listFileTypes = (db: Db): Promise<FileType[]> => allFileTypes(db, {});

const fileTypeOf = named('file type', (db, { id }: { id: number }) =>
  db.selectFrom('file_types').select('id').where('id', '=', id),
);

export const fileTypeExists = async (db: Db, id: number): Promise<boolean> => (await fileTypeOf(db, { id })).length > 0;

export async function findFileType(db: Db, id: number): Promise<FileType | undefined> {
  return db.selectFrom('file_types').select(columns).where('id', '=', id).executeTakeFirst();
}

export async function countFileTypes(db: Db): Promise<number> {
  return countRows(db.selectFrom('file_types'));
}

export async function insertFileType(db: Db, { name, description }: FileTypeInput, at: string): Promise<FileType> {
  return db
    .insertInto('file_types')
    .values({ name, description: description ?? null, created_at: at })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function changeFileType(
  db: Db,
  id: number,
  { name, description }: FileTypeInput,
): Promise<FileType | undefined> {
  return db
    .updateTable('file_types')
    .set({ name, description: description ?? null })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
}

/** Returns the deleted type, or undefined if it did not exist. */
export async function deleteFileType(db: Db, id: number): Promise<{ id: number; name: string } | undefined> {
  return db.deleteFrom('file_types').where('id', '=', id).returning(['id', 'name']).executeTakeFirst();
}

/** Returns the number of files of this type outside the trash. */
export async function countFilesOfType(db: Db, id: number): Promise<number> {
  const fileCounts = await db
    .selectFrom('file_counts')
    .select('files')
    .where('span', '=', 'a')
    .where('file_type_id', '=', id)
    .execute();
  return fileCounts.reduce((sum, fileCount) => sum + fileCount.files, 0);
}

/** Returns the number of files outside the trash of every file type. */
export async function listFileTypeCounts(db: Db): Promise<{ id: number; files: number }[]> {
  return db
    .selectFrom('file_types')
    .leftJoin('file_counts', (join) => join.onRef('file_type_id', '=', 'file_types.id').on('span', '=', 'a'))
    .select('file_types.id')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('files'), eb.lit(0)).as('files'))
    .groupBy('file_types.id')
    .orderBy('file_types.id')
    .limit(maxFileTypes)
    .execute();
}

/** Returns the names of these file types by id. An unknown id has no entry. */
export async function namesOfFileTypes(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('file_types')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}
