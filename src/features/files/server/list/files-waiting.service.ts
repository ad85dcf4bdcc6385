import type { FilesView } from '#features/files/core/files.contract.ts';
import { mayOpenContainers } from '#features/papers/server/visible-containers.queries.ts';
import { matchesName } from '#shared/search-query.ts';
import { fileViewer } from '../core/visible-files.queries.ts';
import { listPicked } from './file-counts.queries.ts';
import { groupOf, listFileCountsOf, rankIn } from './files-listing.service.ts';
import type { Listing, ListScope, Page } from './files-listing.service.ts';
import { orderOf, rankedId } from './files-order.rules.ts';
import type { SeenFileCount } from './files-seen.queries.ts';
import { listWaiting } from './waiting-papers.queries.ts';
import type { WaitingPaper } from './waiting-papers.queries.ts';

/** The listing of the waiting papers. A search compares only the names of files. There are few enough to sort here. */
export async function browseWaiting(scope: ListScope, page: Page): Promise<Listing> {
  const { view, caller } = scope;
  const db = scope.ctx.listDb;
  const mayList = await mayOpenContainers(scope.ctx.db, caller);
  const listed = mayList ? await listWaiting(db, fileViewer(caller)) : [];
  const { column, descending } = orderOf(view);
  const ranked = listed
    .filter(passes(view))
    .map((paper) => ({ ...paper, rank: rankIn(scope, rankedId(view, paper)), key: paper[column] }));
  const compare = (one: Position, other: Position) =>
    one.rank - other.rank || (descending ? -1 : 1) * (compareKeys(one.key, other.key) || one.id - other.id);
  const after = page.after && { ...page.after, rank: rankIn(scope, page.after.ranked) };
  const sorted = ranked.filter((paper) => !after || compare(paper, after) > 0).toSorted(compare);
  return {
    db,
    all: await listFileCountsOf(scope, db),
    counts: countsOf(ranked),
    firstRows: (groupIds) => {
      const firsts = groupIds.flatMap((group) =>
        sorted.filter((paper) => groupOf(view, paper) === group).slice(0, page.limit),
      );
      const groupBy = view.group_by === 'team' ? 'team_id' : 'file_type_id';
      return listPicked(
        db,
        firsts.map(({ id }) => id),
        { groupBy, order: view },
      );
    },
  };
}

type Position = { rank: number; key: string | number; id: number };

const compareKeys = (one: string | number, other: string | number) => (one < other ? -1 : one > other ? 1 : 0);

function passes(view: FilesView) {
  const { team_id, file_type_id, uploaded_since, uploaded_before, user_id, folder, container_id, search } = view;
  return (paper: WaitingPaper) =>
    // A waiting paper is linked to no container.
    container_id === undefined &&
    (team_id === undefined || paper.team_id === team_id) &&
    (file_type_id === undefined || paper.file_type_id === file_type_id) &&
    (uploaded_since === undefined || paper.uploaded_at >= uploaded_since) &&
    (uploaded_before === undefined || paper.uploaded_at < uploaded_before) &&
    (user_id === undefined || paper.user_id === user_id) &&
    (folder === undefined || paper.folder === folder || paper.folder?.startsWith(`${folder}/`) === true) &&
    (search === undefined || matchesName(paper.name_folded, search));
}

function countsOf(papers: readonly WaitingPaper[]): SeenFileCount[] {
  const groups = Map.groupBy(papers, ({ team_id, file_type_id }) => `${team_id} ${file_type_id}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first ? [{ team_id: first.team_id, file_type_id: first.file_type_id, files: group.length, own: false }] : [];
  });
}
