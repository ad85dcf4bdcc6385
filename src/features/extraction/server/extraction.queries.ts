import { sql } from 'kysely';
import { deleteContentNumbers } from '#features/papers/server/number-index.queries.ts';
import type { Db } from '#server/database/db.ts';
import { saveSetting, readSetting } from '#server/database/settings.queries.ts';
import { deleteWork, isQueued, queueWork } from '#server/database/work.queries.ts';
import { hasCharset, withCharset } from '../charset.rules.ts';
import type { Charset } from '../charset.rules.ts';
import { isReadable, maxReadBytes, extractorVersion } from '../extraction.rules.ts';
import type { DerivedFileKind } from '../extraction.rules.ts';
import { deleteTexts } from './texts.queries.ts';

/** A content with the media type of the first file that has it. */
export type Content = { blob_key: string; media_type: string; size: number };

export type DerivedFile = { derived_key: string; size: number; sha256: string; derived_at: string };

/**
 * Queues contents that this version of the extraction code has not read yet. Call it in the transaction that stores the
 * references to them.
 */
export async function queueExtractions(
  tx: Db,
  contents: readonly { blob_key: string; media_type: string; size: number; user_id: number }[],
  at: string,
): Promise<void> {
  const uploaders = new Map(
    contents
      .filter(({ media_type, size }) => isReadable(media_type) && size > 0 && size <= maxReadBytes)
      .map(({ blob_key, user_id }) => [blob_key, user_id]),
  );
  if (uploaders.size === 0) return;
  const unread = await tx
    .insertInto('extractions')
    .values([...uploaders].map(([blob_key, uploader_id]) => ({ blob_key, uploader_id, problem: null })))
    .onConflict((conflict) =>
      conflict
        .column('blob_key')
        .doUpdateSet((eb) => ({ uploader_id: eb.ref('excluded.uploader_id') }))
        .where('extractions.read_by', '<', extractorVersion),
    )
    .returning(['blob_key as key', 'uploader_id as owner_id'])
    .execute();
  await queueWork(tx, 'extraction', unread, at);
}

/** Queues a content whose derived files are damaged. */
export async function queueExtractionAgain(tx: Db, blobKey: string, at: string): Promise<void> {
  const contents = tx.selectFrom('extractions').select(['blob_key as key', 'uploader_id as owner_id']);
  await queueWork(tx, 'extraction', await contents.where('blob_key', '=', blobKey).execute(), at);
}

/** Records that a content was read. Returns false if the content has been deleted permanently. */
export async function finishExtraction(tx: Db, blobKey: string, problem: string | null): Promise<boolean> {
  const updated = await tx
    .updateTable('extractions')
    .set({ read_by: extractorVersion, problem })
    .where('blob_key', '=', blobKey)
    .returning('blob_key')
    .execute();
  await deleteWork(tx, 'extraction', [blobKey]);
  return updated.length > 0;
}

export async function findContent(db: Db, blobKey: string): Promise<Content | undefined> {
  return db
    .selectFrom('files')
    .select(['blob_key', 'media_type', 'size'])
    .where('blob_key', '=', blobKey)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** Writes the charset of a text, or of the names in an archive, into the media types of all files and versions with this content. */
export async function saveCharset(tx: Db, blobKey: string, charset: Charset): Promise<void> {
  for (const table of ['files', 'file_versions'] as const) {
    const rows = await tx.selectFrom(table).select('media_type').distinct().where('blob_key', '=', blobKey).execute();
    for (const { media_type } of rows.filter((row) => hasCharset(row.media_type)))
      await tx
        .updateTable(table)
        .set({ media_type: withCharset(media_type, charset) })
        .where('blob_key', '=', blobKey)
        .where('media_type', '=', media_type)
        .execute();
  }
}

/** Returns the state of an extraction, or undefined for contents that nothing can be extracted from. */
export async function findExtraction(db: Db, blobKey: string) {
  return db
    .selectFrom('extractions')
    .select(['problem', isQueued('extraction', sql.ref('extractions.blob_key')).as('is_waiting')])
    .where('blob_key', '=', blobKey)
    .executeTakeFirst();
}

export async function listDerivedFiles(db: Db, blobKey: string): Promise<(DerivedFile & { kind: DerivedFileKind })[]> {
  const rows = await db
    .selectFrom('derived_files')
    .select(['kind', 'derived_key', 'size', 'sha256', 'derived_at'])
    .where('blob_key', '=', blobKey)
    .execute();
  return rows as (DerivedFile & { kind: DerivedFileKind })[];
}

export async function insertDerivedFile(tx: Db, row: DerivedFile & { blob_key: string; kind: DerivedFileKind }) {
  await tx.insertInto('derived_files').values(row).execute();
}

/** Deletes the derived files of contents. Their blobs are removed later, through `pending_blob_deletions`. */
export async function deleteDerivedFiles(tx: Db, blobKeys: readonly string[], at: string): Promise<void> {
  const deleted = await tx
    .deleteFrom('derived_files')
    .where('blob_key', 'in', blobKeys)
    .returning('derived_key')
    .execute();
  if (deleted.length === 0) return;
  await tx
    .insertInto('pending_blob_deletions')
    .values(deleted.map(({ derived_key }) => ({ blob_key: derived_key, requested_at: at })))
    .execute();
}

/** Deletes the extractions of contents that were deleted permanently, with derived files and texts. */
export async function deleteExtractions(tx: Db, blobKeys: readonly string[], at: string): Promise<void> {
  if (blobKeys.length === 0) return;
  await deleteDerivedFiles(tx, blobKeys, at);
  await deleteTexts(tx, blobKeys);
  await deleteWork(tx, 'recognition', blobKeys);
  await deleteWork(tx, 'extraction', blobKeys);
  await deleteContentNumbers(tx, blobKeys);
  await tx.deleteFrom('extractions').where('blob_key', 'in', blobKeys).execute();
}

/** Adds to each file whether it has a thumbnail. */
export async function withThumbnails<File extends { id: number }>(
  db: Db,
  files: readonly File[],
): Promise<(File & { has_thumbnail?: true })[]> {
  if (files.length === 0) return [];
  const ids = files.map((file) => file.id);
  const rows = await db
    .selectFrom('files')
    .innerJoin('derived_files', 'derived_files.blob_key', 'files.blob_key')
    .select('files.id')
    .where('files.id', 'in', ids)
    .where('derived_files.kind', '=', 'thumbnail')
    .execute();
  const having = new Set(rows.map((row) => row.id));
  return files.map((file) => ({ ...file, ...(having.has(file.id) && { has_thumbnail: true as const }) }));
}

const versionSetting = 'read_by';

/** Returns the version of the extraction code for which all stored contents have been queued, if any. */
export async function readQueuedVersion(db: Db): Promise<string | undefined> {
  return readSetting(db, versionSetting);
}

export async function recordQueued(db: Db): Promise<void> {
  await saveSetting(db, versionSetting, String(extractorVersion));
}

/** Returns the contents of the next files, in the order of the file ids. */
export async function listContents(
  db: Db,
  afterId: number,
  limit: number,
): Promise<(Content & { id: number; user_id: number })[]> {
  return db
    .selectFrom('files')
    .select(['id', 'blob_key', 'media_type', 'size', 'content_by as user_id'])
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
}
