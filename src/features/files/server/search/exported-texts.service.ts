import { hasPatterns, readTextSearch } from '#features/extraction/phrase.rules.ts';
import type { Caller } from '#server/access/caller.ts';
import type { Context } from '#server/context.ts';
import type { ExportFilter } from '../list/files-export.queries.ts';
import { scoreTexts } from './snippets.service.ts';
import { cursorOf, firstCursor, listWithText, reachOfTexts } from './text-search.queries.ts';
import type { TextCursor } from './text-search.queries.ts';
import { findForms } from './word-forms.service.ts';

/** Texts and files that one query examines, and the longest comparison with phrases between two batches. */
const textsAtOnce = 2_000;
const filesAtOnce = 100;
const maxCompareMs = 1_000;

/**
 * Returns the ids of the next files whose text matches, the newest content first, and the position of the next batch.
 */
export async function nextInTexts(
  ctx: Context,
  caller: Caller,
  search: string,
  { filter, after = firstCursor }: { filter: ExportFilter; after: TextCursor | undefined },
): Promise<{ ids: number[]; next: TextCursor | undefined }> {
  const { listDb } = ctx;
  const query = readTextSearch(search, await findForms(ctx, search));
  if (query.words.length === 0) return { ids: [], next: undefined };
  const files = await listWithText(listDb, { ...filter, query }, { after, looked: textsAtOnce, limit: filesAtOnce });
  const { matching, done } = hasPatterns(query.phrases) ? await compare(files) : { matching: files, done: files };
  const ids = matching.map((file) => file.id);
  if (files.length === filesAtOnce || done.length < files.length)
    return { ids, next: cursorOf(done.at(-1)) ?? undefined };
  const { texts, last } = await reachOfTexts(listDb, query, { after, looked: textsAtOnce });
  return { ids, next: texts < textsAtOnce || last === null ? undefined : { textId: last, fileId: 0 } };

  async function compare(found: typeof files) {
    const { scores, seen } = await scoreTexts(listDb, caller, [...new Set(found.map((file) => file.text_id))], {
      search: query.text,
      phrases: query.phrases,
      endsAt: performance.now() + maxCompareMs,
    });
    return {
      done: found.filter((file) => seen.has(file.text_id)),
      matching: found.filter((file) => scores.has(file.text_id)),
    };
  }
}
