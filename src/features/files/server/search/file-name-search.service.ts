import { maxWaitingPapers } from '#features/files/core/files.rules.ts';
import { mayOpenContainers } from '#features/papers/server/visible-containers.queries.ts';
import { fileViewer } from '../core/visible-files.queries.ts';
import { listPicked } from '../list/file-counts.queries.ts';
import { groupOf, listFileCountsOf, rankIn } from '../list/files-listing.service.ts';
import type { Listing, ListScope, Page } from '../list/files-listing.service.ts';
import { isRanked, orderOf, rankedId } from '../list/files-order.rules.ts';
import { listWaiting } from '../list/waiting-papers.queries.ts';
import { searchFiles } from './files-search.queries.ts';
import type { FoundCount, SearchTerms } from './files-search.queries.ts';
import { readTerms } from './search-terms.service.ts';

/**
 * Returns the files whose own name, folder, team or uploader contains the text, or all files of the view's folder or container,
 * or the waiting papers. See docs/decisions/search.md#names.
 */
export async function searchFileNames(scope: ListScope, page: Page): Promise<Listing> {
  const { ctx, view, teams, seenTeamIds } = scope;
  const terms = view.search ? readTerms(teams, view.search) : noTerms;
  const found = terms ? await findIn(scope, terms, page) : [];
  const groupBy = view.group_by === 'team' ? 'team_id' : 'file_type_id';
  return {
    all: await listFileCountsOf(scope),
    counts: found.map(({ firsts: _, ...count }) => ({
      ...count,
      own: seenTeamIds !== undefined && !seenTeamIds.includes(count.team_id),
    })),
    firstRows: (groupIds) => {
      const ids = groupIds.flatMap((id) => firstIds(scope, found, page, id));
      return listPicked(ctx.listDb, ids, { groupBy, order: view });
    },
  };
}

/** The terms of a list without a search. */
const noTerms: SearchTerms = { wanted: [], unwanted: [] };

async function findIn({ ctx, view, caller }: ListScope, terms: SearchTerms, { groupId, after, limit }: Page) {
  const viewer = fileViewer(caller);
  if (view.waiting && !(await mayOpenContainers(ctx.db, caller))) return [];
  const among = view.waiting && (await listWaiting(ctx.listDb, viewer, maxWaitingPapers));
  return searchFiles(
    ctx.listDb,
    { ...view, ...terms, ...viewer, among },
    {
      order: view,
      group: { by: view.group_by === 'team' ? 'team_id' : 'file_type_id', id: groupId },
      after,
      rankedBy: isRanked(view) ? (view.sort === 'team' ? 'team_id' : 'file_type_id') : undefined,
      limit,
    },
  );
}

/** Returns the ids of the first files of a group, from the first ones of its teams and types. */
function firstIds(scope: ListScope, found: readonly FoundCount[], { after, limit }: Page, groupId: number): number[] {
  const { view } = scope;
  const { type, descending } = orderOf(view);
  const afterRank = after && rankIn(scope, after.ranked);
  const compareKeys = (one: string, other: string) =>
    type === 'int8' ? Number(one) - Number(other) : Buffer.compare(Buffer.from(one), Buffer.from(other));
  return found
    .filter((count) => groupOf(view, count) === groupId)
    .map((count) => ({ ...count, rank: rankIn(scope, rankedId(view, count)) }))
    .filter(({ rank }) => afterRank === undefined || rank >= afterRank)
    .flatMap(({ rank, firsts }) => firsts.map((first) => ({ ...first, rank })))
    .toSorted(
      (one, other) =>
        one.rank - other.rank || (descending ? -1 : 1) * (compareKeys(one.key, other.key) || one.id - other.id),
    )
    .slice(0, limit)
    .map(({ id }) => id);
}
