import type { Db } from '#server/database/db.ts';

/** Both tables have the media type of a content. */
export const typedTables = ['files', 'file_versions'] as const;
type TypedTable = (typeof typedTables)[number];

/** Returns the next files or versions with one of these media types, in the order of their ids. */
export async function listOfTypes(
  db: Db,
  { table, mediaTypes, afterId }: { table: TypedTable; mediaTypes: readonly string[]; afterId: number },
  limit: number,
) {
  return db
    .selectFrom(table)
    .select(['id', 'filename', 'media_type', 'blob_key', 'size'])
    .where('id', '>', afterId)
    .where('media_type', 'in', mediaTypes)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function saveMediaType(db: Db, table: TypedTable, id: number, media_type: string): Promise<void> {
  await db.updateTable(table).set({ media_type }).where('id', '=', id).execute();
}
