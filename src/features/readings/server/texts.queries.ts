import { forgetTextWords, indexText } from '#server/database/portable.ts';
import type { Db } from '#server/parts.ts';
import { wordsOfText } from '../text.rules.ts';

/** Ids that one second has. Few, because the index stores the steps between them. */
const idsPerSecond = 1000;

/** Keeps the text of a content in the place of what was read before; none when there is nothing to find in it. */
export async function keepText(tx: Db, blobKey: string, text: string | undefined): Promise<void> {
  await forgetTexts(tx, [blobKey]);
  const words = text === undefined ? [] : wordsOfText(text);
  const id = words.length === 0 ? undefined : await nextId(tx, blobKey);
  if (text === undefined || id === undefined) return;
  // Nothing that PostgreSQL could not store, whatever the reader sent.
  const storable = text.toWellFormed().replaceAll('\0', ' ');
  await tx.insertInto('texts').values({ id, blob_key: blobKey, text: storable }).execute();
  await indexText(tx as never, id, words);
}

/** Forgets the texts of contents that have gone for good. */
export async function forgetTexts(tx: Db, blobKeys: readonly string[]): Promise<void> {
  if (blobKeys.length === 0) return;
  const rows = await tx.selectFrom('texts').select('id').where('blob_key', 'in', blobKeys).execute();
  if (rows.length === 0) return;
  const ids = rows.map((row) => row.id);
  await forgetTextWords(tx as never, ids);
  await tx.deleteFrom('texts').where('id', 'in', ids).execute();
}

/**
 * Ids rise with the moment a content was stored, whenever it is read, so that what is newest is found first without
 * sorting. None when no record names the content any more.
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
  // A second that is full goes on in the next one.
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
