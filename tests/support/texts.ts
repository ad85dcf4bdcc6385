import { sql } from 'kysely';
import { replaceText } from '#features/extraction/server/texts.queries.ts';
import { wordsOfText } from '#features/extraction/text.rules.ts';
import type { Db } from '#server/database/db.ts';
import { isPostgres } from '#server/database/dialect/is-postgres.ts';
import { indexText } from '#server/database/dialect/text-index.ts';
import type { TestApp } from './test-app.ts';

/**
 * Stores and indexes the texts of contents, with the result of their extraction. In one transaction, because there may be
 * many: the thread of the product merges the index after each text, and pauses for other writers.
 */
export async function saveTexts(
  { ctx }: TestApp,
  texts: readonly { blobKey: string; text: string | undefined }[],
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    for (const { blobKey, text } of texts) {
      const id = text === undefined ? undefined : await replaceText(tx, blobKey, { text });
      if (text !== undefined && id !== undefined) await indexWords(tx, id, wordsOfText(text).join(' '));
    }
  });
}

async function indexWords(tx: Db, id: number, words: string): Promise<void> {
  if (isPostgres(tx)) return indexText(tx, id, words);
  await sql`insert into text_words (rowid, words) values (${id}, ${words})`.execute(tx);
}
