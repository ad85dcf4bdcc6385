import type { FileType } from '#features/file-types/file-types.contract.ts';
import { listFileTypes } from '#features/file-types/server/file-types.queries.ts';
import { listThumbnailed } from '#features/readings/server/readings.queries.ts';
import { listTeams } from '#features/teams/server/teams.queries.ts';
import type { Team } from '#features/teams/teams.contract.ts';
import type { Caller } from '#server/access/caller.ts';
import type { Answer, Firsts } from '#server/names/name-book.ts';
import type { Db, Parts } from '#server/parts.ts';
import { fold } from '#shared/fold.ts';
import type { FilesGroup, FilesOverview, FilesView, ListedFile } from '../files.contract.ts';
import { filesPerClick, thisWeekMs } from '../files.rules.ts';
import { listPages, listPicked } from './files-cells.queries.ts';
import type { Cell, PagedCell, PagedFile } from './files-cells.queries.ts';
import { teamsSeenBy } from './files-scope.ts';
import { isFound, listFound, listFoundCells, listMatchingUsers } from './files-search.queries.ts';
import type { Search } from './files-search.queries.ts';
import { listSeenCells } from './files-seen.queries.ts';
import type { SeenCell } from './files-seen.queries.ts';
import { cursorAfter, readCursor } from './files.cursor.ts';
import type { Cursor } from './files.cursor.ts';

/** Groups that bring their first files at once; those further down ask when they come into view. */
const groupsWithFiles = 12;

/** Reading a file costs about three times what passing by it in an index does. */
const readingCost = 3;

/** What an answer about the files page is made from. */
type Ground = {
  db: Db;
  caller: Caller;
  view: FilesView;
  teams: Team[];
  types: FileType[];
  /** Teams the caller sees; none for all. */
  seen: number[] | undefined;
  search: Search | undefined;
  /** What it finds, where the names are in memory. */
  inBook: Answer | undefined;
};

/** Which page of which groups is asked for. */
type Asked = { groupId: number | undefined; after: Cursor | undefined; limit: number };

async function groundOf(
  { reader: db, latest, names }: Parts,
  caller: Caller,
  view: FilesView,
  asked: Asked,
): Promise<Ground> {
  const [teams, types] = [await listTeams(db), await listFileTypes(db)];
  const ground = { db, caller, view, teams, types, seen: teamsSeenBy(caller), search: undefined, inBook: undefined };
  const term = fold(view.search ?? '');
  if (term === '') return ground;
  const search = searchOf(ground, term, await listMatchingUsers(db, term));
  const { since, matchingTeamIds: teamIds, matchingUserIds: userIds, ...where } = search;
  const inBook = await names.find(latest, {
    ...where,
    callerId: caller.id,
    teamIds,
    userIds,
    sinceMs: since === undefined ? undefined : Date.parse(since),
    firsts: firstsOf(ground, asked),
  });
  // What is in the book is in there already, and may not be in a replica.
  return { ...ground, search, inBook, ...(inBook ? { db: latest } : {}) };
}

/** The book has no order of names; pages in that one are read from the database. */
function firstsOf({ view, types }: Ground, { groupId, after, limit }: Asked): Firsts | undefined {
  if (view.sort === 'filename') return undefined;
  const isByType = view.sort === 'file_type';
  return {
    groupBy: view.group_by === 'team' ? 'team' : 'type',
    groupId,
    key: view.sort === 'size' ? 'size' : 'uploaded',
    typeRanks: isByType ? types.map(({ id }, rank): [number, number] => [id, rank]) : undefined,
    after: after && {
      rank: isByType ? rankOf(types, after.type) : 0,
      key: typeof after.key === 'number' ? after.key : Date.parse(after.key),
      id: after.id,
    },
    limit,
  };
}

