import type { Db } from '#server/parts.ts';
import { mostFileTypes } from '#shared/limits.ts';
import type { FileType } from '../file-types.contract.ts';

export async function listFileTypes(db: Db): Promise<FileType[]> {
  return db
    .selectFrom('file_types')
    .select(['id', 'name', 'description'])
    .orderBy((eb) => eb.fn('lower', ['name']))
    .orderBy('id')
    .limit(mostFileTypes)
    .execute();
}

export async function fileTypeExists(db: Db, id: number): Promise<boolean> {
  return (await db.selectFrom('file_types').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}
