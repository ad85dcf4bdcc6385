import { ownerSeenBy } from '../core/visible-files.queries.ts';
import { listPicked } from '../list/file-counts.queries.ts';
import { groupOf, listFileCountsOf, rankIn } from '../list/files-listing.service.ts';
import type { Listing, ListScope, Page } from '../list/files-listing.service.ts';
import { isRanked, orderOf, rankedId } from '../list/files-order.rules.ts';
import { searchFiles } from './files-search.queries.ts';
import type { FoundCount, SearchTerms } from './files-search.queries.ts';
import { readTerms } from './search-terms.service.ts';

/**
 * Returns the files whose own name, folder, team or uploader contains the text, or all files of the view's folder or container.
 * See docs/decisions/search.md#names.
 */
export async function searchFileNames(scope: ListScope, text: string, page: Page): Promise<Listing> {
  const { ctx, view, teams, seenTeamIds } = scope;
  const db = ctx.listDb;
  const terms = text === '' ? noTerms : readTerms(teams, text);
  const found = terms ? await findIn(scope, terms, page) : [];
  const groupBy = view.group_by === 'team' ? 'team_id' : 'file_type_id';
  return {
    db,
    all: await listFileCountsOf(scope, db),
    counts: found.map(({ firsts: _, ...count }) => ({
      ...count,
      own: seenTeamIds !== undefined && !seenTeamIds.includes(count.team_id),
    })),
    firstRows: (groupIds) => {
      const ids = groupIds.flatMap((id) => firstIds(scope, found, page, id));
      return listPicked(db, ids, { groupBy, order: view });
    },
  };
}

/** The terms of a folder or container without a search. */
const noTerms: SearchTerms = { wanted: [], unwanted: [] };

const findIn = ({ ctx, view, seenTeamIds, caller }: ListScope, terms: SearchTerms, { groupId, after, limit }: Page) =>
  searchFiles(
    ctx.listDb,
    {
      ...terms,
      seenTeamIds,
      userId: ownerSeenBy(caller),
      teamId: view.team_id,
      typeId: view.file_type_id,
      since: view.uploaded_since,
      before: view.uploaded_before,
      uploaderId: view.user_id,
      folder: view.folder,
      containerId: view.container_id,
    },
    {
      order: view,
      group: { by: view.group_by === 'team' ? 'team_id' : 'file_type_id', id: groupId },
      after,
      rankedBy: isRanked(view) ? (view.sort === 'team' ? 'team_id' : 'file_type_id') : undefined,
      limit,
    },
  );

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