/** Totals and groups of the files page. Without a search, counts never touch the files themselves. */
export async function overviewFiles(parts: Parts, caller: Caller, view: FilesView): Promise<FilesOverview> {
  const first = { groupId: undefined, after: undefined, limit: filesPerClick };
  const ground = await groundOf(parts, caller, view, first);
  const all = await cellsOf(ground, undefined);
  parts.names.prepare(parts.latest, total(all));
  const week = await cellsOf(ground, new Date(parts.clock().getTime() - thisWeekMs).toISOString());
  const passing = await passingCells(ground, all);
  const groups = namedGroups(ground, passing);
  const shown = groups.filter((group) => group.files_count > 0).slice(0, groupsWithFiles);
  const files = await listed(ground, { ...first, all, passing, groupIds: shown.map((group) => group.id) });
  return {
    totals: {
      files: total(all),
      teams: ground.seen?.length ?? ground.teams.length,
      file_types: ground.types.length,
      this_week: total(week),
    },
    matching: total(passing),
    groups: groups.map((group) =>
      withFiles(
        group,
        files.filter((file) => file.group_id === group.id),
      ),
    ),
  };
}

/** The next files of one group. */
export async function pageOfGroup(
  parts: Parts,
  caller: Caller,
  view: FilesView & { group_id: number; after?: string | undefined; limit: number },
): Promise<{ files: ListedFile[]; next: string | null }> {
  const after = view.after === undefined ? undefined : readCursor(view.after, view.sort);
  // One more than asked for tells whether there is a next page.
  const asked = { groupId: view.group_id, after, limit: view.limit + 1 };
  const ground = await groundOf(parts, caller, view, asked);
  const all = await cellsOf(ground, undefined);
  const passing = await passingCells(ground, all);
  const files = await listed(ground, { ...asked, all, passing, groupIds: [view.group_id] });
  const page = files.slice(0, view.limit);
  return { files: page, next: files.length > view.limit ? cursorAfter(page.at(-1)) : null };
}

/** The cells with how many files pass the view's filters and its search. */
async function passingCells(ground: Ground, all: SeenCell[]): Promise<SeenCell[]> {
  const { view, db, seen, search, inBook } = ground;
  const asOwn = (cell: Cell): SeenCell => ({ ...cell, own: seen !== undefined && !seen.includes(cell.team_id) });
  if (inBook) return inBook.cells.map(asOwn);
  const since = view.uploaded_since;
  const filtered = (since === undefined ? all : await cellsOf(ground, since)).filter(isAskedFor(view));
  if (view.search === undefined || view.search === '') return filtered;
  if (!search) return [];
  const found = await listFoundCells(db, search);
  return [...filtered.filter((cell) => search.matchingTeamIds.includes(cell.team_id)), ...found.map(asOwn)];
}

const isAskedFor = (view: FilesView) => (cell: Cell) =>
  (view.team_id === undefined || cell.team_id === view.team_id) &&
  (view.file_type_id === undefined || cell.file_type_id === view.file_type_id);

const cellsOf = ({ db, caller, teams }: Ground, since: string | undefined): Promise<SeenCell[]> =>
  listSeenCells(db, caller, { teamIds: teams.map((team) => team.id), since });

const total = (cells: readonly Cell[]) => cells.reduce((sum, cell) => sum + cell.files, 0);

type Asker = Pick<Ground, 'view' | 'teams' | 'seen' | 'caller'>;

function searchOf({ view, teams, seen, caller }: Asker, term: string, matchingUserIds: number[]): Search {
  return {
    term,
    matchingTeamIds: teams.filter((team) => fold(team.name).includes(term)).map((team) => team.id),
    matchingUserIds,
    seenTeamIds: seen,
    userId: caller.id,
    teamId: view.team_id,
    typeId: view.file_type_id,
    since: view.uploaded_since,
  };
}

type PageAsked = {
  all: SeenCell[];
  passing: SeenCell[];
  groupIds: number[];
  after: Cursor | undefined;
  limit: number;
};

/** A page, with what the list shows beside it. */
async function listed(ground: Ground, asked: PageAsked): Promise<(PagedFile & ListedFile)[]> {
  const files = await pageOf(ground, asked);
  const thumbnailed = await listThumbnailed(
    ground.db,
    files.map((file) => file.id),
  );
  return files.map((file) => (thumbnailed.has(file.id) ? { ...file, has_thumbnail: true } : file));
}

