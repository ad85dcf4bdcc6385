import { sql } from 'kysely';
import { restoringSetting } from '#server/database/open.ts';
import type { Db } from '#server/parts.ts';

export async function markMoving(db: Db, mark: string): Promise<void> {
  await db.insertInto('settings').values({ name: restoringSetting, value: mark }).execute();
}

/** Blobs that are no content of a file: what was made of them, and pieces of uploads. They are made or sent again. */
export async function* listOtherBlobs(db: Db): AsyncGenerator<string[]> {
  const atATime = 1_000;
  let after = '';
  for (;;) {
    const { rows } = await sql<{ key: string }>`
      select key from (
        select rendition_key as key from renditions
        union select blob_key from upload_pieces union select blob_key from doomed_blobs
      ) as others where key > ${after} order by key limit ${atATime}`.execute(db);
    if (rows.length > 0) yield rows.map((row) => row.key);
    if (rows.length < atATime) return;
    after = rows.at(-1)?.key ?? after;
  }
}

export async function insertDoomed(db: Db, keys: readonly string[], at: string): Promise<void> {
  await db
    .insertInto('doomed_blobs')
    .values(keys.map((blob_key) => ({ blob_key, doomed_at: at })))
    .execute();
}
