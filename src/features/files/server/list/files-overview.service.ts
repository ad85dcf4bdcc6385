import { withThumbnails } from '#features/extraction/server/extraction.queries.ts';
import { listFileTypes } from '#features/file-types/server/file-types.queries.ts';
import type { FilesGroup, FilesOverview, FilesView, ListedFile } from '#features/files/core/files.contract.ts';
import { filesPerClick, thisWeekMs } from '#features/files/core/files.rules.ts';
import { listTeams } from '#features/teams/server/teams.queries.ts';
import { listScansSeenBy } from '#features/virus-scan/server/virus-scans.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import type { Context } from '#server/context.ts';
import { formatCursor, parseCursor, readPage } from '#server/database/page-of.ts';
import { teamsSeenBy } from '../core/visible-files.queries.ts';
import { searchFileNames } from '../search/file-name-search.service.ts';
import { filteredContainer } from './container-filter.service.ts';
import type { PagedFile } from './file-counts.queries.ts';
import { browseFiles, groupOf, isPart, listFileCountsOf } from './files-listing.service.ts';
import type { Listing, ListScope, Page } from './files-listing.service.ts';
import { rankedId } from './files-order.rules.ts';
import type { FileCursor, ListOrder } from './files-order.rules.ts';
import { total } from './files-seen.queries.ts';
import type { SeenFileCount } from './files-seen.queries.ts';

/**
 * Number of groups that contain their first files. The client requests the files of further groups when they scroll
 * into view.
 */
const groupsWithFiles = 12;

async function scopeOf(ctx: Context, caller: Caller, asked: FilesView): Promise<ListScope> {
  const view = { ...asked, container_id: await filteredContainer(ctx.listDb, caller, asked.container_id) };
  const [teams, types] = [await listTeams(ctx.listDb), await listFileTypes(ctx.listDb)];
  return { ctx, caller, view, teams, types, seenTeamIds: teamsSeenBy(caller) };
}

const listingOf = (scope: ListScope, page: Page): Promise<Listing> =>
  isSearch(scope.view) ? searchFileNames(scope, page) : browseFiles(scope, page);

const isSearch = ({ search, waiting, folder, container_id }: FilesView): boolean =>
  Boolean(search) || [waiting, folder, container_id].some((one) => one !== undefined);

/** Returns totals and groups of the files page. Without a search, the counts need no read of the table of files. */
export async function overviewFiles(ctx: Context, caller: Caller, view: FilesView): Promise<FilesOverview> {
  const scope = await scopeOf(ctx, caller, view);
  const page = { groupId: undefined, after: undefined, limit: filesPerClick };
  const { all, counts, firstRows } = await listingOf(scope, page);
  const uploaded_since = new Date(ctx.clock().getTime() - thisWeekMs).toISOString();
  const week = await listFileCountsOf(scope, { uploaded_since });
  const groups = namedGroups(scope, counts);
  const shown = groups.filter((group) => group.files_count > 0).slice(0, groupsWithFiles);
  const files = await describeFiles(ctx, caller, await firstRows(shown.map((group) => group.id)));
  return {
    totals: {
      files: total(all),
      teams: scope.seenTeamIds?.length ?? scope.teams.length,
      file_types: scope.types.length,
      this_week: total(week),
    },
    matching: total(counts),
    groups: groups.map((group) =>
      withFiles(
        view,
        group,
        files.filter((file) => file.group_id === group.id),
      ),
    ),
  };
}

/** Returns the next files of one group. */
export async function pageOfGroup(
  ctx: Context,
  caller: Caller,
  view: FilesView & { group_id: number; after?: string | undefined; limit: number },
): Promise<{ files: ListedFile[]; next: string | null }> {
  const after = view.after === undefined ? undefined : parsePosition(view, view.after);
  const scope = await scopeOf(ctx, caller, view);
  const read = async (limit: number) => {
    const { firstRows } = await listingOf(scope, { groupId: view.group_id, after, limit });
    return describeFiles(ctx, caller, await firstRows([view.group_id]));
  };
  const { rows, next } = await readPage(view.limit, read, (last) => positionAfter(view, last));
  return { files: rows, next };
}

const positionAfter = (list: ListOrder, file: PagedFile): string =>
  formatCursor([rankedId(list, file), file.sort_key, file.id]);

function parsePosition({ sort }: ListOrder, text: string): FileCursor {
  const key = { type: sort === 'size' ? 'integer' : 'text' } as const;
  const [ranked, value, id] = parseCursor(text, [{ type: 'id' }, key, { type: 'id' }]);
  return { ranked: ranked as number, key: value as string | number, id: id as number };
}

/** Adds to each file whether it has a thumbnail, and the result of its virus scan. */
async function describeFiles(
  { config, listDb }: Context,
  caller: Caller,
  files: readonly PagedFile[],
): Promise<(PagedFile & ListedFile)[]> {
  const ids = files.map((file) => file.id);
  const scans = await listScansSeenBy(listDb, config, caller, ids);
  return (await withThumbnails(listDb, files)).map((file) => ({
    ...file,
    ...(scans.has(file.id) && { virus_scan: scans.get(file.id) }),
  }));
}

type NamedGroup = Omit<FilesGroup, 'files' | 'next'>;

/** Returns the groups to show, by name. The files of a deleted type are a group without a name. */
function namedGroups({ view, seenTeamIds: seen, teams, types }: ListScope, passing: SeenFileCount[]): NamedGroup[] {
  const counts = new Map<number, number>();
  for (const fileCount of passing)
    counts.set(groupOf(view, fileCount), (counts.get(groupOf(view, fileCount)) ?? 0) + fileCount.files);
  const isFiltered = isSearch(view) || isPart(view) || view.team_id !== undefined || view.file_type_id !== undefined;
  const known: { id: number; name: string; description: string | null }[] = view.group_by === 'team' ? teams : types;
  const showsEmpty = (id: number) =>
    !isFiltered && (view.group_by !== 'team' || seen === undefined || seen.includes(id));
  const named = known
    .filter(({ id }) => counts.has(id) || showsEmpty(id))
    .map(({ id, name, description }) => ({ id, name, description, files_count: counts.get(id) ?? 0 }));
  const ofDeletedTypes = [...counts.keys()]
    .filter((id) => !known.some((one) => one.id === id))
    .toSorted((one, other) => one - other)
    .map((id) => ({ id, name: null, description: null, files_count: counts.get(id) ?? 0 }));
  return [...named, ...ofDeletedTypes];
}

function withFiles(view: FilesView, group: NamedGroup, files: (PagedFile & ListedFile)[]): FilesGroup {
  const last = files.at(-1);
  return { ...group, files, next: last && group.files_count > files.length ? positionAfter(view, last) : null };
}
