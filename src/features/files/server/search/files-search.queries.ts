import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { below } from '#features/files/core/folders.rules.ts';
import type { Db } from '#server/database/db.ts';
import { contains, rowsOf } from '#server/database/dialect/expressions.ts';
import { filesWithWords } from '#server/database/dialect/word-index.ts';
import type { NameTerm } from '#server/file-name-index/other-terms.ts';
import { asFile } from '../core/files.queries.ts';
import { isVisibleTo } from '../core/visible-files.queries.ts';
import type { FileViewer } from '../core/visible-files.queries.ts';
import type { FileCount, PagedFile } from '../list/file-counts.queries.ts';
import { deletedRank, isReversed, orderOf } from '../list/files-order.rules.ts';
import type { ListOrder } from '../list/files-order.rules.ts';
import { wordsDecide, wordsOfSearch } from './name-trigrams.rules.ts';

export type Search = FileViewer & {
  /** Folded. Empty only with a folder or a container. */
  term: string;
  /** The container number that the text is, in its normal form. Files with it in any spelling match. */
  containerNumber: string | undefined;
  /** Teams whose names contain the term: all their files match. */
  matchingTeamIds: number[];
  /** Users whose names contain the term, including deleted ones: all their uploads match. */
  matchingUserIds: number[];
  /** The terms that a file must and must not match besides. */
  also: NameTerm[];
  without: NameTerm[];
  teamId: number | undefined;
  typeId: number | undefined;
  since: string | undefined;
  before: string | undefined;
  /** Only files that this user uploaded. */
  uploaderId: number | undefined;
  /** Only files from this folder and those below it. */
  folder: string | undefined;
  /** Only files that are linked to this container. */
  containerId: number | undefined;
};

/**
 * Returns the number of files per team and type whose own name or uploader matches. Matching teams are left out: the table
 * file_counts has their counts. The two parts of the union never count the same file.
 */
export async function listFoundFileCounts(db: Db, search: Search): Promise<FileCount[]> {
  if (isNarrowed(search)) return countHits(db, search);
  const conditions = sql`files.trashed_at is null ${notInMatchingTeams(search)} ${conditionsOf(db, search)}`;
  const { rows } = await sql<FileCount>`
    select team_id, file_type_id, sum(files) as files from (
      select files.team_id, files.file_type_id, count(*) as files
      from (${byName(db, search)}) as named join files on files.id = named.id
      where ${conditions} group by files.team_id, files.file_type_id
      union all
      select files.team_id, files.file_type_id, count(*) as files
      from files where files.user_id in (${matchingUsers(db, search)})
        and not ${isNamed(db, search, 'files')} and ${conditions}
      group by files.team_id, files.file_type_id
    ) as parts group by team_id, file_type_id`.execute(db);
  return rows;
}

/**
 * Returns whether a folder, a container, an uploader or further terms leave files out. The counts of matching teams then do not
 * apply.
 */
export const isNarrowed = ({ also, without, folder, containerId, uploaderId }: Search): boolean =>
  [folder, containerId, uploaderId].some((one) => one !== undefined) || also.length + without.length > 0;

async function countHits(db: Db, search: Search): Promise<FileCount[]> {
  const { rows } = await sql<FileCount>`
    select files.team_id, files.file_type_id, count(*) as files
    from (${hitsOf(db, search)}) as hits join files on files.id = hits.id
    where files.trashed_at is null ${conditionsOf(db, search)} group by files.team_id, files.file_type_id`.execute(db);
  return rows;
}

/** Returns users whose names contain the term, including deleted ones. */
export async function listMatchingUsers(db: Db, term: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`${usersNamed(db, term)}`.execute(db);
  return rows.map((row) => row.id);
}

/** The condition that a row of the table `x` matches; for the scan of an index in which many rows match. */
export function isFound(db: Db, search: Search): RawBuilder<unknown> {
  if (search.containerId !== undefined)
    return sql`(${inContainer('x', search.containerId)} and ${isFound(db, { ...search, containerId: undefined })})`;
  if (search.folder !== undefined)
    return sql`(${inFolder('x', search.folder)} and ${isFound(db, { ...search, folder: undefined })})`;
  if (search.uploaderId !== undefined)
    return sql`(x.user_id = ${search.uploaderId} and ${isFound(db, { ...search, uploaderId: undefined })})`;
  if (search.term === '') return sql`1 = 1`;
  const ofTeam =
    search.matchingTeamIds.length === 0 ? sql`` : sql`or x.team_id in (${sql.join(search.matchingTeamIds)})`;
  return sql`((${isNamed(db, search, 'x')} ${ofTeam}
    or x.user_id in (${matchingUsers(db, search)})) ${otherTerms(db, 'x', search)})`;
}

