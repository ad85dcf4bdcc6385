import { withThumbnails } from '#features/extraction/server/extraction.queries.ts';
import { listFileTypes } from '#features/file-types/server/file-types.queries.ts';
import { maxWaitingPapers } from '#features/files/core/files.rules.ts';
import { fileViewer } from '#features/files/server/core/visible-files.queries.ts';
import {
  countSeenByMonth,
  listLatestDownloads,
  listLatestUploads,
  listNewestSeen,
  listSeenFileCounts,
  seesTeam,
} from '#features/files/server/list/files-seen.queries.ts';
import type { FileEvent, SeenFileCount } from '#features/files/server/list/files-seen.queries.ts';
import { listWaiting } from '#features/files/server/list/waiting-papers.queries.ts';
import { listTeams } from '#features/teams/server/teams.queries.ts';
import { countUsers } from '#features/users/server/users.queries.ts';
import { activeTime } from '#features/users/users.rules.ts';
import type { Caller } from '#server/access/caller.ts';
import type { Context } from '#server/context.ts';
import { backupRun, listLastRuns } from '#server/database/last-runs.queries.ts';
import type { AnswerOf } from '#shared/endpoint.ts';
import type { Activity, dashboardsContract } from '../dashboards.contract.ts';
import { activitiesOfAKind, lastMonths, recentFilesShown, teamsShown } from '../dashboards.rules.ts';
import { ownTexts, texts } from '../dashboards.texts.ts';
import { findFirstSteps, findLastLogin, listLatestOwnActs } from './dashboards.queries.ts';

type Responses = { [Name in keyof typeof dashboardsContract]: AnswerOf<(typeof dashboardsContract)[Name]> };

/** The numbers of the four cards. Files are those that the caller may see. See docs/choices.md#dashboard-figures. */
export async function countAll({ listDb, clock }: Context, caller: Caller): Promise<Responses['adminIndex']> {
  const teams = await listTeams(listDb);
  const fileCounts = await listSeenFileCounts(listDb, caller, { teamIds: teams.map((team) => team.id) });
  return {
    totalUsers: await countUsers(listDb, { search: '' }),
    activeUsers: await countUsers(listDb, { search: '', active: activeTime(clock()) }),
    totalTeams: teams.length,
    filesUploaded: fileCounts.reduce((sum, fileCount) => sum + fileCount.files, 0),
  };
}

/** Returns the data of charts and lists. The numbers come from stored file counts, because counting files is slow. */
export async function overviewForAdmins(
  { listDb, clock }: Context,
  caller: Caller,
): Promise<Responses['adminDashboard']> {
  const teams = await listTeams(listDb);
  const teamIds = teams.map((team) => team.id);
  const months = lastMonths(clock());
  const fileCounts = await listSeenFileCounts(listDb, caller, { teamIds });
  const byMonth = await countSeenByMonth(listDb, caller, { teamIds, first: months[0] ?? '' });
  const newest = await withThumbnails(
    listDb,
    await listNewestSeen(listDb, caller, { teamIds, limit: recentFilesShown }),
  );
  const filesOfTeam = sumBy(fileCounts, 'team_id');
  return {
    file_types: await countTypes(listDb, fileCounts),
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

function sumBy(fileCounts: readonly SeenFileCount[], key: 'team_id' | 'file_type_id'): Map<number, number> {
  const sums = new Map<number, number>();
  for (const fileCount of fileCounts) sums.set(fileCount[key], (sums.get(fileCount[key]) ?? 0) + fileCount.files);
  return sums;
}

async function countTypes(
  listDb: Context['listDb'],
  fileCounts: readonly SeenFileCount[],
): Promise<Responses['adminDashboard']['file_types']> {
  const types = await listFileTypes(listDb);
  return [...sumBy(fileCounts, 'file_type_id')]
    .map(([id, files]) => ({ id, name: types.find((type) => type.id === id)?.name ?? null, files }))
    .toSorted((one, other) => other.files - one.files || one.id - other.id);
}

/** The caller's own actions. See docs/specification.md#personal-dashboard; downloads are our choice. */
export async function listActivity({ listDb }: Context, caller: Caller): Promise<Activity[]> {
  const uploads = await listLatestUploads(listDb, caller, activitiesOfAKind);
  const downloads = await listLatestDownloads(listDb, caller, activitiesOfAKind);
  const login = await findLastLogin(listDb, caller.id);
  const acts = Object.keys(ownTexts.profileActs) as (keyof typeof ownTexts.profileActs)[];
  const ownActs = await listLatestOwnActs(listDb, { userId: caller.id, acts, limit: activitiesOfAKind });
  const activities: Activity[] = [
    ...uploads.map((event) => asActivity('upload', event)),
    ...downloads.map((event) => asActivity('download', event)),
    ...ownActs.map(({ act, at }): Activity => {
      return { type: 'profile', action: ownTexts.profileActs[act], time: at, filepath: null };
    }),
    ...(login === null ? [] : [{ type: 'login' as const, action: texts.loggedIn, time: login, filepath: null }]),
  ];
  return activities.toSorted((one, other) => (one.time < other.time ? 1 : one.time > other.time ? -1 : 0));
}

function asActivity(type: 'upload' | 'download', { filename, filepath, at }: FileEvent): Activity {
  const sentence = type === 'upload' ? texts.uploadedFile : ownTexts.downloadedFile;
  return { type, action: sentence(filename ?? ownTexts.hiddenFile), time: at, filepath: filepath ?? null };
}

/** Which of the first steps are done. */
export async function firstSteps({ db, config, mailer }: Context): Promise<Responses['firstSteps']> {
  const runs = await listLastRuns(db);
  return {
    ...(await findFirstSteps(db)),
    mail: mailer !== undefined,
    backup: config.backup !== undefined || runs.some(({ name, failed }) => name === backupRun && !failed),
  };
}

export async function waitingPapers({ listDb }: Context, caller: Caller): Promise<{ files: number; more: boolean }> {
  const files = (await listWaiting(listDb, fileViewer(caller), maxWaitingPapers + 1)).length;
  return { files: Math.min(files, maxWaitingPapers), more: files > maxWaitingPapers };
}
