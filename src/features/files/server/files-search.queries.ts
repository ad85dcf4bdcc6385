import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { contains, filesWithWords, rowsOf } from '#server/database/portable.ts';
import type { Db } from '#server/parts.ts';
import type { SortOrder } from '../files.contract.ts';
import type { Cell, PagedFile } from './files-cells.queries.ts';
import { orderOf } from './files-cells.queries.ts';
import { asFile } from './files.queries.ts';
import { wordsDecide, wordsOfSearch } from './files.words.ts';

export type Search = {
  /** Folded, not empty. */
  term: string;
  /** Teams whose names contain the term: all their files are found. */
  matchingTeamIds: number[];
  /** People, those who are gone included, whose names contain the term: all they uploaded is found. */
  matchingUserIds: number[];
  /** Teams the caller sees; none for all. */
  seenTeamIds: number[] | undefined;
  userId: number;
  teamId: number | undefined;
  typeId: number | undefined;
  since: string | undefined;
};

/**
 * How many files of each cell are found by their own or their uploader's name. Cells of matching teams are left out:
 * the tally has their counts. The two parts never count the same file.
 */
export async function listFoundCells(db: Db, search: Search): Promise<Cell[]> {
  const conditions = sql`files.trashed_at is null ${notInMatchingTeams(search)} ${conditionsOf(search)}`;
  const { rows } = await sql<Cell>`
    select team_id, file_type_id, sum(files) as files from (
      select files.team_id, files.file_type_id, count(*) as files
      from (${byName(db, search.term)}) as named join files on files.id = named.id
      where ${conditions} group by files.team_id, files.file_type_id
      union all
      select files.team_id, files.file_type_id, count(*) as files
      from files where files.user_id in (${matchingUsers(db, search)})
        and not ${contains(db, sql`files.name_folded`, search.term)} and ${conditions}
      group by files.team_id, files.file_type_id
    ) as parts group by team_id, file_type_id`.execute(db);
  return rows;
}

/** People, those who are gone included, whose names contain the term. */
export async function listMatchingUsers(db: Db, term: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`${usersNamed(db, term)}`.execute(db);
  return rows.map((row) => row.id);
}

/** Whether a file of the table `x` is found; for walking an index in which many are. */
export function isFound(db: Db, search: Search): RawBuilder<unknown> {
  const ofTeam =
    search.matchingTeamIds.length === 0 ? sql`` : sql`or x.team_id in (${sql.join(search.matchingTeamIds)})`;
  return sql`(${contains(db, sql`x.name_folded`, search.term)} ${ofTeam}
    or x.user_id in (${matchingUsers(db, search)}))`;
}

/** The first found files of each wanted group, in order; for when so few are found that all of them can be looked at. */
export async function listFound(
  db: Db,
  search: Search,
  page: {
    groupBy: 'file_type_id' | 'team_id';
    groupIds: number[];
    sort: SortOrder;
    /** Types in the order of their names, for the sort by type. */
    typeRanks: [id: number, rank: number][];
    after: { rank: number; key: string | number; id: number } | undefined;
    limit: number;
  },
): Promise<PagedFile[]> {
  if (page.groupIds.length === 0) return [];
  const order = orderOf(page.sort);
  const direction = sql.raw(order.descending ? 'desc' : 'asc');
  const byType = page.sort === 'file_type';
  const rank = byType ? sql`coalesce(ranks.rank, 1000000 + files.file_type_id)` : sql`0`;
  const { rows } = await sql<PagedFile & { user_name: string | null }>`
    with ${rowsOf(db, 'ranks', { type_id: 'int8', rank: 'int8' }, byType ? page.typeRanks : [])},
    hits as (${hitsOf(db, search)}),
    found as materialized (
      select files.id, files.${sql.ref(order.column)} as sort_key, files.${sql.ref(page.groupBy)} as group_id, ${rank} as rank
      from hits join files on files.id = hits.id
      left join ranks on ranks.type_id = files.file_type_id
      where files.trashed_at is null ${conditionsOf(search)} and files.${sql.ref(page.groupBy)} in (${sql.join(page.groupIds)})
    ),
    placed as (
      select id, sort_key, group_id,
        row_number() over (partition by group_id order by rank, sort_key ${direction}, id ${direction}) as place
      from found ${afterOf(page.after, order.descending)}
    )
    select files.id, files.filename, files.filepath, files.file_type_id, files.size, files.uploaded_at, files.user_id,
      files.team_id, users.name as user_name, placed.group_id, placed.sort_key
    from placed join files on files.id = placed.id left join users on users.id = files.user_id
    where placed.place <= ${page.limit}
    order by placed.group_id, placed.place`.execute(db);
  return rows.map(asFile);
}

/** Ids of files whose own, team's or uploader's name contains the term, each found through an index. */
function hitsOf(db: Db, search: Search): RawBuilder<unknown> {
  const byTeam =
    search.matchingTeamIds.length === 0
      ? sql``
      : sql`union select id from files where trashed_at is null and team_id in (${sql.join(search.matchingTeamIds)})`;
  return sql`${byName(db, search.term)} ${byTeam}
    union select id from files where trashed_at is null and user_id in (${matchingUsers(db, search)})`;
}

function byName(db: Db, term: string): RawBuilder<unknown> {
  const candidates = filesWithWords(db, wordsOfSearch(term));
  if (wordsDecide(term)) return candidates;
  return sql`select named.id from (${candidates}) as candidates join files as named on named.id = candidates.id
    where ${contains(db, sql`named.name_folded`, term)}`;
}

const usersNamed = (db: Db, term: string) =>
  sql`select id from users where ${contains(db, sql`users.name_folded`, term)}`;

// A database that is told who they are knows how few files they have; one that has to find them reads all files.
const fewUsers = 100;

const matchingUsers = (db: Db, { term, matchingUserIds: ids }: Search) =>
  ids.length > fewUsers ? usersNamed(db, term) : ids.length > 0 ? sql.join(ids) : sql`null`;

const notInMatchingTeams = ({ matchingTeamIds }: Search) =>
  matchingTeamIds.length === 0 ? sql`` : sql`and files.team_id not in (${sql.join(matchingTeamIds)})`;

function conditionsOf(search: Search): RawBuilder<unknown> {
  const seen = search.seenTeamIds;
  const conditions = [
    seen === undefined
      ? undefined
      : seen.length === 0
        ? sql`and files.user_id = ${search.userId}`
        : sql`and (files.team_id in (${sql.join(seen)}) or files.user_id = ${search.userId})`,
    search.teamId === undefined ? undefined : sql`and files.team_id = ${search.teamId}`,
    search.typeId === undefined ? undefined : sql`and files.file_type_id = ${search.typeId}`,
    search.since === undefined ? undefined : sql`and files.uploaded_at >= ${search.since}`,
  ].filter((one) => one !== undefined);
  return conditions.length === 0 ? sql`` : sql.join(conditions, sql` `);
}

function afterOf(
  after: { rank: number; key: string | number; id: number } | undefined,
  descending: boolean,
): RawBuilder<unknown> {
  if (!after) return sql``;
  const comparison = sql.raw(descending ? '<' : '>');
  return sql`where rank > ${after.rank} or (rank = ${after.rank} and (sort_key, id) ${comparison} (${after.key}, ${after.id}))`;
}
