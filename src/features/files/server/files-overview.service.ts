import { listFileTypes } from '#features/file-types/server/file-types.queries.ts';
import type { FileType } from '#features/file-types/file-types.contract.ts';
import { listTeams } from '#features/teams/server/teams.queries.ts';
import type { Team } from '#features/teams/teams.contract.ts';
import type { Caller } from '#server/access/caller.ts';
import type { Db, Parts } from '#server/parts.ts';
import { refusal } from '#server/refusal.ts';
import { fold } from '#shared/fold.ts';
import type { File, FilesGroup, FilesOverview, FilesView, SortOrder } from '../files.contract.ts';
import { filesPerClick, thisWeekMs } from '../files.rules.ts';
import { listCells, listOwnCells, listPages } from './files-cells.queries.ts';
import type { Cell, PagedCell, PagedFile } from './files-cells.queries.ts';
import { listFound } from './files-search.queries.ts';
import type { Search } from './files-search.queries.ts';
import { teamsSeenBy } from './files-scope.ts';

/** Groups that bring their first files at once; those further down ask when they come into view. */
const groupsWithFiles = 12;

/** Below this share of files that pass a date filter, the date's index is faster than the order's. */
const fewOfMany = 1 / 50;

/** What every answer about the files page is made from. */
type Ground = {
  teams: Team[];
  types: FileType[];
  /** Teams the caller sees; none for all. */
  seen: number[] | undefined;
};

type CallerCell = Cell & { own: boolean };

async function groundOf(db: Db, caller: Caller): Promise<Ground> {
  return { teams: await listTeams(db), types: await listFileTypes(db), seen: teamsSeenBy(caller) };
}

/** The cells of which the caller sees anything, with how many files. */
async function cellsOf(db: Db, caller: Caller, ground: Ground, since: string | undefined): Promise<CallerCell[]> {
  const { seen, teams } = ground;
  const cells = (await listCells(db, since)).map((cell) => ({ ...cell, own: false }));
  if (seen === undefined) return cells;
  const hidden = teams.map((team) => team.id).filter((id) => !seen.includes(id));
  const own = await listOwnCells(db, { userId: caller.id, teamIds: hidden, since });
  return [...cells.filter((cell) => seen.includes(cell.team_id)), ...own.map((cell) => ({ ...cell, own: true }))];
}

const total = (cells: readonly Cell[]) => cells.reduce((sum, cell) => sum + cell.files, 0);

const passes = (view: FilesView) => (cell: Cell) =>
  (view.team_id === undefined || cell.team_id === view.team_id) &&
  (view.file_type_id === undefined || cell.file_type_id === view.file_type_id);

/** Totals and groups of the files page. Counts never touch the files themselves unless there is a search. */
export async function overviewFiles(parts: Parts, caller: Caller, view: FilesView): Promise<FilesOverview> {
  const { db, clock } = parts;
  const ground = await groundOf(db, caller);
  const all = await cellsOf(db, caller, ground, undefined);
  const week = await cellsOf(db, caller, ground, new Date(clock().getTime() - thisWeekMs).toISOString());
  const groups = view.search ? await foundGroups(db, caller, ground, view) : await cellGroups(db, caller, { ground, view, all });
  return {
    totals: {
      files: total(all),
      teams: ground.seen?.length ?? ground.teams.length,
      file_types: ground.types.length,
      this_week: total(week),
    },
    matching: groups.reduce((sum, group) => sum + group.files_count, 0),
    groups,
  };
}

