import { hasPatterns } from '#features/extraction/phrase.rules.ts';
import type { Caller } from '#server/access/caller.ts';
import type { Db } from '#server/database/db.ts';
import { formatCursor, invalidCursor, parseCursor } from '#server/database/page-of.ts';
import { largestId } from '#shared/fields.ts';
import { scoreTexts } from './snippets.service.ts';
import { cursorOf, listWithTextById } from './text-search.queries.ts';
import type { FoundFile, TextCursor, TextSearch } from './text-search.queries.ts';

/** The ids of the further files in the order of relevance, and the position of the older files after them. */
type SearchPosition = { ids: number[]; next: TextCursor | null };

/** The ids of up to 200 files are one text of base 36, because an address has a limit. */
const positionKeys = [
  { type: 'text' },
  { type: 'integer', empty: 'last' },
  { type: 'integer', empty: 'last' },
] as const;

/** The cursor contains the order itself, so that changes between two pages neither repeat nor skip a file. */
export const formatPosition = ({ ids, next }: SearchPosition): string | null =>
  ids.length === 0 && !next
    ? null
    : formatCursor([ids.map((id) => id.toString(36)).join('.'), next?.textId ?? null, next?.fileId ?? null]);

/** Refuses with 422 a cursor that `formatPosition` did not create. */
export function parsePosition(text: string): SearchPosition {
  const [ranked, textId, fileId] = parseCursor(text, positionKeys) as [string, number | null, number | null];
  const ids = ranked === '' ? [] : ranked.split('.').map((id) => Number.parseInt(id, 36));
  const next = textId === null || fileId === null ? null : { textId, fileId };
  if (!ids.every((id) => id >= 0 && id <= largestId) || (ids.length === 0 && !next)) throw invalidCursor();
  return { ids, next };
}

export type Page = { files: FoundFile[]; next: TextCursor | null };

/** Returns the next files that have the words of the search, newest first. */
export type Find = (page: { after: TextCursor | undefined; limit: number }) => Promise<Page>;

/** The limits of one request: the number of files that it compares or scores, and the time for it. */
const maxCompared = 200;
const maxCompareMs = 1_000;
const comparedAtOnce = 50;

/** Files are counted up to this number. */
const maxCounted = 1_000;

export type Total = { files: number; more: boolean };
type Answer = { files: FoundFile[]; next: string | null; total?: Total | undefined };

/** Counts all files of a search without phrases. `page` is a page from its beginning. */
export async function countFiles(find: Find, page: { files: number; isAll: boolean }): Promise<Total> {
  if (page.isAll) return { files: page.files, more: false };
  const { files, next } = await find({ after: undefined, limit: maxCounted });
  return { files: files.length, more: next !== null };
}

type Compared = { files: (FoundFile & { score: number })[]; next: TextCursor | null };

/**
 * Returns the files of the next candidates that have the phrases, with their scores, and the position of the next
 * batch.
 */
async function compareFiles(
  db: Db,
  caller: Caller,
  { query }: TextSearch,
  { find, after, isEnough }: { find: Find; after: TextCursor | undefined; isEnough: (files: number) => boolean },
): Promise<Compared> {
  const endsAt = performance.now() + maxCompareMs;
  const found: Compared['files'] = [];
  let cursor = after;
  for (let compared = 0; compared < maxCompared; compared += comparedAtOnce) {
    const { files, next } = await find({ after: cursor, limit: comparedAtOnce });
    const textIds = [...new Set(files.map((file) => file.text_id))];
    const { scores, seen } = await scoreTexts(db, caller, textIds, {
      search: query.text,
      phrases: query.phrases,
      endsAt,
    });
    const done = files.filter((file) => seen.has(file.text_id));
    found.push(
      ...done.flatMap((file) => {
        const score = scores.get(file.text_id);
        return score === undefined ? [] : [{ ...file, score }];
      }),
    );
    if (done.length < files.length) return { files: found, next: cursorOf(done.at(-1)) };
    if (!next) return { files: found, next: null };
    cursor = next;
    if (isEnough(found.length)) break;
  }
  return { files: found, next: cursor ?? null };
}

/** Returns a page of the files that have the phrases, newest first. */
export async function checkFiles(
  db: Db,
  caller: Caller,
  search: TextSearch,
  { find, after, limit }: { find: Find; after: TextCursor | undefined; limit: number },
): Promise<Answer> {
  // The first page compares up to the limit, to count the files.
  const isEnough = (files: number) => after !== undefined && files > limit;
  const { files, next } = await compareFiles(db, caller, search, { find, after, isEnough });
  const page = files.slice(0, limit);
  const following = files.length > limit ? cursorOf(page.at(-1)) : next;
  return {
    files: page,
    next: formatPosition({ ids: [], next: following }),
    ...(after === undefined && { total: { files: files.length, more: next !== null } }),
  };
}

/** A word in the name counts more than one in the text. */
const scoreOfName = 2;

/** Returns the first page of the newest matches in the order of their scores. Its cursor has the order of the others. */
export async function rankFiles(
  db: Db,
  caller: Caller,
  search: TextSearch,
  { find, limit }: { find: Find; limit: number },
): Promise<Answer> {
  const isEnough = () => false;
  const { files, next } = await compareFiles(db, caller, search, { find, after: undefined, isEnough });
  const words = search.query.words.map(({ word }) => word.replace('…', ''));
  const scored = files.map((file) => ({
    file,
    score: file.score + scoreOfName * words.filter((word) => file.name_folded.includes(word)).length,
  }));
  // Sorting is stable: of two equal scores, the newer file comes first.
  const sorted = scored.toSorted((one, other) => other.score - one.score).map(({ file }) => file);
  const total = hasPatterns(search.query.phrases)
    ? { files: files.length, more: next !== null }
    : await countFiles(find, { files: files.length, isAll: !next });
  const ids = sorted.slice(limit).map(({ id }) => id);
  return { files: sorted.slice(0, limit), next: formatPosition({ ids, next }), total };
}

/** Returns a further page of ranked files. Files that the caller no longer sees are left out. */
export async function listRanked(
  db: Db,
  search: TextSearch,
  { ids, next }: SearchPosition,
  limit: number,
): Promise<Answer> {
  const page = ids.slice(0, limit);
  const found = new Map((await listWithTextById(db, search, page)).map((file) => [file.id, file]));
  return { files: page.flatMap((id) => found.get(id) ?? []), next: formatPosition({ ids: ids.slice(limit), next }) };
}
