import type { FileType } from '#features/file-types/file-types.contract.ts';
import type { FilesView } from '#features/files/core/files.contract.ts';
import type { Team } from '#features/teams/teams.contract.ts';
import type { Caller } from '#server/access/caller.ts';
import type { Context } from '#server/context.ts';
import { ownerSeenBy } from '../core/visible-files.queries.ts';
import { listPages } from './file-counts.queries.ts';
import type { FileCount, PagedFileCount, PagedFile, UploadedBetween } from './file-counts.queries.ts';
import { rankedId, rankOf } from './files-order.rules.ts';
import type { FileCursor } from './files-order.rules.ts';
import { listFilteredFileCounts, listSeenFileCounts, passesFilters, total } from './files-seen.queries.ts';
import type { SeenFileCount } from './files-seen.queries.ts';

/** The caller, the view with its filters and order, and the names that groups and ranks need. */
export type ListScope = {
  ctx: Context;
  caller: Caller;
  view: FilesView;
  teams: Team[];
  types: FileType[];
  /** Teams of which the caller sees all files; undefined for all teams. */
  seenTeamIds: number[] | undefined;
};

/** The requested page of files, in one group or in every group. */
export type Page = { groupId: number | undefined; after: FileCursor | undefined; limit: number };

/** The files of a view: counts by team and type, and the first rows of groups. */
export type Listing = {
  /** All files that the caller sees, without the view's filters. */
  all: SeenFileCount[];
  counts: SeenFileCount[];
  firstRows: (groupIds: number[]) => Promise<PagedFile[]>;
};

/** Reading a file costs about three times as much as skipping it in an index. */
const readingCost = 3;

/** The listing of a view without a search. */
export async function browseFiles(scope: ListScope, page: Page): Promise<Listing> {
  const { view, caller, ctx } = scope;
  const all = await listFileCountsOf(scope);
  const teamIds = scope.teams.map(({ id }) => id);
  const counts = isPart(view)
    ? await listFilteredFileCounts(ctx.listDb, caller, { ...view, teamIds })
    : all.filter(passesFilters(view));
  return {
    all,
    counts,
    firstRows: (groupIds) => {
      const wanted = fileCountsOfGroups(view, counts, groupIds);
      const fewOfMany = isPart(view) && areFewOfMany(scope, wanted, all, page.limit);
      // Few files of a user are read by the index of the uploader, many by the index of the order.
      const isFiltered = view.user_id !== undefined && !fewOfMany;
      const shown = isFiltered ? wanted.map((fileCount) => ({ ...fileCount, own: false })) : wanted;
      const isOfEveryTeam = !fewOfMany && isOrderedByTypeAndDate(scope);
      const paged = pagedFileCounts(scope, shown, page.after);
      return listPages(ctx.listDb, isOfEveryTeam ? onePerType(paged) : paged, {
        ...orderedBy(scope, page),
        uploaderId: isFiltered ? view.user_id : undefined,
        fewOfMany,
        isOfEveryTeam,
      });
    },
  };
}

/** Returns whether the page lists the files of each type by date, without a filter by team or uploader. */
const isOrderedByTypeAndDate = ({ view, seenTeamIds }: ListScope): boolean =>
  (view.sort === 'uploaded_at' || view.sort === 'file_type') &&
  view.group_by !== 'team' &&
  [seenTeamIds, view.team_id, view.user_id].every((one) => one === undefined);

const onePerType = (paged: readonly PagedFileCount[]): PagedFileCount[] => [
  ...new Map(paged.map((fileCount) => [fileCount.file_type_id, fileCount])).values(),
];

/** Returns the counts of all files that the caller sees, of those uploaded in this time. */
export const listFileCountsOf = (
  { ctx, caller, teams }: ListScope,
  time: UploadedBetween = {},
): Promise<SeenFileCount[]> =>
  listSeenFileCounts(ctx.listDb, caller, { teamIds: teams.map((team) => team.id), ...time });

/** Returns whether a filter leaves out files of a team and type. */
export const isPart = ({ uploaded_since, uploaded_before, user_id }: FilesView) =>
  [uploaded_since, uploaded_before, user_id].some((one) => one !== undefined);

export const groupOf = (view: FilesView, fileCount: { team_id: number; file_type_id: number }) =>
  view.group_by === 'team' ? fileCount.team_id : fileCount.file_type_id;

const fileCountsOfGroups = (view: FilesView, fileCounts: SeenFileCount[], groupIds: number[]) =>
  fileCounts.filter((fileCount) => groupIds.includes(groupOf(view, fileCount)));

/**
 * Returns whether reading all matches costs less than scanning the index of each team and type until `limit` rows
 * match.
 */
function areFewOfMany(
  { view }: ListScope,
  passing: readonly FileCount[],
  all: readonly FileCount[],
  limit: number,
): boolean {
  const scanned = (passing.length * limit * total(all.filter(passesFilters(view)))) / Math.max(1, total(passing));
  return readingCost * total(passing) < scanned;
}

/** The order and the length of a page, for `listPages`. */
const orderedBy = ({ view, caller }: ListScope, { limit }: Page) => ({
  order: view,
  uploaded_since: view.uploaded_since,
  uploaded_before: view.uploaded_before,
  userId: view.user_id ?? ownerSeenBy(caller),
  limit,
});

/** Returns the rank of a file's type or team in the view's order, from their ids; 0 if the order has no ranks. */
export const rankIn = ({ view, teams, types }: ListScope, id: number): number =>
  rankOf(view, view.sort === 'team' ? teams : types, id);

/** Leaves out teams and types before the cursor. Those after it start with their first file. */
const pagedFileCounts = (
  scope: ListScope,
  fileCounts: SeenFileCount[],
  after: FileCursor | undefined,
): PagedFileCount[] => fileCounts.flatMap((fileCount) => pagedFileCount(scope, fileCount, after));

function pagedFileCount(
  scope: ListScope,
  { team_id, file_type_id, own }: SeenFileCount,
  after: FileCursor | undefined,
): PagedFileCount[] {
  const { view } = scope;
  const rank = rankIn(scope, rankedId(view, { team_id, file_type_id }));
  const fileCount = { team_id, file_type_id, group_id: groupOf(view, { team_id, file_type_id }), rank, own };
  if (!after) return [{ ...fileCount, after: undefined }];
  const cursorRank = rankIn(scope, after.ranked);
  if (rank < cursorRank) return [];
  return [{ ...fileCount, after: rank === cursorRank ? after : undefined }];
}
