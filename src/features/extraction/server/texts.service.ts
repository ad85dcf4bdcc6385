import type { Context } from '#server/context.ts';
import { replaceText } from './texts.queries.ts';

/** A text with its index words, separated by spaces. */
type SearchableText = { text: string; words: string; isFromScan?: boolean; isCut?: boolean };

/**
 * Replaces the text of a content and indexes it. Not in one transaction, because indexing a long text takes long. A
 * text that is not indexed is not found, and the next extraction of the content replaces it.
 */
export async function saveText(
  { db, textIndex }: Pick<Context, 'db' | 'textIndex'>,
  blobKey: string,
  { text, words, isFromScan = false, isCut = false }: SearchableText,
): Promise<void> {
  const id = await db
    .transaction()
    .execute((tx) => replaceText(tx, blobKey, { text, from_scan: Number(isFromScan), is_cut: Number(isCut) }));
  if (id !== undefined) await textIndex.add(id, words);
}
