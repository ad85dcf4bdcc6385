import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '#server/database/db.ts';
import { isVisibleTo } from '../core/visible-files.queries.ts';
import type { FileViewer } from '../core/visible-files.queries.ts';
import { filtersOf, isFound } from '../search/files-search.queries.ts';
import type { FileFilters, SearchTerms } from '../search/files-search.queries.ts';
import { isWaiting } from './waiting-papers.queries.ts';

/** The filters of an export. Without a search, all files that pass the other filters. */
export type ExportFilter = FileViewer & FileFilters & { search: SearchTerms | undefined; waiting?: 'yes' | undefined };

/** A part of the export: the files with `to <= id < from`. */
export type IdRange = { from: number | undefined; to: number };

export type ExportedFile = {
  id: number;
  filename: string;
  file_type_id: number;
  type_name: string | null;
  team_id: number;
  team_name: string | null;
  size: number;
  uploaded_at: string;
  user_id: number;
  user_name: string | null;
  folder: string | null;
};

/**
 * Returns the lowest id of the next `limit` files before `from`, newest first. The name is not compared, so the time of
 * the query does not depend on the number of matches.
 */
export async function endOfRange(
  db: Db,
  filter: ExportFilter,
  { from, limit }: { from: number | undefined; limit: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number | null }>`
    select min(id) as id from (
      select files.id from files where ${conditionsOf(filter, { from, to: 0 })} order by files.id desc limit ${limit}
    ) as examined`.execute(db);
  return rows[0]?.id ?? undefined;
}

export async function listRange(db: Db, filter: ExportFilter, range: IdRange): Promise<ExportedFile[]> {
  const found = filter.search === undefined ? sql`` : sql`and ${isFound(db, filter.search)}`;
  return (await selectExported(sql`${conditionsOf(filter, range)} ${found}`).execute(db)).rows;
}

const selectExported = (where: RawBuilder<unknown>) => sql<ExportedFile>`
  select files.id, files.filename, files.file_type_id, file_types.name as type_name, files.team_id,
    teams.name as team_name, files.size, files.uploaded_at, files.user_id, users.name as user_name, files.folder
  from files
  left join file_types on file_types.id = files.file_type_id
  left join teams on teams.id = files.team_id
  left join users on users.id = files.user_id
  where ${where} order by files.id desc`;

/** Returns these files in this order, without those that the name matches too and those that the filters leave out. */
export async function listOnlyInTexts(db: Db, filter: ExportFilter, ids: readonly number[]): Promise<ExportedFile[]> {
  if (ids.length === 0) return [];
  const inNames = filter.search === undefined ? sql`` : sql`and ${isFound(db, filter.search)} is not true`;
  const { rows } = await selectExported(
    sql`${conditionsOf(filter, { from: undefined, to: 0 })} and files.id in (${sql.join(ids)}) ${inNames}`,
  ).execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function conditionsOf(filter: ExportFilter, { from, to }: IdRange): RawBuilder<unknown> {
  const conditions = [
    sql`files.trashed_at is null and files.id >= ${to}`,
    from === undefined ? undefined : sql`files.id < ${from}`,
    isVisibleTo(filter),
    filter.waiting ? isWaiting(filter) : undefined,
    ...filtersOf(filter),
  ].filter((one) => one !== undefined);
  return sql.join(conditions, sql` and `);
}
