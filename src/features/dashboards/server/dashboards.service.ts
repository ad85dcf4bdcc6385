import { listFileTypes } from '#features/file-types/server/file-types.queries.ts';
import {
  countSeenByMonth,
  listLatestDownloads,
  listLatestUploads,
  listNewestSeen,
  listSeenCells,
  seesTeam,
} from '#features/files/server/files-seen.queries.ts';
import type { FileEvent, SeenCell } from '#features/files/server/files-seen.queries.ts';
import { listTeams } from '#features/teams/server/teams.queries.ts';
import { countUsers } from '#features/users/server/users.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import type { Parts } from '#server/parts.ts';
import type { AnswerOf } from '#shared/endpoint.ts';
import type { Activity, dashboardsContract } from '../dashboards.contract.ts';
import { activeWithinMs, activitiesOfAKind, lastMonths, recentFilesShown, teamsShown } from '../dashboards.rules.ts';
import { ownTexts, texts } from '../dashboards.texts.ts';
import { countActiveUsers, findLastLogin } from './dashboards.queries.ts';

type Answers = { [Name in keyof typeof dashboardsContract]: AnswerOf<(typeof dashboardsContract)[Name]> };

/** The four cards. Files are those the caller may see. Source: decisions.md sections 2 and 3. */
export async function countAll({ reader, clock }: Parts, caller: Caller): Promise<Answers['adminIndex']> {
  const now = clock();
  const teams = await listTeams(reader);
  const cells = await listSeenCells(reader, caller, { teamIds: teams.map((team) => team.id) });
  return {
    totalUsers: await countUsers(reader, ''),
    activeUsers: await countActiveUsers(reader, {
      since: new Date(now.getTime() - activeWithinMs).toISOString(),
      now: now.toISOString(),
    }),
    totalTeams: teams.length,
    filesUploaded: cells.reduce((sum, cell) => sum + cell.files, 0),
  };
}

/** Charts and lists. Nothing here counts the files themselves: the tally has their numbers. */
export async function overviewForAdmins({ reader, clock }: Parts, caller: Caller): Promise<Answers['adminDashboard']> {
  const teams = await listTeams(reader);
  const teamIds = teams.map((team) => team.id);
  const months = lastMonths(clock());
  const cells = await listSeenCells(reader, caller, { teamIds });
  const byMonth = await countSeenByMonth(reader, caller, { teamIds, first: months[0] ?? '' });
  const newest = await listNewestSeen(reader, caller, { teamIds, limit: recentFilesShown });
  const filesOfTeam = sumBy(cells, 'team_id');
  return {
    file_types: await countTypes(reader, cells),
    months: months.map((month) => ({ month, files: byMonth.find((one) => one.month === month)?.files ?? 0 })),
    recent_files: newest.map((file) => {
      const team = teams.find(({ id }) => id === file.team_id);
      return { ...file, team: team ? { id: team.id, name: team.name } : null };
    }),
    teams: teams
      .filter(({ id }) => seesTeam(caller, id) || filesOfTeam.has(id))
      .slice(0, teamsShown)
      .map(({ id, name }) => ({ id, name, files: filesOfTeam.get(id) ?? 0 })),
    teams_count: teams.length,
  };
}

function sumBy(cells: readonly SeenCell[], key: 'team_id' | 'file_type_id'): Map<number, number> {
  const sums = new Map<number, number>();
  for (const cell of cells) sums.set(cell[key], (sums.get(cell[key]) ?? 0) + cell.files);
  return sums;
}

async function countTypes(
  reader: Parts['reader'],
  cells: readonly SeenCell[],
): Promise<Answers['adminDashboard']['file_types']> {
  const types = await listFileTypes(reader);
  return [...sumBy(cells, 'file_type_id')]
    .map(([id, files]) => ({ id, name: types.find((type) => type.id === id)?.name ?? null, files }))
    .toSorted((one, other) => other.files - one.files || one.id - other.id);
}

/** The caller's own doings. Source: spec sections 2 and 9, Personal dashboard; downloads are our choice. */
export async function listActivity({ reader }: Parts, caller: Caller): Promise<Activity[]> {
  const uploads = await listLatestUploads(reader, caller, activitiesOfAKind);
  const downloads = await listLatestDownloads(reader, caller, activitiesOfAKind);
  const login = await findLastLogin(reader, caller.id);
  const activities: Activity[] = [
    ...uploads.map((event) => asActivity('upload', event)),
    ...downloads.map((event) => asActivity('download', event)),
    ...(login === null ? [] : [{ type: 'login' as const, action: texts.loggedIn, time: login, filepath: null }]),
  ];
  return activities.toSorted((one, other) => (one.time < other.time ? 1 : one.time > other.time ? -1 : 0));
}

function asActivity(type: 'upload' | 'download', { filename, filepath, at }: FileEvent): Activity {
  const did = type === 'upload' ? texts.uploadedFile : ownTexts.downloadedFile;
  return { type, action: did(filename ?? ownTexts.hiddenFile), time: at, filepath: filepath ?? null };
}
