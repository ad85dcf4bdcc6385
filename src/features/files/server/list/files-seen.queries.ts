import { sql } from 'kysely';
import type { File } from '#features/files/core/files.contract.ts';
import type { Caller } from '#server/access/caller.ts';
import type { Db } from '#server/database/db.ts';
import { maySeeFile, ownerSeenBy, teamsSeenBy } from '../core/visible-files.queries.ts';
import type { FileFilters } from '../search/files-search.queries.ts';
import { listFileCounts, listOwnFileCounts, listPages } from './file-counts.queries.ts';
import type { FileCount, UploadedBetween } from './file-counts.queries.ts';

// A user sees all files of some teams, which the table file_counts counts, and their own files in the other teams.
// `teamIds` are the ids of all teams.

/** `own`: the caller does not see the team, so only the caller's own files count. */
export type SeenFileCount = FileCount & { own: boolean };

const hiddenOf = (seen: readonly number[], teamIds: readonly number[]) => teamIds.filter((id) => !seen.includes(id));

/** Returns whether the caller sees all files of a team. */
export function seesTeam(caller: Caller, teamId: number): boolean {
  return teamsSeenBy(caller)?.includes(teamId) ?? true;
}

/** Returns the number of files per team and type that the caller sees, of those uploaded in this time. */
export async function listSeenFileCounts(
  db: Db,
  caller: Caller,
  { teamIds, ...time }: { teamIds: readonly number[] } & UploadedBetween,
): Promise<SeenFileCount[]> {
  const seen = teamsSeenBy(caller);
  const fileCounts = (await listFileCounts(db, time)).map((fileCount) => ({ ...fileCount, own: false }));
  if (seen === undefined) return fileCounts;
  const own = await listOwnFileCounts(db, { userId: ownerSeenBy(caller), teamIds: hiddenOf(seen, teamIds), ...time });
  return [
    ...fileCounts.filter((fileCount) => seen.includes(fileCount.team_id)),
    ...own.map((fileCount) => ({ ...fileCount, own: true })),
  ];
}

/**
 * Returns the number of files per team and type that the caller sees, of those that pass the filters by time, uploader, team and
 * type. `own`: only the files of the uploader are listed.
 */
export async function listFilteredFileCounts(
  db: Db,
  caller: Caller,
  filters: FileFilters & { teamIds: readonly number[] },
): Promise<SeenFileCount[]> {
  const { user_id: userId, teamIds, uploaded_since, uploaded_before } = filters;
  const time = { uploaded_since, uploaded_before };
  const isPassed = passesFilters(filters);
  if (userId === undefined) return (await listSeenFileCounts(db, caller, { teamIds, ...time })).filter(isPassed);
  const seen = userId === ownerSeenBy(caller) ? teamIds : (teamsSeenBy(caller) ?? teamIds);
  const fileCounts = await listOwnFileCounts(db, { userId, teamIds: [...seen], ...time });
  return fileCounts.filter(isPassed).map((fileCount) => ({ ...fileCount, own: true }));
}

export const passesFilters = (filters: FileFilters) => (fileCount: FileCount) =>
  (filters.team_id === undefined || fileCount.team_id === filters.team_id) &&
  (filters.file_type_id === undefined || fileCount.file_type_id === filters.file_type_id);

export const total = (fileCounts: readonly FileCount[]) =>
  fileCounts.reduce((sum, fileCount) => sum + fileCount.files, 0);

/**
 * Returns the number of files that the caller sees per month (`yyyy-mm`, UTC), from `first` on. Months without files
 * are left out.
 */
export async function countSeenByMonth(
  db: Db,
  caller: Caller,
  { teamIds, first }: { teamIds: readonly number[]; first: string },
): Promise<{ month: string; files: number }[]> {
  const seen = teamsSeenBy(caller);
  const hidden = seen === undefined ? [] : hiddenOf(seen, teamIds);
  const ofTeams = sql`
    select substr(span, 2) as month, files from file_counts
    where span >= ${`m${first}`} and span < 'n' ${teamsIn(seen)}`;
  // The caller has few files in hidden teams. The empty addition keeps the query planner from the index on the date.
  const own = sql`
    select substr(uploaded_at, 1, 7) as month, 1 as files from files
    where user_id = ${ownerSeenBy(caller)} and ${isIn('team_id', hidden)} and trashed_at is null
      and (uploaded_at || '') >= ${first}`;
  const { rows } = await sql<{ month: string; files: number }>`
    select month, sum(files) as files from (${ofTeams} union all ${own}) as seen
    group by month having sum(files) > 0 order by month`.execute(db);
  return rows;
}

