import { replaceText } from '#features/extraction/server/texts.queries.ts';
import { wordsOfText } from '#features/extraction/text.rules.ts';
import type { TestApp } from './test-app.ts';

/** Stores and indexes the texts of contents, as their extraction does. In one transaction, because there may be many. */
export async function saveTexts(
  { ctx }: TestApp,
  texts: readonly { blobKey: string; text: string | undefined }[],
): Promise<void> {
  const saved = await ctx.db.transaction().execute(async (tx) => {
    const ids: { id: number; text: string }[] = [];
    for (const { blobKey, text } of texts) {
      const id = text === undefined ? undefined : await replaceText(tx, blobKey, { text });
      if (text !== undefined && id !== undefined) ids.push({ id, text });
    }
    return ids;
  });
  for (const { id, text } of saved) await ctx.textIndex.add(id, wordsOfText(text).join(' '));
}
