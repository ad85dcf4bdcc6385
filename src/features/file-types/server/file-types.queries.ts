import { keptQuestion } from '#server/database/kept-question.ts';
import type { Db } from '#server/parts.ts';
import { mostFileTypes } from '#shared/limits.ts';
import type { FileType, FileTypeInput } from '../file-types.contract.ts';

const columns = ['id', 'name', 'description'] as const;

export async function listFileTypes(db: Db): Promise<FileType[]> {
  return db
    .selectFrom('file_types')
    .select(columns)
    .orderBy((eb) => eb.fn('lower', ['name']))
    .orderBy('id')
    .limit(mostFileTypes)
    .execute();
}

export async function fileTypeExists(db: Db, id: number): Promise<boolean> {
  return (await askFileType(db, id)).length > 0;
}

const askFileType = keptQuestion((db, id: number) => db.selectFrom('file_types').select('id').where('id', '=', id));

export async function findFileType(db: Db, id: number): Promise<FileType | undefined> {
  return db.selectFrom('file_types').select(columns).where('id', '=', id).executeTakeFirst();
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

/** Answers the type that was there. */
export async function deleteFileType(db: Db, id: number): Promise<{ id: number; name: string } | undefined> {
  return db.deleteFrom('file_types').where('id', '=', id).returning(['id', 'name']).executeTakeFirst();
}

/** How many files that are not in the trash are of this type. */
export async function countFilesOfType(db: Db, id: number): Promise<number> {
  const cells = await db
    .selectFrom('file_tally')
    .select('files')
    .where('span', '=', 'a')
    .where('file_type_id', '=', id)
    .execute();
  return cells.reduce((sum, cell) => sum + cell.files, 0);
}
