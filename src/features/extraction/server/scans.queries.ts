import type { Db } from '#server/database/db.ts';
import { readSetting, saveSetting } from '#server/database/settings.queries.ts';
import { listQueued, queueWork } from '#server/database/work.queries.ts';

/** Queues contents that were extracted, or wait for it, for the recognition of their text. */
export async function queueScans(tx: Db, blobKeys: readonly string[], at: string): Promise<void> {
  if (blobKeys.length === 0) return;
  const contents = tx.selectFrom('extractions').select(['blob_key as key', 'uploader_id as owner_id']);
  await queueWork(tx, 'recognition', await contents.where('blob_key', 'in', blobKeys).execute(), at);
}

/** Returns which contents have a text of their own, and which wait for their extraction. */
export async function listReadContents(
  db: Db,
  blobKeys: readonly string[],
): Promise<{ withText: Set<string>; waiting: Set<string> }> {
  if (blobKeys.length === 0) return { withText: new Set(), waiting: new Set() };
  const [texts, waiting] = await Promise.all([
    db.selectFrom('texts').select('blob_key').where('blob_key', 'in', blobKeys).where('from_scan', '=', 0).execute(),
    listQueued(db, 'extraction', blobKeys),
  ]);
  return { withText: new Set(texts.map(({ blob_key }) => blob_key)), waiting };
}

const languagesSetting = 'scanned_for';

/** Returns the languages for which all stored contents have been queued. */
export const readScannedLanguages = (db: Db): Promise<string | undefined> => readSetting(db, languagesSetting);

export const recordScannedLanguages = (db: Db, languages: string): Promise<void> =>
  saveSetting(db, languagesSetting, languages);
