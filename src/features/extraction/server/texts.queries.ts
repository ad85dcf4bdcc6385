import type { Db } from '#server/database/db.ts';
import { deleteTextWords } from '#server/database/dialect/text-index.ts';
import { readSetting, saveSetting } from '#server/database/settings.queries.ts';

/** The number of ids for each second. It is small because the index stores the differences between ids. */
const idsPerSecond = 1000;

/** `from_scan`: 1 if the text was recognized in pictures. `is_cut`: 1 if the document has more of it. */
type NewText = { text: string; from_scan?: number; is_cut?: number };

/**
 * Replaces the text of a content. Returns the id of the new text, whose words are not in the index yet, or undefined when
 * no record names the content any more.
 */
export async function replaceText(tx: Db, blobKey: string, row: NewText): Promise<number | undefined> {
  await deleteTexts(tx, [blobKey]);
  // The worker may send lone surrogates and NUL, which PostgreSQL cannot store.
  return insertText(tx, blobKey, { ...row, text: row.text.toWellFormed().replaceAll('\0', ' ') });
}

/** Returns the new id, or undefined when no record names the content any more. */
async function insertText(tx: Db, blobKey: string, row: NewText): Promise<number | undefined> {
  for (;;) {
    const id = await nextId(tx, blobKey);
    if (id === undefined) return undefined;
    // Another server may have taken the id for a content of the same second. PostgreSQL waits here until that
    // transaction has ended; then the next id is free.
    const inserted = await tx
      .insertInto('texts')
      .values({ id, blob_key: blobKey, ...row })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .execute();
    if (inserted.length > 0) return id;
  }
}

/** Returns how the text of a content was found, and whether the search has all of it. */
export async function findTextState(db: Db, blobKey: string): Promise<{ isFromScan: boolean; isCut: boolean }> {
  const row = await db
    .selectFrom('texts')
    .select(['from_scan', 'is_cut'])
    .where('blob_key', '=', blobKey)
    .executeTakeFirst();
  return { isFromScan: row?.from_scan === 1, isCut: row?.is_cut === 1 };
}

/** Deletes the texts of contents and their words in the index. */
export async function deleteTexts(tx: Db, blobKeys: readonly string[]): Promise<void> {
  if (blobKeys.length === 0) return;
  const rows = await tx.selectFrom('texts').select('id').where('blob_key', 'in', blobKeys).execute();
  if (rows.length === 0) return;
  const ids = rows.map((row) => row.id);
  await deleteTextWords(tx, ids);
  await tx.deleteFrom('texts').where('id', 'in', ids).execute();
}

/**
 * Returns the next id for a content, or undefined when no row refers to the content. Ids rise with the time at which a
 * content was stored, not read, so that a search returns the newest files first without sorting.
 */
async function nextId(tx: Db, blobKey: string): Promise<number | undefined> {
  const [file, version] = await Promise.all([
    tx
      .selectFrom('files')
      .select('content_at as at')
      .where('blob_key', '=', blobKey)
      .orderBy('at')
      .limit(1)
      .executeTakeFirst(),
    tx
      .selectFrom('file_versions')
      .select('created_at as at')
      .where('blob_key', '=', blobKey)
      .orderBy('at')
      .limit(1)
      .executeTakeFirst(),
  ]);
  const stored = [file, version].flatMap((row) => (row ? [Date.parse(row.at)] : []));
  if (stored.length === 0) return undefined;
  // When all ids of a second are taken, the ids of the next second follow.
  for (let second = Math.floor(Math.min(...stored) / 1000); ; second += 1) {
    const from = second * idsPerSecond;
    const last = await tx
      .selectFrom('texts')
      .select((eb) => eb.fn.max('id').as('id'))
      .where('id', '>=', from)
      .where('id', '<', from + idsPerSecond)
      .executeTakeFirst();
    const id = (last?.id ?? from - 1) + 1;
    if (id < from + idsPerSecond) return id;
  }
}

export async function findTextAfter(db: Db, id: number): Promise<{ id: number; text: string } | undefined> {
  return db.selectFrom('texts').select(['id', 'text']).where('id', '>', id).orderBy('id').limit(1).executeTakeFirst();
}

const indexedSetting = 'indexed_texts';

/** Returns the last text that is indexed with the words of this version: 'all', or an id from which others follow. */
export async function readIndexed(db: Db, version: number): Promise<number | 'all'> {
  const [by, last = '0'] = (await readSetting(db, indexedSetting))?.split(' ') ?? [];
  if (by !== String(version)) return 0;
  return last === 'all' ? last : Number(last);
}

export const recordIndexed = (db: Db, version: number, last: number | 'all'): Promise<void> =>
  saveSetting(db, indexedSetting, `${version} ${last}`);
