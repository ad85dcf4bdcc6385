import { isScanned } from '#features/virus-scan/server/virus-scans.queries.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/database/db.ts';
import { readSetting, saveSetting } from '#server/database/settings.queries.ts';

/** A content whose text is to be recognized, as it was when the server selected it. */
export type PendingScan = { blob_key: string; due_at: string; tries: number; uploader_id: number };

/** Queues contents that were extracted, or wait for it. */
export async function queueScans(tx: Db, blobKeys: readonly string[], at: string): Promise<void> {
  if (blobKeys.length === 0) return;
  const contents = tx
    .selectFrom('extractions')
    .select((eb) => ['blob_key', eb.cast<string>(eb.val(at), 'text').as('due_at'), 'uploader_id'])
    .where('blob_key', 'in', blobKeys);
  await tx
    .insertInto('scans')
    .columns(['blob_key', 'due_at', 'uploader_id'])
    .expression(contents)
    .onConflict((conflict) => conflict.column('blob_key').doNothing())
    .execute();
}

/** Returns the oldest due scan of the next uploader after `afterUploaderId`. Scans that failed come after all others. */
export async function findPendingScan(
  db: Db,
  config: Pick<Config, 'scanner'>,
  now: string,
  afterUploaderId: number,
): Promise<PendingScan | undefined> {
  const due = db
    .selectFrom('scans')
    .select(['blob_key', 'due_at', 'tries', 'uploader_id'])
    .where('due_at', '<=', now)
    .where(isScanned(config, 'scans'))
    .limit(1);
  const firstTries = due.where('tries', '=', 0).orderBy('uploader_id').orderBy('due_at');
  return (
    (await firstTries.where('uploader_id', '>', afterUploaderId).executeTakeFirst()) ??
    (await firstTries.where('uploader_id', '<=', afterUploaderId).executeTakeFirst()) ??
    (await due.where('tries', '>', 0).orderBy('due_at').executeTakeFirst())
  );
}

/** Leases a due content until `until`. Returns false if another server took it first. It is due again at `until`. */
export async function takeScan(db: Db, { blob_key, due_at, tries }: PendingScan, until: string): Promise<boolean> {
  const taken = await db
    .updateTable('scans')
    .set({ due_at: until, tries: tries + 1 })
    .where('blob_key', '=', blob_key)
    .where('due_at', '=', due_at)
    .returning('blob_key')
    .execute();
  return taken.length > 0;
}

export async function postponeScan(db: Db, blobKey: string, { at, tries }: { at: string; tries: number }) {
  await db.updateTable('scans').set({ due_at: at, tries }).where('blob_key', '=', blobKey).execute();
}

/** Ends the recognition of contents. Returns those that were queued. */
export async function deleteScans(tx: Db, blobKeys: readonly string[]): Promise<string[]> {
  if (blobKeys.length === 0) return [];
  const deleted = await tx.deleteFrom('scans').where('blob_key', 'in', blobKeys).returning('blob_key').execute();
  return deleted.map(({ blob_key }) => blob_key);
}

/** Returns which contents have a text of their own, and which wait for their extraction. */
export async function listReadContents(
  db: Db,
  blobKeys: readonly string[],
): Promise<{ withText: Set<string>; waiting: Set<string> }> {
  if (blobKeys.length === 0) return { withText: new Set(), waiting: new Set() };
  const [texts, waiting] = await Promise.all([
    db.selectFrom('texts').select('blob_key').where('blob_key', 'in', blobKeys).where('from_scan', '=', 0).execute(),
    db
      .selectFrom('extractions')
      .select('blob_key')
      .where('blob_key', 'in', blobKeys)
      .where('due_at', 'is not', null)
      .execute(),
  ]);
  const keys = (rows: { blob_key: string }[]) => new Set(rows.map(({ blob_key }) => blob_key));
  return { withText: keys(texts), waiting: keys(waiting) };
}

export async function isTextFromScan(db: Db, blobKey: string): Promise<boolean> {
  const row = await db.selectFrom('texts').select('from_scan').where('blob_key', '=', blobKey).executeTakeFirst();
  return row?.from_scan === 1;
}

const languagesSetting = 'scanned_for';

/** Returns the languages for which all stored contents have been queued. */
export const readScannedLanguages = (db: Db): Promise<string | undefined> => readSetting(db, languagesSetting);

export const recordScannedLanguages = (db: Db, languages: string): Promise<void> =>
  saveSetting(db, languagesSetting, languages);

/** Removes everything from the queue. */
export async function clearScans(db: Db): Promise<void> {
  await db.deleteFrom('scans').execute();
}
