import { sql } from 'kysely';
import type { Caller } from '#server/access/caller.ts';
import type { Db } from '#server/parts.ts';
import type { File } from '../files.contract.ts';
import { listCells, listOwnCells, listPages } from './files-cells.queries.ts';
import type { Cell } from './files-cells.queries.ts';
import { maySeeFile, teamsSeenBy } from './files-scope.ts';

// What a person may see of all files: those of some teams, which the tally counts, and their own in the other teams.
// `teamIds` are the ids of all teams.

/** `own`: of a team the caller does not see, so that only their own files of it count. */
export type SeenCell = Cell & { own: boolean };

const hiddenOf = (seen: readonly number[], teamIds: readonly number[]) => teamIds.filter((id) => !seen.includes(id));

/** Whether the caller sees all files of a team, however few there are. */
export function seesTeam(caller: Caller, teamId: number): boolean {
  return teamsSeenBy(caller)?.includes(teamId) ?? true;
}

/** The cells of which the caller sees anything, with how many files uploaded at or after `since`. */
export async function listSeenCells(
  db: Db,
  caller: Caller,
  { teamIds, since }: { teamIds: readonly number[]; since?: string | undefined },
): Promise<SeenCell[]> {
  const seen = teamsSeenBy(caller);
  const cells = (await listCells(db, since)).map((cell) => ({ ...cell, own: false }));
  if (seen === undefined) return cells;
  const own = await listOwnCells(db, { userId: caller.id, teamIds: hiddenOf(seen, teamIds), since });
  return [...cells.filter((cell) => seen.includes(cell.team_id)), ...own.map((cell) => ({ ...cell, own: true }))];
}

/** How many files the caller sees of each month (`yyyy-mm`, UTC) from `first` on; months without any are left out. */
export async function countSeenByMonth(
  db: Db,
  caller: Caller,
  { teamIds, first }: { teamIds: readonly number[]; first: string },
): Promise<{ month: string; files: number }[]> {
  const seen = teamsSeenBy(caller);
  const hidden = seen === undefined ? [] : hiddenOf(seen, teamIds);
  const ofTeams = sql`
    select substr(span, 2) as month, files from file_tally
    where span >= ${`m${first}`} and span < 'n' ${teamsIn(seen)}`;
  // Their files of hidden teams are few of all they ever uploaded; adding nothing keeps the date's index out of it.
  const own = sql`
    select substr(uploaded_at, 1, 7) as month, 1 as files from files
    where user_id = ${caller.id} and ${isIn('team_id', hidden)} and trashed_at is null
      and (uploaded_at || '') >= ${first}`;
  const { rows } = await sql<{ month: string; files: number }>`
    select month, sum(files) as files from (${ofTeams} union all ${own}) as seen
    group by month having sum(files) > 0 order by month`.execute(db);
  return rows;
}

/** The newest files the caller sees, newest first. */
export async function listNewestSeen(
  db: Db,
  caller: Caller,
  { teamIds, limit }: { teamIds: readonly number[]; limit: number },
): Promise<File[]> {
  const seen = teamsSeenBy(caller);
  const hidden = seen === undefined ? [] : hiddenOf(seen, teamIds);
  const own = await listOwnCells(db, { userId: caller.id, teamIds: hidden, since: undefined });
  const newest = await listNewestCells(db, seen, limit);
  const page = { group_id: 0, rank: 0, after: undefined };
  return listPages(
    db,
    [
      ...newest.map((cell) => ({ ...cell, ...page, own: false })),
      ...own.map((cell) => ({ ...cell, ...page, own: true })),
    ],
    { sort: 'uploaded_at', since: undefined, matching: undefined, fewOfMany: false, userId: caller.id, limit },
  );
}

/**
 * The cells that the newest files are in, found without looking at a file: those with uploads since the day that the
 * last of the newest `files` counts of a day belongs to, for every one of them stands for a file at least.
 */
async function listNewestCells(
  db: Db,
  seen: readonly number[] | undefined,
  files: number,
): Promise<{ team_id: number; file_type_id: number }[]> {
  const { rows } = await sql<{ team_id: number; file_type_id: number }>`
    select distinct team_id, file_type_id from file_tally
    where span < 'e' and files > 0 ${teamsIn(seen)} and span >= (
      select min(span) from (
        select span from file_tally where span > 'd' and span < 'e' and files > 0 ${teamsIn(seen)}
        order by span desc limit ${files}
      ) as newest
    )`.execute(db);
  return rows;
}

const teamsIn = (seen: readonly number[] | undefined) => (seen ? sql`and ${isIn('team_id', seen)}` : sql``);

const isIn = (column: string, ids: readonly number[]) =>
  ids.length === 0 ? sql`1 = 0` : sql`${sql.ref(column)} in (${sql.join(ids)})`;

/** A file that somebody uploaded or downloaded, and when; what of it they may still see. */
export type FileEvent = {
  /** Missing when the file is no longer shared with them: it may have another name by now. */
  filename: string | undefined;
  filepath: string | undefined;
  at: string;
};

/** The caller's latest uploads, those in the trash included, newest first. */
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

/** The caller's latest downloads, newest first. */
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
