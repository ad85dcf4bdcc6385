import { keepSetting, readSetting } from '#server/database/settings.queries.ts';
import type { Db } from '#server/parts.ts';
import { isReadable, mostReadBytes, readerVersion } from '../readings.rules.ts';
import type { RenditionKind } from '../readings.rules.ts';
import { forgetTexts } from './texts.queries.ts';

/** A content that waits, as it was when it was looked at. */
export type Waiting = { blob_key: string; due_at: string; tries: number };

/** What is known of a content: a file that has it, the first when several do. */
export type Content = { blob_key: string; filename: string; media_type: string; size: number };

export type Rendition = { rendition_key: string; size: number; sha256: string; made_at: string };

/** Has contents read in the background that were not, or not by this version; in the transaction that names them. */
export async function queueReadings(
  tx: Db,
  contents: readonly { blob_key: string; media_type: string; size: number }[],
  at: string,
): Promise<void> {
  const keys = contents
    .filter(({ media_type, size }) => isReadable(media_type) && size > 0 && size <= mostReadBytes)
    .map(({ blob_key }) => blob_key);
  if (keys.length === 0) return;
  await tx
    .insertInto('readings')
    .values([...new Set(keys)].map((blob_key) => ({ blob_key, due_at: at, problem: null })))
    .onConflict((conflict) =>
      conflict
        .column('blob_key')
        .doUpdateSet({ due_at: at, tries: 0 })
        .where('readings.read_by', '<', readerVersion)
        .where('readings.due_at', 'is', null),
    )
    .execute();
}

export async function findWaiting(db: Db, now: string): Promise<Waiting | undefined> {
  const row = await db
    .selectFrom('readings')
    .select(['blob_key', 'due_at', 'tries'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  return row as Waiting | undefined;
}

/** Takes a waiting content until `until`, unless another server has; it is waiting again then. */
export async function takeReading(db: Db, { blob_key, due_at, tries }: Waiting, until: string): Promise<boolean> {
  const taken = await db
    .updateTable('readings')
    .set({ due_at: until, tries: tries + 1 })
    .where('blob_key', '=', blob_key)
    .where('due_at', '=', due_at)
    .returning('blob_key')
    .execute();
  return taken.length > 0;
}

/** Has a content read at `at`, as if it had not been tried `tries` times. */
export async function putOffReading(db: Db, blobKey: string, { at, tries }: { at: string; tries: number }) {
  await db.updateTable('readings').set({ due_at: at, tries }).where('blob_key', '=', blobKey).execute();
}

/** Notes that a content was read; none when it has gone for good meanwhile. */
export async function endReading(tx: Db, blobKey: string, problem: string | null): Promise<boolean> {
  const ended = await tx
    .updateTable('readings')
    .set({ due_at: null, tries: 0, read_by: readerVersion, problem })
    .where('blob_key', '=', blobKey)
    .returning('blob_key')
    .execute();
  return ended.length > 0;
}

export async function findContent(db: Db, blobKey: string): Promise<Content | undefined> {
  return db
    .selectFrom('files')
    .select(['blob_key', 'filename', 'media_type', 'size'])
    .where('blob_key', '=', blobKey)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** How reading a content stands; none when there is nothing to be made of it. */
export async function findReading(db: Db, blobKey: string) {
  return db.selectFrom('readings').select(['due_at', 'problem']).where('blob_key', '=', blobKey).executeTakeFirst();
}

export async function listRenditions(db: Db, blobKey: string): Promise<(Rendition & { kind: RenditionKind })[]> {
  const rows = await db
    .selectFrom('renditions')
    .select(['kind', 'rendition_key', 'size', 'sha256', 'made_at'])
    .where('blob_key', '=', blobKey)
    .execute();
  return rows as (Rendition & { kind: RenditionKind })[];
}

export async function insertRendition(tx: Db, row: Rendition & { blob_key: string; kind: RenditionKind }) {
  await tx.insertInto('renditions').values(row).execute();
}

/** Forgets what was made of contents; the blobs that held it go a while later, with those of `doomed_blobs`. */
export async function deleteRenditions(tx: Db, blobKeys: readonly string[], at: string): Promise<void> {
  const gone = await tx.deleteFrom('renditions').where('blob_key', 'in', blobKeys).returning('rendition_key').execute();
  if (gone.length === 0) return;
  await tx
    .insertInto('doomed_blobs')
    .values(gone.map(({ rendition_key }) => ({ blob_key: rendition_key, doomed_at: at })))
    .execute();
}

/** Forgets contents that have gone for good, with all that was made of them. */
export async function forgetReadings(tx: Db, blobKeys: readonly string[], at: string): Promise<void> {
  if (blobKeys.length === 0) return;
  await deleteRenditions(tx, blobKeys, at);
  await forgetTexts(tx, blobKeys);
  await tx.deleteFrom('readings').where('blob_key', 'in', blobKeys).execute();
}

/** Which of these files have a thumbnail. */
export async function listThumbnailed(db: Db, fileIds: readonly number[]): Promise<Set<number>> {
  if (fileIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('files')
    .innerJoin('renditions', 'renditions.blob_key', 'files.blob_key')
    .select('files.id')
    .where('files.id', 'in', fileIds)
    .where('renditions.kind', '=', 'thumbnail')
    .execute();
  return new Set(rows.map((row) => row.id));
}

const versionSetting = 'read_by';

/** Whether all that was stored before this version came has been queued. */
export async function isQueued(db: Db): Promise<boolean> {
  return (await readSetting(db, versionSetting)) === String(readerVersion);
}

export async function noteQueued(db: Db): Promise<void> {
  await keepSetting(db, versionSetting, String(readerVersion));
}

/** The next contents that files have, in the order of the files. */
export async function listContents(db: Db, afterId: number, limit: number): Promise<(Content & { id: number })[]> {
  return db
    .selectFrom('files')
    .select(['id', 'blob_key', 'filename', 'media_type', 'size'])
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
}
