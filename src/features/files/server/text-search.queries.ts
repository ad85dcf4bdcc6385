import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { SearchWord } from '#features/readings/text.rules.ts';
import { textsWithWords } from '#server/database/portable.ts';
import type { Db } from '#server/parts.ts';
import type { File } from '../files.contract.ts';
import type { SeenCell } from './files-seen.queries.ts';
import { asFile } from './files.queries.ts';
import type { Scope } from './trash.queries.ts';

// Texts are found from the newest content down, a bounded number at a time, and the files that have them now are picked
// out of those. Whoever sees few files would wait long for one of theirs to come by: those are gone through instead.

/** Which files a search asks for, of those that the caller sees. */
export type TextSearch = Scope & {
  words: readonly SearchWord[];
  teamId: number | undefined;
  typeId: number | undefined;
  since: string | undefined;
};

/** A file is behind this place when its text's id is lower or, for the same text, its own. */
export type TextPlace = { textId: number; fileId: number };

export type FoundFile = File & { text_id: number };

/** The first `limit` files behind `after` that have one of the first `looked` texts from there on. */
export async function listWithText(
  db: Db,
  search: TextSearch,
  { after, looked, limit }: { after: TextPlace; looked: number; limit: number },
): Promise<FoundFile[]> {
  const texts = textsWithWords(db, search.words, { before: after.textId + 1, limit: looked });
  const { rows } = await sql<FoundFile & { user_name: string | null }>`
    select files.id, files.filename, files.filepath, files.file_type_id, files.size, files.uploaded_at, files.user_id,
      files.team_id, users.name as user_name, found.id as text_id
    from (${texts}) as found join texts on texts.id = found.id join files on files.blob_key = texts.blob_key
    left join users on users.id = files.user_id
    where files.trashed_at is null ${conditionsOf(search)} and (found.id < ${after.textId} or files.id < cast(${after.fileId} as bigint))
    order by found.id desc, files.id desc limit ${limit}`.execute(db);
  return rows.map(asFile);
}

/** The first `limit` files behind `after` of these cells that have one of the texts. For when the files are few. */
export async function listAmongFew(
  db: Db,
  cells: readonly SeenCell[],
  { after, limit, ...search }: TextSearch & { after: TextPlace; limit: number },
): Promise<FoundFile[]> {
  const inCells = (column: 'team_id' | 'file_type_id') =>
    sql`files.${sql.ref(column)} in (${sql.join([...new Set(cells.map((cell) => cell[column]))])})`;
  const texts = textsWithWords(db, search.words, { before: after.textId + 1, limit: Number.MAX_SAFE_INTEGER });
  // Adding nothing keeps the databases from looking up the files of every text that has the words.
  const { rows } = await sql<FoundFile & { user_name: string | null }>`
    select files.id, files.filename, files.filepath, files.file_type_id, files.size, files.uploaded_at, files.user_id,
      files.team_id, users.name as user_name, texts.id as text_id
    from files join texts on texts.blob_key = files.blob_key left join users on users.id = files.user_id
    where files.trashed_at is null and ${inCells('team_id')} and ${inCells('file_type_id')} ${conditionsOf(search)}
      and texts.id + 0 in (select found.id from (${texts}) as found)
      and (texts.id < ${after.textId} or files.id < cast(${after.fileId} as bigint))
    order by texts.id desc, files.id desc limit ${limit}`.execute(db);
  return rows.map(asFile);
}

/** How many texts `listWithText` could look at, and the last of them. */
export async function reachOfTexts(
  db: Db,
  words: readonly SearchWord[],
  { after, looked }: { after: TextPlace; looked: number },
): Promise<{ texts: number; last: number | null }> {
  const texts = textsWithWords(db, words, { before: after.textId + 1, limit: looked });
  const { rows } = await sql<{ texts: number; last: number | null }>`
    select count(*) as texts, min(id) as last from (${texts}) as found`.execute(db);
  return rows[0] ?? { texts: 0, last: null };
}

function conditionsOf({ teams, userId, teamId, typeId, since }: TextSearch): RawBuilder<unknown> {
  const conditions = [
    teams === undefined
      ? undefined
      : teams.length === 0
        ? sql`and files.user_id = ${userId}`
        : sql`and (files.team_id in (${sql.join(teams)}) or files.user_id = ${userId})`,
    teamId === undefined ? undefined : sql`and files.team_id = ${teamId}`,
    typeId === undefined ? undefined : sql`and files.file_type_id = ${typeId}`,
    since === undefined ? undefined : sql`and files.uploaded_at >= ${since}`,
  ].filter((one) => one !== undefined);
  return conditions.length === 0 ? sql`` : sql.join(conditions, sql` `);
}

export async function listTexts(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('texts').select(['id', 'text']).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row.text]));
}

/** Kinds of contents that wait to be read and that a file the caller sees has; of the first `most` that wait. */
export async function listWaitingKinds(db: Db, { teams, userId }: Scope, most: number): Promise<string[]> {
  const seen =
    teams === undefined
      ? sql``
      : teams.length === 0
        ? sql`and files.user_id = ${userId}`
        : sql`and (files.team_id in (${sql.join(teams)}) or files.user_id = ${userId})`;
  const { rows } = await sql<{ media_type: string }>`
    select waiting.blob_key, max(files.media_type) as media_type
    from (select blob_key from readings where due_at is not null limit ${most}) as waiting
    join files on files.blob_key = waiting.blob_key
    where files.trashed_at is null ${seen} group by waiting.blob_key`.execute(db);
  return rows.map((row) => row.media_type);
}
