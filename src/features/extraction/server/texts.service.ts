import type { Context } from '#server/context.ts';
import { listUnusedWords } from '#server/database/dialect/text-index.ts';
import { makeWorkerThread } from '#server/worker-thread.ts';
import { addKnownWords, deleteKnown, listKnownAfter, readPruned, recordPruned } from './known-words.queries.ts';
import { findTextAfter, readIndexed, recordIndexed, replaceText } from './texts.queries.ts';

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
  if (id === undefined) return;
  await textIndex.add(id, words);
  await addKnownWords(db, words);
}

/** Raise it when `wordsOfText` returns other words: the server then indexes the stored texts once more, in the background. */
const wordsVersion = 1;

// A text of 1 MB takes a second.
const thread = makeWorkerThread<string, string>(new URL('./words.worker.ts', import.meta.url), { timeoutMs: 30_000 });

/** Indexes the texts that an older version has indexed, from where an interrupted run has ended. */
export async function indexStoredTexts(
  { db, textIndex }: Pick<Context, 'db' | 'textIndex'>,
  signal: AbortSignal,
): Promise<void> {
  for (let after = await readIndexed(db, wordsVersion); after !== 'all' && !signal.aborted;) {
    const found = await findTextAfter(db, after);
    if (found) {
      const words = await thread.run(found.text, { signal });
      await textIndex.add(found.id, words);
      await addKnownWords(db, words);
    }
    after = found?.id ?? 'all';
    await recordIndexed(db, wordsVersion, after);
  }
}

const prunedAtOnce = 200;
const maxPruned = 10_000;

/** Forgets known words that stand in no text any more. Goes on behind the last word of the run before. */
export async function pruneKnownWords({ db }: Pick<Context, 'db'>, signal: AbortSignal): Promise<void> {
  const unusedOf = async (words: readonly string[]) =>
    words.length > 0 ? await db.transaction().execute((tx) => listUnusedWords(tx, words)) : [];
  let after = await readPruned(db);
  for (let compared = 0; compared < maxPruned && !signal.aborted; compared += prunedAtOnce) {
    const words = await listKnownAfter(db, after, prunedAtOnce);
    const unused = await unusedOf(words);
    await deleteKnown(db, unused);
    // A text that was saved meanwhile may have found them known.
    const stillUnused = new Set(await unusedOf(unused));
    await addKnownWords(db, unused.filter((word) => !stillUnused.has(word)).join(' '));
    after = words.length < prunedAtOnce ? '' : (words.at(-1) ?? '');
    await recordPruned(db, after);
    if (after === '') return;
  }
}
