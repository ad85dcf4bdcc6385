import { hasText } from '#features/readings/readings.rules.ts';
import { listThumbnailed } from '#features/readings/server/readings.queries.ts';
import { passageOf, wordsOfSearch } from '#features/readings/text.rules.ts';
import { listTeams } from '#features/teams/server/teams.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import type { Db, Parts } from '#server/parts.ts';
import { refusal } from '#server/refusal.ts';
import type { AnswerOf, ParsedInputOf } from '#shared/endpoint.ts';
import type { filesContract, TextHit } from '../files.contract.ts';
import { mostWaitingCounted } from '../files.rules.ts';
import { listCells } from './files-cells.queries.ts';
import { teamsSeenBy } from './files-scope.ts';
import { listSeenCells } from './files-seen.queries.ts';
import { listAmongFew, listTexts, listWaitingKinds, listWithText, reachOfTexts } from './text-search.queries.ts';
import type { FoundFile, TextPlace, TextSearch } from './text-search.queries.ts';

/** Going through this many files takes less time than finding some of them among all. */
const fewFiles = 2_000;

/** Texts that one call looks at: each takes some microseconds. */
const mostLooked = 100_000;
const leastLooked = 100;

/** Files in whose text the words occur, within what the caller may see. */
export async function searchTexts(
  { reader }: Parts,
  caller: Caller,
  input: ParsedInputOf<typeof filesContract.textSearch>,
): Promise<AnswerOf<typeof filesContract.textSearch>> {
  const scope = { teams: teamsSeenBy(caller), userId: caller.id };
  const words = wordsOfSearch(input.search);
  const after = input.after === undefined ? undefined : readPlace(input.after);
  const search = { ...scope, words, teamId: input.team_id, typeId: input.file_type_id, since: input.uploaded_since };
  const { files, next } =
    words.length === 0
      ? { files: [], next: null }
      : await findFiles(reader, caller, search, { after, limit: input.limit });
  const waiting = after ? [] : await listWaitingKinds(reader, scope, mostWaitingCounted);
  return {
    files: await withPassages(reader, files, input.search),
    next: next && writePlace(next),
    waiting: waiting.filter((mediaType) => hasText(mediaType)).length,
  };
}

const start: TextPlace = { textId: Number.MAX_SAFE_INTEGER - 1, fileId: Number.MAX_SAFE_INTEGER };

type Page = { files: FoundFile[]; next: TextPlace | null };

async function findFiles(
  db: Db,
  caller: Caller,
  search: TextSearch,
  { after = start, limit }: { after: TextPlace | undefined; limit: number },
): Promise<Page> {
  const teamIds = (await listTeams(db)).map((team) => team.id);
  const all = await listSeenCells(db, caller, { teamIds, since: search.since });
  const cells = all.filter(
    (cell) =>
      (search.teamId === undefined || cell.team_id === search.teamId) &&
      (search.typeId === undefined || cell.file_type_id === search.typeId),
  );
  const seen = total(cells);
  if (seen === 0) return { files: [], next: null };
  // One more than asked for tells whether there is a next page.
  if (seen <= fewFiles) return pageOf(await listAmongFew(db, cells, { ...search, after, limit: limit + 1 }), limit);
  const share = seen / Math.max(seen, total(await listCells(db, undefined)));
  return lookAround(db, search, { after, limit, looked: leastLooked + (2 * limit) / share });
}

const total = (cells: readonly { files: number }[]) => cells.reduce((sum, cell) => sum + cell.files, 0);

/** A page of files, looking at ever more texts until it is full, none are left, or enough were looked at. */
async function lookAround(
  db: Db,
  search: TextSearch,
  { after, limit, looked: first }: { after: TextPlace; limit: number; looked: number },
): Promise<Page> {
  const files: FoundFile[] = [];
  let place = after;
  for (
    let looked = Math.ceil(first), left = mostLooked;
    left > 0;
    left -= looked, looked = Math.min(10 * looked, left)
  ) {
    files.push(...(await listWithText(db, search, { after: place, looked, limit: limit + 1 - files.length })));
    if (files.length > limit) return pageOf(files, limit);
    const { texts, last } = await reachOfTexts(db, search.words, { after: place, looked });
    if (texts < looked || last === null) return { files, next: null };
    place = { textId: last, fileId: 0 };
  }
  return { files, next: place };
}

function pageOf(files: FoundFile[], limit: number): Page {
  const page = files.slice(0, limit);
  return { files: page, next: files.length > limit ? placeOf(page.at(-1)) : null };
}

const placeOf = (file: FoundFile | undefined): TextPlace | null =>
  file ? { textId: file.text_id, fileId: file.id } : null;

async function withPassages(db: Db, files: readonly FoundFile[], search: string): Promise<TextHit[]> {
  const texts = await listTexts(db, [...new Set(files.map((file) => file.text_id))]);
  const thumbnailed = await listThumbnailed(
    db,
    files.map((file) => file.id),
  );
  return files.map((file) => ({
    ...file,
    ...(thumbnailed.has(file.id) && { has_thumbnail: true }),
    passage: passageOf(texts.get(file.text_id) ?? '', search),
  }));
}

const writePlace = ({ textId, fileId }: TextPlace) => `${textId}-${fileId}`;

/** Refuses 422 what writePlace did not write. */
function readPlace(text: string): TextPlace {
  const [textId, fileId] = text.split('-').map((part) => (/^\d{1,16}$/.test(part) ? Number(part) : Number.NaN));
  if (text.split('-').length !== 2 || !Number.isSafeInteger(textId) || !Number.isSafeInteger(fileId)) {
    throw refusal.invalid('after', 'This place in the list does not exist. Load the list again.');
  }
  return { textId: textId as number, fileId: fileId as number };
}
