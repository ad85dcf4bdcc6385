import { hasText, isArchive } from '#features/extraction/extraction.rules.ts';
import { hasPatterns, readTextSearch } from '#features/extraction/phrase.rules.ts';
import { withThumbnails } from '#features/extraction/server/extraction.queries.ts';
import type { Run } from '#features/extraction/text.rules.ts';
import type { filesContract, TextHit, TextOrder } from '#features/files/core/files.contract.ts';
import { maxWaitingCounted } from '#features/files/core/files.rules.ts';
import { listTeams } from '#features/teams/server/teams.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { readPage } from '#server/database/page-of.ts';
import type { AnswerOf, ParsedInputOf } from '#shared/endpoint.ts';
import { fileViewer } from '../core/visible-files.queries.ts';
import { filteredContainer } from '../list/container-filter.service.ts';
import { listFileCounts } from '../list/file-counts.queries.ts';
import { listFilteredFileCounts, total } from '../list/files-seen.queries.ts';
import { makeSnippets } from './snippets.service.ts';
import { suggestSearch } from './suggested-search.service.ts';
import {
  checkFiles,
  countFiles,
  formatPosition,
  listRanked,
  parsePosition,
  rankFiles,
} from './text-ranking.service.ts';
import type { Find, Page } from './text-ranking.service.ts';
import {
  countWaitingScans,
  cursorOf,
  firstCursor,
  listAmongFew,
  listWaitingKinds,
  listWithText,
  reachOfTexts,
} from './text-search.queries.ts';
import type { FoundFile, TextCursor, TextSearch } from './text-search.queries.ts';
import { findForms } from './word-forms.service.ts';

/** Up to this number of files, a query over the files is faster than a query over all texts. */
const fewFiles = 2_000;

/** Largest and smallest number of texts that one request reads: each takes some microseconds. */
const maxLooked = 100_000;
const minLooked = 100;

/** Returns the files whose text contains the words, of those that the caller may see. */
export async function searchTexts(
  ctx: Context,
  caller: Caller,
  input: ParsedInputOf<typeof filesContract.textSearch>,
): Promise<AnswerOf<typeof filesContract.textSearch>> {
  const { listDb, config } = ctx;
  const viewer = fileViewer(caller);
  const query = readTextSearch(input.search, await findForms(ctx, input.search));
  const container_id = await filteredContainer(listDb, caller, input.container_id);
  const search = { ...input, ...viewer, query, container_id };
  const isFirst = input.after === undefined;
  const { files, next, total } =
    query.words.length === 0
      ? { files: [], next: null, total: { files: 0, more: false } }
      : await findPage(listDb, caller, search, input);
  const waiting = isFirst ? await listWaitingKinds(listDb, viewer, maxWaitingCounted) : [];
  const isScanning = isFirst && config.scanLanguages.length > 0;
  const scans = isScanning ? await countWaitingScans(listDb, viewer, maxWaitingCounted) : 0;
  const isFound = files.length > 0 || next !== null;
  const suggestion =
    isFirst && !isFound
      ? await suggestSearch(listDb, input.search, async (corrected) => {
          const found = await findPage(
            listDb,
            caller,
            { ...search, query: readTextSearch(corrected) },
            { order: 'newest', limit: 1 },
          );
          return found.files.length > 0;
        })
      : undefined;
  return {
    files: await withSnippets(listDb, caller, files, query.runs),
    next,
    ...(suggestion !== undefined && { suggestion }),
    waiting: Math.min(maxWaitingCounted, scans + waiting.filter((mediaType) => hasText(mediaType)).length),
    ...(total && { total }),
  };
}

type Answer = { files: FoundFile[]; next: string | null; total?: { files: number; more: boolean } | undefined };
type Input = { after?: string | undefined; order: TextOrder; limit: number };

async function findPage(db: Db, caller: Caller, search: TextSearch, { after, order, limit }: Input): Promise<Answer> {
  const find: Find = (page) => findFiles(db, caller, search, page);
  const position = after === undefined ? undefined : parsePosition(after);
  if (position && position.ids.length > 0) return listRanked(db, search, position, limit);
  if (order === 'relevance' && !position) return rankFiles(db, caller, search, { find, limit });
  const cursor = position?.next ?? undefined;
  if (hasPatterns(search.query.phrases)) return checkFiles(db, caller, search, { find, after: cursor, limit });
  const { files, next } = await find({ after: cursor, limit });
  const total = position ? undefined : await countFiles(find, { files: files.length, isAll: !next });
  return { files, next: formatPosition({ ids: [], next }), total };
}

async function findFiles(
  db: Db,
  caller: Caller,
  search: TextSearch,
  { after = firstCursor, limit }: { after: TextCursor | undefined; limit: number },
): Promise<Page> {
  const teamIds = (await listTeams(db)).map((team) => team.id);
  const fileCounts = await listFilteredFileCounts(db, caller, { ...search, teamIds });
  const seen = total(fileCounts);
  if (seen === 0) return { files: [], next: null };
  // A container has few files, so sorting them is fast.
  if (seen <= fewFiles || search.container_id !== undefined) {
    const read = (rows: number) => listAmongFew(db, fileCounts, { ...search, after, limit: rows });
    const { rows: files, next } = await readPage(limit, read, cursorOf);
    return { files, next };
  }
  const share = seen / Math.max(seen, total(await listFileCounts(db, {})));
  return searchInBatches(db, search, { after, limit, looked: minLooked + (2 * limit) / share });
}

/**
 * Returns a page of files. Reads batches of texts of growing size until the page is full, no text is left, or the
 * maximum is reached.
 */
async function searchInBatches(
  db: Db,
  search: TextSearch,
  { after, limit, looked: first }: { after: TextCursor; limit: number; looked: number },
): Promise<Page> {
  let reached: TextCursor | null = after;
  const page = await readPage(
    limit,
    async (wanted) => {
      const files: FoundFile[] = [];
      let looked = Math.ceil(first);
      for (let left = maxLooked; reached && left > 0; left -= looked, looked = Math.min(10 * looked, left)) {
        files.push(...(await listWithText(db, search, { after: reached, looked, limit: wanted - files.length })));
        if (files.length === wanted) break;
        const { texts, last } = await reachOfTexts(db, search.query, { after: reached, looked });
        reached = texts < looked || last === null ? null : { textId: last, fileId: 0 };
      }
      return files;
    },
    cursorOf,
  );
  return { files: page.rows, next: page.next ?? reached };
}

async function withSnippets(
  db: Db,
  caller: Caller,
  files: readonly FoundFile[],
  runs: readonly Run[],
): Promise<TextHit[]> {
  const snippets = await makeSnippets(db, caller, [...new Set(files.map((file) => file.text_id))], runs);
  return (await withThumbnails(db, files)).map(({ from_scan, ...file }) => ({
    ...file,
    snippet: snippets.get(file.text_id) ?? [],
    found_in: from_scan === 1 ? 'scan' : isArchive(file.media_type) ? 'archive' : 'text',
  }));
}
