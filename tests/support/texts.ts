import { sql } from 'kysely';
import { addKnownWords } from '#features/extraction/server/known-words.queries.ts';
import { replaceText } from '#features/extraction/server/texts.queries.ts';
import { wordsOfText } from '#features/extraction/text.rules.ts';
import { insertFiles } from '#features/files/server/core/files.queries.ts';
import type { Db } from '#server/database/db.ts';
import { isPostgres } from '#server/database/dialect/is-postgres.ts';
import { indexText } from '#server/database/dialect/text-index.ts';
import { randomName } from './test-app.ts';
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
      if (text === undefined || id === undefined) continue;
      const words = wordsOfText(text).join(' ');
      await indexWords(tx, id, words);
      await addKnownWords(tx, words);
    }
  });
}

async function indexWords(tx: Db, id: number, words: string): Promise<void> {
  if (isPostgres(tx)) return indexText(tx, id, words);
  await sql`insert into text_words (rowid, words) values (${id}, ${words})`.execute(tx);
}

/** A file of the test with a text. */
export type StoredText = { name?: string; text: string; team?: number; mediaType?: string };

/** Inserts files with these texts. The first one is the newest. */
export async function addTexts(app: TestApp, stored: readonly StoredText[]): Promise<void> {
  const rows = stored.map(({ name, team = 1, mediaType = 'text/plain' }, index) => ({
    filename: name ?? `${index}`,
    filepath: randomName(),
    file_type_id: 1,
    team_id: team,
    user_id: 1,
    size: 1,
    sha256: randomName(),
    media_type: mediaType,
    blob_key: randomName(),
    uploaded_at: new Date(app.now().getTime() - index * 60_000).toISOString(),
  }));
  for (let first = 0; first < rows.length; first += 300)
    await app.ctx.db.transaction().execute((tx) => insertFiles(tx, rows.slice(first, first + 300)));
  await saveTexts(
    app,
    stored.map(({ text }, index) => ({ blobKey: rows[index]?.blob_key ?? '', text })),
  );
}