/** Returns the first matching files of each group, in order. Reads all matches, so it is fast only for few matches. */
export async function listFound(
  db: Db,
  search: Search,
  page: {
    groupBy: 'file_type_id' | 'team_id';
    groupIds: number[];
    order: ListOrder;
    /** The ranks of types or teams, if the order has ranks. */
    ranked: { by: 'file_type_id' | 'team_id'; ranks: [id: number, rank: number][] } | undefined;
    after: { rank: number; key: string | number; id: number } | undefined;
    limit: number;
  },
): Promise<PagedFile[]> {
  if (page.groupIds.length === 0) return [];
  const order = orderOf(page.order);
  const direction = sql.raw(order.descending ? 'desc' : 'asc');
  const ranksOf = sql.ref(`files.${page.ranked?.by ?? 'file_type_id'}`);
  const rank = page.ranked ? sql`coalesce(ranks.rank, ${rankOfDeleted(page.order, ranksOf)})` : sql`0`;
  const { rows } = await sql<PagedFile & { user_name: string | null }>`
    with ${rowsOf(db, 'ranks', { ranked_id: 'int8', rank: 'int8' }, page.ranked?.ranks ?? [])},
    hits as (${hitsOf(db, search)}),
    found as materialized (
      select files.id, files.${sql.ref(order.column)} as sort_key, files.${sql.ref(page.groupBy)} as group_id, ${rank} as rank
      from hits join files on files.id = hits.id
      left join ranks on ranks.ranked_id = ${ranksOf}
      where files.trashed_at is null ${conditionsOf(db, search)} and files.${sql.ref(page.groupBy)} in (${sql.join(page.groupIds)})
    ),
    numbered as (
      select id, sort_key, group_id,
        row_number() over (partition by group_id order by rank, sort_key ${direction}, id ${direction}) as position
      from found ${afterOf(page.after, order.descending)}
    )
    select files.id, files.filename, files.filepath, files.file_type_id, files.size, files.uploaded_at, files.user_id,
      files.team_id, files.folder, users.name as user_name, numbered.group_id, numbered.sort_key
    from numbered join files on files.id = numbered.id left join users on users.id = files.user_id
    where numbered.position <= ${page.limit}
    order by numbered.group_id, numbered.position`.execute(db);
  return rows.map(asFile);
}

/** Selects the ids of files whose own, team's or uploader's name contains the term. Each part uses an index. */
function hitsOf(db: Db, search: Search): RawBuilder<unknown> {
  if (search.containerId !== undefined)
    return sql`select x.id from (${linkedTo(search.containerId)}) as linked join files as x on x.id = linked.file_id
      where x.trashed_at is null and ${isFound(db, { ...search, containerId: undefined })}`;
  if (search.folder !== undefined)
    return sql`select x.id from files as x where x.trashed_at is null and x.folder is not null and ${isFound(db, search)}`;
  const byUploader = search.uploaderId === undefined ? sql`` : sql`and user_id = ${search.uploaderId}`;
  const byTeam =
    search.matchingTeamIds.length === 0
      ? sql``
      : sql`union select id from files where trashed_at is null and team_id in (${sql.join(search.matchingTeamIds)}) ${byUploader}`;
  return sql`${byName(db, search)} ${byTeam}
    union select id from files where trashed_at is null and user_id in (${matchingUsers(db, search)}) ${byUploader}`;
}

const linkedTo = (containerId: number) =>
  sql`select links.file_id from container_files as links where links.container_id = ${containerId} and links.removed_at is null`;

/** The condition that a row of `files` under this name is linked to the container. */
export const inContainer = (files: 'files' | 'x', containerId: number): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${files}.id`)} in (${linkedTo(containerId)})`;

/** The condition that a row of `files` under this name is from the folder or from one below it. */
export function inFolder(files: 'files' | 'x', folder: string): RawBuilder<SqlBool> {
  const own = sql.ref(`${files}.folder`);
  const { from, to } = below(folder);
  return sql<SqlBool>`(${own} = ${folder} or (${own} >= ${from} and ${own} < ${to}))`;
}

