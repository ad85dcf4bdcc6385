import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { contains, filesWithWords, rowsOf } from '#server/database/portable.ts';
import type { Db } from '#server/parts.ts';
import type { SortOrder } from '../files.contract.ts';
import type { PagedFile } from './files-cells.queries.ts';
import { orderOf } from './files-cells.queries.ts';
import { asFile } from './files.queries.ts';
import { wordsDecide, wordsOfSearch } from './files.words.ts';

export type Search = {
  /** Folded, not empty. */
  term: string;
  /** Teams whose names contain the term. */
  matchingTeamIds: number[];
  /** Teams the caller sees; none for all. */
  seenTeamIds: number[] | undefined;
  userId: number;
  teamId: number | undefined;
  typeId: number | undefined;
  since: string | undefined;
  groupBy: 'file_type_id' | 'team_id';
};

export type FoundFile = PagedFile & { group_total: number };

type Page = {
  sort: SortOrder;
  /** Types in the order of their names, for the sort by type. */
  typeRanks: [id: number, rank: number][];
  limit: number;
  /** The one group wanted, and where the page before ended. */
  within?: { groupId: number; after: { rank: number; key: string | number; id: number } | undefined };
};

/** The first found files of each group with the group's exact total, in order. */
export async function listFound(db: Db, search: Search, page: Page): Promise<FoundFile[]> {
  const order = orderOf(page.sort);
  const direction = sql.raw(order.descending ? 'desc' : 'asc');
  const byType = page.sort === 'file_type';
  const rank = byType ? sql`coalesce(ranks.rank, 1000000 + files.file_type_id)` : sql`0`;
  const { rows } = await sql<FoundFile & { user_name: string | null }>`
    with ${rowsOf(db, 'ranks', { type_id: 'int8', rank: 'int8' }, byType ? page.typeRanks : [])},
    hits as (${hitsOf(db, search)}),
    found as materialized (
      select files.id, files.${sql.ref(order.column)} as sort_key, files.${sql.ref(search.groupBy)} as group_id, ${rank} as rank
      from hits join files on files.id = hits.id
      left join ranks on ranks.type_id = files.file_type_id
      where files.trashed_at is null ${conditionsOf(search, page)}
    ),
    placed as (
      select id, sort_key, group_id,
        row_number() over (partition by group_id order by rank, sort_key ${direction}, id ${direction}) as place,
        count(*) over (partition by group_id) as group_total
      from found ${afterOf(page, order.descending)}
    )
    select files.id, files.filename, files.filepath, files.file_type_id, files.size, files.uploaded_at, files.user_id,
      files.team_id, users.name as user_name, placed.group_id, placed.sort_key, placed.group_total
    from placed join files on files.id = placed.id left join users on users.id = files.user_id
    where placed.place <= ${page.limit}
    order by placed.group_id, placed.place`.execute(db);
  return rows.map(asFile);
}

/** Ids of files whose own, team's or uploader's name contains the term, each found through an index. */
function hitsOf(db: Db, search: Search): RawBuilder<unknown> {
  const candidates = filesWithWords(db, wordsOfSearch(search.term));
  const byName = wordsDecide(search.term)
    ? candidates
    : sql`select named.id from (${candidates}) as candidates join files as named on named.id = candidates.id
        where ${contains(db, sql`named.name_folded`, search.term)}`;
  const byTeam =
    search.matchingTeamIds.length === 0
      ? sql``
      : sql`union select id from files where trashed_at is null and team_id in (${sql.join(search.matchingTeamIds)})`;
  return sql`${byName} ${byTeam}
    union select files.id from users join files on files.user_id = users.id and files.trashed_at is null
      where ${contains(db, sql`users.name_folded`, search.term)}`;
}

function conditionsOf(search: Search, page: Page): RawBuilder<unknown> {
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
    page.within === undefined ? undefined : sql`and files.${sql.ref(search.groupBy)} = ${page.within.groupId}`,
  ];
  return sql.join(
    conditions.filter((one) => one !== undefined),
    sql` `,
  );
}

function afterOf({ within }: Page, descending: boolean): RawBuilder<unknown> {
  const after = within?.after;
  if (!after) return sql``;
  const comparison = sql.raw(descending ? '<' : '>');
  return sql`where rank > ${after.rank} or (rank = ${after.rank} and (sort_key, id) ${comparison} (${after.key}, ${after.id}))`;
}