async function cellGroups(
  db: Db,
  caller: Caller,
  { ground, view, all }: { ground: Ground; view: FilesView; all: CallerCell[] },
): Promise<FilesGroup[]> {
  const since = view.uploaded_since;
  const cells = (since === undefined ? all : await cellsOf(db, caller, ground, since)).filter(passes(view));
  const counts = new Map<number, number>();
  for (const cell of cells) counts.set(groupOf(view, cell), (counts.get(groupOf(view, cell)) ?? 0) + cell.files);
  const isFiltered = since !== undefined || view.team_id !== undefined || view.file_type_id !== undefined;
  const groups = namedGroups(ground, view, counts, { withEmpty: !isFiltered });
  const shown = groups.filter((group) => group.files_count > 0).slice(0, groupsWithFiles);
  const files = await listPages(db, pagedCells(ground, view, cells, new Set(shown.map((group) => group.id))), {
    sort: view.sort,
    since,
    fewOfMany: since !== undefined && total(cells) < total(all.filter(passes(view))) * fewOfMany,
    userId: caller.id,
    limit: filesPerClick,
  });
  return groups.map((group) => withFiles(group, files.filter((file) => file.group_id === group.id)));
}

async function foundGroups(db: Db, caller: Caller, ground: Ground, view: FilesView): Promise<FilesGroup[]> {
  const search = searchOf(caller, ground, view);
  if (!search) return [];
  const found = await listFound(db, search, { sort: view.sort, typeRanks: typeRanks(ground.types), limit: filesPerClick });
  const counts = new Map(found.map((file) => [file.group_id, file.group_total]));
  const groups = namedGroups(ground, view, counts, { withEmpty: false });
  const shown = new Set(groups.slice(0, groupsWithFiles).map((group) => group.id));
  return groups.map((group) =>
    withFiles(group, shown.has(group.id) ? found.filter((file) => file.group_id === group.id) : []),
  );
}

/** The next files of one group. */
export async function pageOfGroup(
  parts: Parts,
  caller: Caller,
  view: FilesView & { group_id: number; after?: string | undefined; limit: number },
): Promise<{ files: File[]; next: string | null }> {
  const { db } = parts;
  const ground = await groundOf(db, caller);
  const after = view.after === undefined ? undefined : readCursor(view.after, view.sort);
  // One more than asked for tells whether there is a next page.
  const limit = view.limit + 1;
  const files = view.search
    ? await foundPage(db, caller, { ground, view, after, limit })
    : await cellPage(db, caller, { ground, view, after, limit });
  const page = files.slice(0, view.limit);
  return { files: page, next: files.length > view.limit ? cursorAfter(page.at(-1)) : null };
}

type PageAsked = {
  ground: Ground;
  view: FilesView & { group_id: number };
  after: Cursor | undefined;
  limit: number;
};

async function cellPage(db: Db, caller: Caller, { ground, view, after, limit }: PageAsked): Promise<PagedFile[]> {
  const since = view.uploaded_since;
  const all = (await cellsOf(db, caller, ground, undefined)).filter(passes(view));
  const cells = since === undefined ? all : (await cellsOf(db, caller, ground, since)).filter(passes(view));
  const wanted = pagedCells(ground, view, cells, new Set([view.group_id]));
  return listPages(db, after ? wanted.flatMap((cell) => cellAfter(ground, view, cell, after)) : wanted, {
    sort: view.sort,
    since,
    fewOfMany: since !== undefined && total(cells) < total(all) * fewOfMany,
    userId: caller.id,
    limit,
  });
}

/** Cells before the cursor's are done with; those behind it begin at their beginning. */
function cellAfter(ground: Ground, view: FilesView, cell: PagedCell, after: Cursor): PagedCell[] {
  if (view.sort !== 'file_type') return [{ ...cell, after }];
  const rank = rankOf(ground.types, after.type);
  if (cell.rank < rank) return [];
  return cell.rank === rank ? [{ ...cell, after }] : [cell];
}

async function foundPage(db: Db, caller: Caller, { ground, view, after, limit }: PageAsked): Promise<PagedFile[]> {
  const search = searchOf(caller, ground, view);
  if (!search) return [];
  const rank = after && view.sort === 'file_type' ? rankOf(ground.types, after.type) : 0;
  return listFound(db, search, {
    sort: view.sort,
    typeRanks: typeRanks(ground.types),
    limit,
    within: { groupId: view.group_id, after: after && { ...after, rank } },
  });
}