/** Returns the newest files that the caller sees, newest first. */
export async function listNewestSeen(
  db: Db,
  caller: Caller,
  { teamIds, limit }: { teamIds: readonly number[]; limit: number },
): Promise<File[]> {
  const seen = teamsSeenBy(caller);
  const hidden = seen === undefined ? [] : hiddenOf(seen, teamIds);
  const own = await listOwnFileCounts(db, { userId: ownerSeenBy(caller), teamIds: hidden });
  const newest = await listNewestFileCounts(db, seen, limit);
  const page = { group_id: 0, rank: 0, after: undefined };
  return listPages(
    db,
    [
      ...newest.map((fileCount) => ({ ...fileCount, ...page, own: false })),
      ...own.map((fileCount) => ({ ...fileCount, ...page, own: true })),
    ],
    {
      order: { sort: 'uploaded_at' },
      fewOfMany: false,
      userId: ownerSeenBy(caller),
      limit,
    },
  );
}

/**
 * Returns the teams and types that can contain the newest `files` files, without reading a file: those with uploads since
 * the day of the `files`-th newest daily count. Each such count stands for at least one file.
 */
async function listNewestFileCounts(
  db: Db,
  seen: readonly number[] | undefined,
  files: number,
): Promise<{ team_id: number; file_type_id: number }[]> {
  const { rows } = await sql<{ team_id: number; file_type_id: number }>`
    select distinct team_id, file_type_id from file_counts
    where span < 'e' and files > 0 ${teamsIn(seen)} and span >= (
      select min(span) from (
        select span from file_counts where span > 'd' and span < 'e' and files > 0 ${teamsIn(seen)}
        order by span desc limit ${files}
      ) as newest
    )`.execute(db);
  return rows;
}

const teamsIn = (seen: readonly number[] | undefined) => (seen ? sql`and ${isIn('team_id', seen)}` : sql``);

const isIn = (column: string, ids: readonly number[]) =>
  ids.length === 0 ? sql`1 = 0` : sql`${sql.ref(column)} in (${sql.join(ids)})`;

/** An upload or a download of the caller, with the properties of the file that the caller may still see. */
export type FileEvent = {
  /** Missing if the caller may no longer see the file, because its new name may be confidential. */
  filename: string | undefined;
  filepath: string | undefined;
  at: string;
};

/** Returns the caller's latest uploads, including those in the trash, newest first. */
export async function listLatestUploads(db: Db, caller: Caller, limit: number): Promise<FileEvent[]> {
  const rows = await db
    .selectFrom('files')
    .select(['filename', 'filepath', 'trashed_at', 'team_id', 'user_id', 'uploaded_at as at'])
    .where('user_id', '=', caller.id)
    .orderBy('uploaded_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => asEvent(caller, row));
}

/** Returns the caller's latest downloads, newest first. */
export async function listLatestDownloads(db: Db, caller: Caller, limit: number): Promise<FileEvent[]> {
  const rows = await db
    .selectFrom('downloads')
    .innerJoin('files', 'files.id', 'downloads.file_id')
    .select([
      'files.filename',
      'files.filepath',
      'files.trashed_at',
      'files.team_id',
      'files.user_id',
      'downloads.downloaded_at as at',
    ])
    .where('downloads.user_id', '=', caller.id)
    .orderBy('downloads.downloaded_at', 'desc')
    .orderBy('downloads.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => asEvent(caller, row));
}

function asEvent(
  caller: Caller,
  file: { filename: string; filepath: string; trashed_at: string | null; team_id: number; user_id: number; at: string },
): FileEvent {
  const sees = maySeeFile(caller, file);
  return {
    filename: sees ? file.filename : undefined,
    filepath: sees && file.trashed_at === null ? file.filepath : undefined,
    at: file.at,
  };
}