function byName(db: Db, search: Search): RawBuilder<unknown> {
  const { term } = search;
  const candidates = filesWithWords(db, wordsOfSearch(term));
  const named = wordsDecide(term)
    ? sql`${candidates}`
    : sql`select named.id from (${candidates}) as candidates join files as named on named.id = candidates.id
        where ${contains(db, sql`named.name_folded`, term)}`;
  return search.containerNumber === undefined
    ? named
    : sql`select id from (${named}) as spelled union ${numbered(search.containerNumber)}`;
}

/** The condition that the name of a row contains the text, or its number in another spelling. */
function isNamed(db: Db, { term, containerNumber }: Search, table: 'files' | 'x'): RawBuilder<unknown> {
  const named = contains(db, sql`${sql.ref(`${table}.name_folded`)}`, term);
  if (containerNumber === undefined) return named;
  return sql`(${named} or ${sql.ref(`${table}.id`)} in (${numbered(containerNumber)}))`;
}

/** Selects the files with this number in their names by the index of numbers. See docs/decisions/0056-links-by-number.md. */
const numbered = (value: string) => sql`select file_id as id from file_references where value = ${value}`;

const usersNamed = (db: Db, term: string) =>
  sql`select id from users where ${contains(db, sql`users.name_folded`, term)}`;

// With literal ids, the query planner estimates that these users have few files. With a subquery it reads all files.
const fewUsers = 100;

const matchingUsers = (db: Db, { term, matchingUserIds: ids }: Search) =>
  ids.length > fewUsers ? usersNamed(db, term) : ids.length > 0 ? sql.join(ids) : sql`null`;

const notInMatchingTeams = ({ matchingTeamIds }: Search) =>
  matchingTeamIds.length === 0 ? sql`` : sql`and files.team_id not in (${sql.join(matchingTeamIds)})`;

/** The conditions of the further terms on a row of `files` under this name. */
function otherTerms(db: Db, files: 'files' | 'x', { also, without }: Search): RawBuilder<unknown> {
  const matches = ({ text, teamIds, userIds }: NameTerm) => {
    const ofTeam = teamIds.length === 0 ? sql`` : sql`or ${sql.ref(`${files}.team_id`)} in (${sql.join(teamIds)})`;
    const ofUser = userIds.length === 0 ? sql`` : sql`or ${sql.ref(`${files}.user_id`)} in (${sql.join(userIds)})`;
    return sql`(${contains(db, sql.ref(`${files}.name_folded`), text)} ${ofTeam} ${ofUser})`;
  };
  const conditions = [...also.map(matches), ...without.map((term) => sql`not ${matches(term)}`)];
  return conditions.length === 0 ? sql`` : sql`and ${sql.join(conditions, sql` and `)}`;
}

function conditionsOf(db: Db, search: Search): RawBuilder<unknown> {
  const conditions = [
    sql`and ${isVisibleTo(search)}`,
    search.teamId === undefined ? undefined : sql`and files.team_id = ${search.teamId}`,
    search.typeId === undefined ? undefined : sql`and files.file_type_id = ${search.typeId}`,
    search.since === undefined ? undefined : sql`and files.uploaded_at >= ${search.since}`,
    search.before === undefined ? undefined : sql`and files.uploaded_at < ${search.before}`,
    search.uploaderId === undefined ? undefined : sql`and files.user_id = ${search.uploaderId}`,
    otherTerms(db, 'files', search),
  ].filter((one) => one !== undefined);
  return sql.join(conditions, sql` `);
}

function afterOf(
  after: { rank: number; key: string | number; id: number } | undefined,
  descending: boolean,
): RawBuilder<unknown> {
  if (!after) return sql``;
  const comparison = sql.raw(descending ? '<' : '>');
  return sql`where rank > ${after.rank} or (rank = ${after.rank} and (sort_key, id) ${comparison} (${after.key}, ${after.id}))`;
}

/** The SQL rank of a type or team that is not in the list of ranks, as in `rankOf`. */
const rankOfDeleted = (order: ListOrder, id: RawBuilder<unknown>): RawBuilder<unknown> =>
  isReversed(order) ? sql`(-1 - ${sql.lit(deletedRank)} - ${id})` : sql`(${sql.lit(deletedRank)} + ${id})`;