function searchOf(caller: Caller, ground: Ground, view: FilesView): Search | undefined {
  const term = fold(view.search ?? '');
  if (term === '') return undefined;
  return {
    term,
    matchingTeamIds: ground.teams.filter((team) => fold(team.name).includes(term)).map((team) => team.id),
    seenTeamIds: ground.seen,
    userId: caller.id,
    teamId: view.team_id,
    typeId: view.file_type_id,
    since: view.uploaded_since,
    groupBy: view.group_by === 'team' ? 'team_id' : 'file_type_id',
  };
}

const groupOf = (view: FilesView, cell: { team_id: number; file_type_id: number }) =>
  view.group_by === 'team' ? cell.team_id : cell.file_type_id;

const typeRanks = (types: FileType[]) => types.map((type, rank): [number, number] => [type.id, rank]);

/** Types in the order of their names; those that were deleted come last. */
function rankOf(types: FileType[], id: number): number {
  const rank = types.findIndex((type) => type.id === id);
  return rank === -1 ? 1_000_000 + id : rank;
}

function pagedCells(ground: Ground, view: FilesView, cells: CallerCell[], groupIds: Set<number>): PagedCell[] {
  return cells
    .filter((cell) => groupIds.has(groupOf(view, cell)))
    .map(({ team_id, file_type_id, own }) => ({
      team_id,
      file_type_id,
      group_id: groupOf(view, { team_id, file_type_id }),
      rank: view.sort === 'file_type' ? rankOf(ground.types, file_type_id) : 0,
      after: undefined,
      own,
    }));
}

type NamedGroup = Omit<FilesGroup, 'files' | 'next'>;

/** Every group there is to show, by name; a deleted type's files make a group without one. */
function namedGroups(ground: Ground, view: FilesView, counts: Map<number, number>, { withEmpty }: { withEmpty: boolean }): NamedGroup[] {
  const { seen, teams, types } = ground;
  const known = view.group_by === 'team' ? teams : types;
  const isShown = (id: number) =>
    (counts.get(id) ?? 0) > 0 || (withEmpty && (view.group_by !== 'team' || seen === undefined || seen.includes(id)));
  const named = known
    .filter(({ id }) => isShown(id))
    .map(({ id, name, description }) => ({ id, name, description, files_count: counts.get(id) ?? 0 }));
  const knownIds = new Set(known.map(({ id }) => id));
  const nameless = [...counts.keys()]
    .filter((id) => !knownIds.has(id))
    .sort((one, other) => one - other)
    .map((id) => ({ id, name: null, description: null, files_count: counts.get(id) ?? 0 }));
  return [...named, ...nameless];
}

function withFiles(group: NamedGroup, files: PagedFile[]): FilesGroup {
  return { ...group, files, next: files.length > 0 && group.files_count > files.length ? cursorAfter(files.at(-1)) : null };
}

/** Where a page ended: the file's type, its place in the order, and its id. */
type Cursor = { type: number; key: string | number; id: number };

function cursorAfter(file: PagedFile | undefined): string | null {
  if (!file) return null;
  return Buffer.from(JSON.stringify([file.file_type_id, file.sort_key, file.id])).toString('base64url');
}

function readCursor(text: string, sort: SortOrder): Cursor {
  try {
    const [type, key, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    const isKey = sort === 'size' ? Number.isSafeInteger(key) : typeof key === 'string' && !key.includes('\0');
    if (Number.isSafeInteger(type) && Number.isSafeInteger(id) && isKey) {
      return { type: type as number, key: key as string | number, id: id as number };
    }
  } catch {
    // Falls through to the refusal: a cursor that was not made here.
  }
  throw refusal.invalid('after', 'This place in the list does not exist. Load the list again.');
}
