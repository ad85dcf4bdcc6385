import { hasText } from '#features/extraction/extraction.rules.ts';
import { listFilesWithThumbnail } from '#features/extraction/server/extraction.queries.ts';
import { wordsOfSearch } from '#features/extraction/text.rules.ts';
import { listTeams } from '#features/teams/server/teams.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { refusal } from '#server/refusal.ts';
import type { AnswerOf, ParsedInputOf } from '#shared/endpoint.ts';
import { texts as sharedTexts } from '#shared/texts.ts';
import type { filesContract, TextHit } from '../files.contract.ts';
import { maxWaitingCounted } from '../files.rules.ts';
import { listFileCounts } from './file-counts.queries.ts';
import { listSeenFileCounts } from './files-seen.queries.ts';
import { makeSnippets } from './snippets.service.ts';
import { listAmongFew, listWaitingKinds, listWithText, reachOfTexts } from './text-search.queries.ts';
import type { FoundFile, TextCursor, TextSearch } from './text-search.queries.ts';
import { fileViewer } from './visible-files.queries.ts';

/** Up to this number of files, a query over the files is faster than a query over all texts. */
const fewFiles = 2_000;

/** Largest and smallest number of texts that one request reads: each takes some microseconds. */
const maxLooked = 100_000;
const minLooked = 100;

/** Returns the files whose text contains the words, of those that the caller may see. */
export async function searchTexts(
  { listDb }: Context,
  caller: Caller,
  input: ParsedInputOf<typeof filesContract.textSearch>,
): Promise<AnswerOf<typeof filesContract.textSearch>> {
  const viewer = fileViewer(caller);
  const words = wordsOfSearch(input.search);
  const after = input.after === undefined ? undefined : readTextCursor(input.after);
  const search = { ...viewer, words, teamId: input.team_id, typeId: input.file_type_id, since: input.uploaded_since };
  const { files, next } =
    words.length === 0
      ? { files: [], next: null }
      : await findFiles(listDb, caller, search, { after, limit: input.limit });
  const waiting = after ? [] : await listWaitingKinds(listDb, viewer, maxWaitingCounted);
  return {
    files: await withSnippets(listDb, caller, files, input.search),
    next: next && writeTextCursor(next),
    waiting: waiting.filter((mediaType) => hasText(mediaType)).length,
  };
}

const start: TextCursor = { textId: Number.MAX_SAFE_INTEGER - 1, fileId: Number.MAX_SAFE_INTEGER };

type Page = { files: FoundFile[]; next: TextCursor | null };

async function findFiles(
  db: Db,
  caller: Caller,
  search: TextSearch,
  { after = start, limit }: { after: TextCursor | undefined; limit: number },
): Promise<Page> {
  const teamIds = (await listTeams(db)).map((team) => team.id);
  const all = await listSeenFileCounts(db, caller, { teamIds, since: search.since });
  const fileCounts = all.filter(
    (fileCount) =>
      (search.teamId === undefined || fileCount.team_id === search.teamId) &&
      (search.typeId === undefined || fileCount.file_type_id === search.typeId),
  );
  const seen = total(fileCounts);
  if (seen === 0) return { files: [], next: null };
  // One more than `limit` shows whether there is a next page.
  if (seen <= fewFiles)
    return pageOf(await listAmongFew(db, fileCounts, { ...search, after, limit: limit + 1 }), limit);
  const share = seen / Math.max(seen, total(await listFileCounts(db, undefined)));
  return searchInBatches(db, search, { after, limit, looked: minLooked + (2 * limit) / share });
}

const total = (fileCounts: readonly { files: number }[]) =>
  fileCounts.reduce((sum, fileCount) => sum + fileCount.files, 0);

/**
 * Returns a page of files. Reads batches of texts of growing size until the page is full, no text is left, or the
 * maximum is reached.
 */
async function searchInBatches(
  db: Db,
  search: TextSearch,
  { after, limit, looked: first }: { after: TextCursor; limit: number; looked: number },
): Promise<Page> {
  const files: FoundFile[] = [];
  let index = after;
  for (
    let looked = Math.ceil(first), left = maxLooked;
    left > 0;
    left -= looked, looked = Math.min(10 * looked, left)
  ) {
    files.push(...(await listWithText(db, search, { after: index, looked, limit: limit + 1 - files.length })));
    if (files.length > limit) return pageOf(files, limit);
    const { texts, last } = await reachOfTexts(db, search.words, { after: index, looked });
    if (texts < looked || last === null) return { files, next: null };
    index = { textId: last, fileId: 0 };
  }
  return { files, next: index };
}

function pageOf(files: FoundFile[], limit: number): Page {
  const page = files.slice(0, limit);
  return { files: page, next: files.length > limit ? cursorOf(page.at(-1)) : null };
}

const cursorOf = (file: FoundFile | undefined): TextCursor | null =>
  file ? { textId: file.text_id, fileId: file.id } : null;

async function withSnippets(db: Db, caller: Caller, files: readonly FoundFile[], search: string): Promise<TextHit[]> {
  const snippets = await makeSnippets(db, caller, [...new Set(files.map((file) => file.text_id))], search);
  const thumbnailed = await listFilesWithThumbnail(
    db,
    files.map((file) => file.id),
  );
  return files.map((file) => ({
    ...file,
    ...(thumbnailed.has(file.id) && { has_thumbnail: true }),
    snippet: snippets.get(file.text_id) ?? [],
  }));
}

const writeTextCursor = ({ textId, fileId }: TextCursor) => `${textId}-${fileId}`;

/** Refuses with 422 a cursor that `writeTextCursor` did not create. */
function readTextCursor(text: string): TextCursor {
  const [textId, fileId] = text.split('-').map((part) => (/^\d{1,16}$/.test(part) ? Number(part) : Number.NaN));
  if (text.split('-').length !== 2 || !Number.isSafeInteger(textId) || !Number.isSafeInteger(fileId)) {
    throw refusal.invalid('cursor.invalid', 'after', sharedTexts.cursorInvalid);
  }
  return { textId: textId as number, fileId: fileId as number };
}
