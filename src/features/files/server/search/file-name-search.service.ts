import type { FilesView } from '#features/files/core/files.contract.ts';
import type { Db } from '#server/database/db.ts';
import type { FirstRowsQuery } from '#server/file-name-index/shard.ts';
import { listPages, listPicked } from '../list/file-counts.queries.ts';
import type { FileCount } from '../list/file-counts.queries.ts';
import {
  areFewOfMany,
  fileCountsOfGroups,
  filteredFileCounts,
  listFileCountsOf,
  orderedBy,
  pagedFileCounts,
  rankIn,
} from '../list/files-listing.service.ts';
import type { Listing, ListScope, Page } from '../list/files-listing.service.ts';
import { isRanked, isReversed } from '../list/files-order.rules.ts';
import type { SeenFileCount } from '../list/files-seen.queries.ts';
import { isFound, isNarrowed, listFound, listFoundFileCounts } from './files-search.queries.ts';
import type { Search } from './files-search.queries.ts';
import { containerNumberOf } from './name-trigrams.rules.ts';
import { readTerms } from './search-terms.service.ts';
import type { SearchTerms } from './search-terms.service.ts';

/**
 * Returns the files whose own name, folder, team or uploader contains the text, or all files of the view's folder or container.
 * Uses the index in memory if there is one, and SQL otherwise. Both give the same result. See docs/file-name-search.md.
 */
export async function searchFileNames(scope: ListScope, text: string, page: Page): Promise<Listing> {
  const { listDb, fileNameIndex } = scope.ctx;
  const terms = text === '' ? noTerms : await readTerms(listDb, scope.teams, text);
  if (!terms) {
    const all = await listFileCountsOf(scope, listDb);
    return { db: listDb, all, counts: [], firstRows: async () => [] };
  }
  const search = { ...searchOf(scope, terms), containerNumber: containerNumberOf(text) };
  // The index in memory contains neither the normal forms of container numbers nor folders nor links, and has no filter
  // for the uploader and the end of a time. The database has an index of each.
  const { containerNumber, folder, containerId, uploaderId, before } = search;
  if ([containerNumber, folder, containerId, uploaderId, before].some((one) => one !== undefined))
    return searchInSql(scope, listDb, search, page);
  const { since, matchingTeamIds, matchingUserIds, seenTeamIds, teamId, typeId, userId, also, without } = search;
  const sinceMs = since === undefined ? undefined : Date.parse(since);
  const found = await fileNameIndex.search(
    { callerId: userId, seenTeamIds, teamId, typeId, sinceMs, matchingTeamIds, matchingUserIds, also, without },
    search.term,
    firstRowsQuery(scope, page),
  );
  if (!found) return searchInSql(scope, listDb, search, page);
  const listing = { db: listDb, all: await listFileCountsOf(scope, listDb) };
  const counts = found.counts.map((fileCount) => asSeen(scope, fileCount));
  const { view } = scope;
  if (!isIndexed(view)) return { ...listing, counts, firstRows: rowsInSql(scope, search, page, listing, counts) };
  const groupBy = view.group_by === 'team' ? 'team_id' : 'file_type_id';
  return {
    ...listing,
    counts,
    firstRows: (groupIds) => {
      const ids = found.firsts.filter(({ group }) => groupIds.includes(group)).flatMap((group) => group.ids);
      return listPicked(listDb, ids, { groupBy, order: view });
    },
  };
}

/** The terms of a folder or container without a search. */
const noTerms: SearchTerms = { term: '', matchingTeamIds: [], matchingUserIds: [], also: [], without: [] };

/** The index stores no order by name or team and none that is reversed: rows in those orders are read in SQL. */
const isIndexed = (view: FilesView) => view.sort !== 'filename' && view.sort !== 'team' && !isReversed(view);

function firstRowsQuery(scope: ListScope, { groupId, after, limit }: Page): FirstRowsQuery | undefined {
  const { view, types } = scope;
  if (!isIndexed(view)) return undefined;
  const isByType = view.sort === 'file_type';
  return {
    groupBy: view.group_by === 'team' ? 'team' : 'type',
    groupId,
    key: view.sort === 'size' ? 'size' : 'uploaded',
    typeRanks: isByType ? types.map(({ id }, rank): [number, number] => [id, rank]) : undefined,
    after: after && {
      rank: rankIn(scope, after.ranked),
      key: typeof after.key === 'number' ? after.key : Date.parse(after.key),
      id: after.id,
    },
    limit,
  };
}

async function searchInSql(scope: ListScope, db: Db, search: Search, page: Page): Promise<Listing> {
  const listing = { db, all: await listFileCountsOf(scope, db) };
  const filtered = await filteredFileCounts(scope, db, listing.all);
  const found = await listFoundFileCounts(db, search);
  const counts = [
    ...(isNarrowed(search) ? [] : filtered.filter(({ team_id }) => search.matchingTeamIds.includes(team_id))),
    ...found.map((fileCount) => asSeen(scope, fileCount)),
  ];
  return { ...listing, counts, firstRows: rowsInSql(scope, search, page, listing, counts) };
}

/** Reads rows from the index of the order, or sorts all matches if they are few. */
function rowsInSql(
  scope: ListScope,
  search: Search,
  page: Page,
  { db, all }: Pick<Listing, 'db' | 'all'>,
  counts: SeenFileCount[],
): Listing['firstRows'] {
  const { view, teams, types } = scope;
  const { after, limit } = page;
  return (groupIds) => {
    const wanted = fileCountsOfGroups(view, counts, groupIds);
    if (!areFewOfMany(scope, wanted, all, limit)) {
      const matching = isFound(db, search);
      const order = { ...orderedBy(scope, page), matching, fewOfMany: false };
      return listPages(db, pagedFileCounts(scope, wanted, after), order);
    }
    return listFound(db, search, {
      groupBy: view.group_by === 'team' ? 'team_id' : 'file_type_id',
      groupIds,
      order: view,
      ranked: isRanked(view)
        ? {
            by: view.sort === 'team' ? 'team_id' : 'file_type_id',
            ranks: (view.sort === 'team' ? teams : types).map(({ id }): [number, number] => [id, rankIn(scope, id)]),
          }
        : undefined,
      after: after && { ...after, rank: rankIn(scope, after.ranked) },
      limit,
    });
  };
}

const asSeen = ({ seenTeamIds }: ListScope, fileCount: FileCount): SeenFileCount => ({
  ...fileCount,
  own: seenTeamIds !== undefined && !seenTeamIds.includes(fileCount.team_id),
});

function searchOf({ view, seenTeamIds, caller }: ListScope, terms: SearchTerms): Omit<Search, 'containerNumber'> {
  return {
    ...terms,
    seenTeamIds,
    userId: caller.id,
    teamId: view.team_id,
    typeId: view.file_type_id,
    since: view.uploaded_since,
    before: view.uploaded_before,
    uploaderId: view.user_id,
    folder: view.folder,
    containerId: view.container_id,
  };
}
