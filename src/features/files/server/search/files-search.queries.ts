import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { FilesView } from '#features/files/core/files.contract.ts';
import { below } from '#features/files/core/folders.rules.ts';
import type { Db } from '#server/database/db.ts';
import { contains } from '#server/database/dialect/expressions.ts';
import { isVisibleTo } from '../core/visible-files.queries.ts';
import type { FileViewer } from '../core/visible-files.queries.ts';
import type { FileCount } from '../list/file-counts.queries.ts';
import { orderOf } from '../list/files-order.rules.ts';
import type { ListOrder } from '../list/files-order.rules.ts';

/** A term of a search. It matches a file by its name, its folder, its team or its uploader. */
export type NameTerm = {
  /** In the search form, not empty. */
  text: string;
  /** The teams whose names contain the term. */
  teamIds: number[];
  /** The container number that the term is, in its normal form. Files with it in any spelling match. */
  containerNumber: string | undefined;
};

/** The terms that a file must and must not match. */
export type SearchTerms = { wanted: NameTerm[]; unwanted: NameTerm[] };

/** The filters of a view that compare a column or a link of a file. */
export type FileFilters = Pick<
  FilesView,
  'team_id' | 'file_type_id' | 'uploaded_since' | 'uploaded_before' | 'user_id' | 'folder' | 'container_id'
>;

/** `among`: only files with these ids, which are few. */
export type Search = FileViewer & FileFilters & SearchTerms & { among?: readonly number[] | undefined };

/** The number of matching files of a team and type, and the first of them in the order. */
export type FoundCount = FileCount & { firsts: { id: number; key: string }[] };

/**
 * Returns the matching files per team and type, by one scan of all names. `after` is the end of the previous page: files before
 * it are not counted, but for those of other ranks.
 */
export async function searchFiles(
  db: Db,
  search: Search,
  page: {
    order: ListOrder;
    /** Only this team or type. */
    group: { by: 'file_type_id' | 'team_id'; id: number | undefined };
    /** `rankedBy` is the column whose value `ranked` the cursor has, if the order has ranks. */
    after: { key: string | number; id: number; ranked: number } | undefined;
    rankedBy: 'file_type_id' | 'team_id' | undefined;
    limit: number;
  },
): Promise<FoundCount[]> {
  const order = orderOf(page.order);
  const direction = sql.raw(order.descending ? 'desc' : 'asc');
  // Filters by folder, container and ids are few files, which have indexes.
  const { among } = search;
  const isNarrow = search.folder === undefined && search.container_id === undefined && among === undefined;
  const key =
    isNarrow && order.column === 'name_sort'
      ? sql`(select sorted.name_sort from files as sorted where sorted.id = files.id)`
      : sql.ref(`files.${order.column}`);
  const comparison = sql.raw(order.descending ? '<' : '>');
  const { after, group, rankedBy } = page;
  const isAfter = after && sql`(${key}, files.id) ${comparison} (${after.key}, ${after.id})`;
  const conditions = [
    isNarrow ? undefined : sql`files.trashed_at is null`,
    among && (among.length === 0 ? sql`1 = 0` : sql`files.id in (${sql.join(among)})`),
    isVisibleTo(search),
    ...filtersOf(search),
    group.id === undefined ? undefined : sql`files.${sql.ref(group.by)} = ${group.id}`,
    isFound(db, search),
    isAfter && rankedBy ? sql`(files.${sql.ref(rankedBy)} <> ${after.ranked} or ${isAfter})` : isAfter,
  ].filter((one) => one !== undefined);
  const matching = sql`from ${isNarrow ? sql`file_names as files` : sql`files`} where ${sql.join(conditions, sql` and `)}`;
  // The first files of each group end their scan early. `row_number()` over all matching files takes four times as long.
  const { rows } = await sql<FileCount & { firsts: string }>`
    select counts.*, (
      select string_agg(firsts.id || ' ' || firsts.sort_key, ${'\n'}) from (
        select files.id, ${key} as sort_key ${matching}
          and files.team_id = counts.team_id and files.file_type_id = counts.file_type_id
        order by ${key} ${direction}, files.id ${direction} limit ${page.limit}
      ) as firsts
    ) as firsts
    from (select team_id, file_type_id, count(*) as files ${matching} group by team_id, file_type_id) as counts`.execute(
    db,
  );
  return rows.map(({ firsts, ...count }) => ({ ...count, firsts: firsts.split('\n').map(asFirst) }));
}

function asFirst(line: string): { id: number; key: string } {
  const blank = line.indexOf(' ');
  return { id: Number(line.slice(0, blank)), key: line.slice(blank + 1) };
}

/** The conditions of the filters on a row of `files`. */
export const filtersOf = (filters: FileFilters): RawBuilder<SqlBool>[] =>
  [
    filters.team_id === undefined ? undefined : sql<SqlBool>`files.team_id = ${filters.team_id}`,
    filters.file_type_id === undefined ? undefined : sql<SqlBool>`files.file_type_id = ${filters.file_type_id}`,
    filters.uploaded_since === undefined ? undefined : sql<SqlBool>`files.uploaded_at >= ${filters.uploaded_since}`,
    filters.uploaded_before === undefined ? undefined : sql<SqlBool>`files.uploaded_at < ${filters.uploaded_before}`,
    filters.user_id === undefined ? undefined : sql<SqlBool>`files.user_id = ${filters.user_id}`,
    filters.folder === undefined ? undefined : inFolder(filters.folder),
    filters.container_id === undefined ? undefined : inContainer(filters.container_id),
  ].filter((one) => one !== undefined);

const inContainer = (containerId: number) => sql<SqlBool>`files.id in (
  select links.file_id from container_files as links where links.container_id = ${containerId} and links.removed_at is null)`;

function inFolder(folder: string): RawBuilder<SqlBool> {
  const { from, to } = below(folder);
  return sql<SqlBool>`(files.folder = ${folder} or (files.folder >= ${from} and files.folder < ${to}))`;
}

/** The condition that a row of `files`, or of `file_names` under this name, matches the terms. */
export function isFound(db: Db, { wanted, unwanted }: SearchTerms): RawBuilder<SqlBool> {
  const conditions = [
    ...wanted.map((term) => matches(db, term)),
    ...unwanted.map((term) => sql`not ${matches(db, term)}`),
  ];
  return conditions.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

function matches(db: Db, { text, teamIds, containerNumber }: NameTerm): RawBuilder<unknown> {
  return sql`(${sql.join(
    [
      contains(db, sql`files.name_folded`, text),
      sql`files.user_id in (select id from users where ${contains(db, sql`users.name_folded`, text)})`,
      teamIds.length === 0 ? undefined : sql`files.team_id in (${sql.join(teamIds)})`,
      // The index of numbers. See docs/decisions/documents-of-containers.md#links-by-number.
      containerNumber === undefined
        ? undefined
        : sql`files.id in (select file_id from file_references where value = ${containerNumber})`,
    ].filter((one) => one !== undefined),
    sql` or `,
  )})`;
}