/** The first files of some groups: read off the order's index, or picked from all that pass when those are few. */
async function pageOf(ground: Ground, { all, passing, groupIds, after, limit }: PageAsked): Promise<PagedFile[]> {
  const { view, db, caller, types, search, inBook } = ground;
  const groupBy = view.group_by === 'team' ? 'team_id' : 'file_type_id';
  if (inBook && view.sort !== 'filename') {
    const ids = inBook.firsts.filter(({ group }) => groupIds.includes(group)).flatMap((group) => group.ids);
    return listPicked(db, ids, { groupBy, sort: view.sort });
  }
  const wanted = passing.filter((cell) => groupIds.includes(groupOf(view, cell)));
  const isNarrowed = search !== undefined || view.uploaded_since !== undefined;
  const fewOfMany = isNarrowed && areFewOfMany(wanted, all.filter(isAskedFor(view)), limit);
  if (search && fewOfMany) {
    return listFound(db, search, {
      groupBy,
      groupIds,
      sort: view.sort,
      typeRanks: types.map((type, rank): [number, number] => [type.id, rank]),
      after: after && { ...after, rank: view.sort === 'file_type' ? rankOf(types, after.type) : 0 },
      limit,
    });
  }
  return listPages(
    db,
    wanted.flatMap((cell) => pagedCell(ground, cell, after)),
    {
      sort: view.sort,
      since: view.uploaded_since,
      matching: search && isFound(db, search),
      fewOfMany,
      userId: caller.id,
      limit,
    },
  );
}

/** Whether reading all that pass is less work than walking the order of every cell until `limit` of it have passed. */
function areFewOfMany(passing: readonly Cell[], all: readonly Cell[], limit: number): boolean {
  const walked = (passing.length * limit * total(all)) / Math.max(1, total(passing));
  return readingCost * total(passing) < walked;
}

const groupOf = (view: FilesView, cell: { team_id: number; file_type_id: number }) =>
  view.group_by === 'team' ? cell.team_id : cell.file_type_id;

/** Types in the order of their names; those that were deleted come last. */
function rankOf(types: FileType[], id: number): number {
  const rank = types.findIndex((type) => type.id === id);
  return rank === -1 ? 1_000_000 + id : rank;
}

/** Cells before the cursor's are done with; those behind it begin at their beginning. */
function pagedCell(
  { view, types }: Ground,
  { team_id, file_type_id, own }: SeenCell,
  after: Cursor | undefined,
): PagedCell[] {
  const rank = view.sort === 'file_type' ? rankOf(types, file_type_id) : 0;
  const cell = { team_id, file_type_id, group_id: groupOf(view, { team_id, file_type_id }), rank, own };
  const cursorRank = after && view.sort === 'file_type' ? rankOf(types, after.type) : 0;
  if (rank < cursorRank) return [];
  return [{ ...cell, after: rank === cursorRank ? after : undefined }];
}

type NamedGroup = Omit<FilesGroup, 'files' | 'next'>;

/** Every group there is to show, by name; a deleted type's files make a group without one. */
function namedGroups({ view, seen, teams, types }: Ground, passing: SeenCell[]): NamedGroup[] {
  const counts = new Map<number, number>();
  for (const cell of passing) counts.set(groupOf(view, cell), (counts.get(groupOf(view, cell)) ?? 0) + cell.files);
  const isFiltered =
    Boolean(view.search) || [view.uploaded_since, view.team_id, view.file_type_id].some((one) => one !== undefined);
  const known: { id: number; name: string; description: string | null }[] = view.group_by === 'team' ? teams : types;
  const showsEmpty = (id: number) =>
    !isFiltered && (view.group_by !== 'team' || seen === undefined || seen.includes(id));
  const named = known
    .filter(({ id }) => counts.has(id) || showsEmpty(id))
    .map(({ id, name, description }) => ({ id, name, description, files_count: counts.get(id) ?? 0 }));
  const nameless = [...counts.keys()]
    .filter((id) => !known.some((one) => one.id === id))
    .toSorted((one, other) => one - other)
    .map((id) => ({ id, name: null, description: null, files_count: counts.get(id) ?? 0 }));
  return [...named, ...nameless];
}

function withFiles(group: NamedGroup, files: (PagedFile & ListedFile)[]): FilesGroup {
  return {
    ...group,
    files,
    next: files.length > 0 && group.files_count > files.length ? cursorAfter(files.at(-1)) : null,
  };
}
