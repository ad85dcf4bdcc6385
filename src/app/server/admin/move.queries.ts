import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import { restoringSetting } from '#server/database/open.ts';

export async function markMoving(db: Db, mark: string): Promise<void> {
  await db.insertInto('settings').values({ name: restoringSetting, value: mark }).execute();
}

/** Yields the keys of blobs that are not copied: derived files, pieces of uploads, and blobs that are to be deleted. */
export async function* listOtherBlobs(db: Db): AsyncGenerator<string[]> {
  const batchSize = 1_000;
  let after = '';
  for (;;) {
    const { rows } = await sql<{ key: string }>`
      select key from (
        select derived_key as key from derived_files
        union select blob_key from upload_pieces union select blob_key from pending_blob_deletions
      ) as others where key > ${after} order by key limit ${batchSize}`.execute(db);
    if (rows.length > 0) yield rows.map((row) => row.key);
    if (rows.length < batchSize) return;
    after = rows.at(-1)?.key ?? after;
  }
}

export async function insertPendingDeletions(db: Db, keys: readonly string[], at: string): Promise<void> {
  await db
    .insertInto('pending_blob_deletions')
    .values(keys.map((blob_key) => ({ blob_key, requested_at: at })))
    .execute();
}
