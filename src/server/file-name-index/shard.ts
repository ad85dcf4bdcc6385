import { hasWithin, shiftsOf } from './byte-search.ts';
import { testOfTerms } from './other-terms.ts';
import type { OtherTerms } from './other-terms.ts';

// The data structure of the file-name index: one row per file in typed arrays, and all folded names with their folders
// in one buffer, each followed by a newline. A changed file's row is marked as deleted and a new row is appended.

/** The files that a search may return, and which of them match for a reason other than their own name. */
export type SearchScope = OtherTerms & {
  callerId: number;
  /** Teams of which the caller sees all files; of other teams, only the caller's own files. Undefined: all teams. */
  seenTeamIds: number[] | undefined;
  teamId: number | undefined;
  typeId: number | undefined;
  sinceMs: number | undefined;
  /** Teams and uploaders whose name contains the text: all their files match. */
  matchingTeamIds: number[];
  matchingUserIds: number[];
};

/** Asks for the first files of each group, highest key first. */
export type FirstRowsQuery = {
  groupBy: 'team' | 'type';
  /** Undefined: all groups. */
  groupId: number | undefined;
  key: 'uploaded' | 'size';
  /** Types of a lower rank come first. Types without a rank come last, in order of their ids. */
  typeRanks: [typeId: number, rank: number][] | undefined;
  /** The last file of the previous page; its rank is 0 without `typeRanks`. */
  after: { rank: number; key: number; id: number } | undefined;
  limit: number;
};

export type ShardQuery = {
  scope: SearchScope;
  /** Folded, not empty. */ text: string;
  firstRows: FirstRowsQuery | undefined;
};

export type FileCount = { team_id: number; file_type_id: number; files: number };

/** A file with its sort values: lowest rank first, then highest key, then highest id. */
export type FirstRow = { rank: number; key: number; id: number };

export type ShardResult = { counts: FileCount[]; firsts: { group: number; files: FirstRow[] }[] };

export type Shard = {
  /**
   * Adds files, one per line: `id team type user size moment name`, separated by tabs. Without `replacedIds`, ids are
   * higher than all before. With `replacedIds`, the rows of these ids are deleted first.
   */
  update: (lines: string, replacedIds?: number[]) => void;
  search: (query: ShardQuery) => ShardResult;
  /** Returns whether a new index would take noticeably less memory, because many rows are deleted. */
  isFragmented: () => boolean;
};

const initialCapacity = 16_384;
const newline = 10;

// Sorts types without a rank after those that have one.
const unranked = 1_000_000;

// A file matches by its name, or because its team matches.
const excluded = 0;
const byName = 1;
const byTeam = 2;
/** Added to the two above: only the caller's own files count. */
const ownOnly = 4;

const rowsInBlock = 4_096;
// `Buffer.indexOf` costs a fixed price per call. With many matches, comparing inside each name is cheaper, and a longer
// text skips more bytes per comparison. Measured.
const denseFrom = (textBytes: number) => (1.2 * rowsInBlock) / textBytes;

type Category = { team_id: number; file_type_id: number };
type MatchingRows = { rows: Int32Array; counts: Uint32Array };

/** One part of the index: the files whose `id % shards` is `shard`. */
export function makeShard({ shard, shards }: { shard: number; shards: number }): Shard {
  let rowCount = 0;
  /** Rows before this one are sorted by id and found by binary search; the others by `rowById`. */
  let sortedRows = 0;
  let deletedRows = 0;
  const rowById = new Map<number, number>();

  let ids = new Int32Array(initialCapacity);
  /** An index into `categories`, or -1 for a deleted row. */
  let categoryOf = new Int32Array(initialCapacity);
  let users = new Int32Array(initialCapacity);
  let sizes = new Float64Array(initialCapacity);
  let moments = new Float64Array(initialCapacity);
  /** The offset of each name in `names`. The name ends before the newline that precedes the next one. */
  let starts = new Uint32Array(initialCapacity + 1);
  let names = Buffer.alloc(64 * initialCapacity);

  /** Each pair of team and type that occurs. */
  const categories: Category[] = [];
  const categoryIndex = new Map<string, number>();

  /** The latest search: the next page, another order or another grouping of it need the same rows. */
  let lastSearch: { key: string; matching: MatchingRows } | undefined;

  function indexOfCategory(team: string, type: string): number {
    const key = `${team} ${type}`;
    const known = categoryIndex.get(key);
    if (known !== undefined) return known;
    categoryIndex.set(key, categories.length);
    return categories.push({ team_id: Number(team), file_type_id: Number(type) }) - 1;
  }

  function ensureCapacity(): void {
    if (rowCount >= ids.length) {
      const capacity = Math.ceil(rowCount * 1.4);
      const grow = <A extends Int32Array | Uint32Array | Float64Array>(column: A, larger: A): A => {
        larger.set(column);
        return larger;
      };
      ids = grow(ids, new Int32Array(capacity));
      categoryOf = grow(categoryOf, new Int32Array(capacity));
      users = grow(users, new Int32Array(capacity));
      sizes = grow(sizes, new Float64Array(capacity));
      moments = grow(moments, new Float64Array(capacity));
      starts = grow(starts, new Uint32Array(capacity + 1));
    }
    // `update` writes at most 8,000 bytes of a folded name with its folder.
    const needed = (starts[rowCount] as number) + 8_192;
    if (needed > names.length) {
      const larger = Buffer.alloc(Math.ceil(needed * 1.4));
      names.copy(larger);
      names = larger;
    }
  }

  function update(lines: string, replacedIds?: number[]): void {
    lastSearch = undefined;
    for (const id of replacedIds ?? []) deleteRow(id);
    if (lines === '') return;
    for (const line of lines.split('\n')) {
      if (Number.parseInt(line, 10) % shards !== shard) continue;
      const [id, team, type, user, size, moment, name] = line.split('\t') as [
        string,
        string,
        string,
        string,
        string,
        string,
        string,
      ];
      ensureCapacity();
      const start = starts[rowCount] as number;
      ids[rowCount] = Number(id);
      categoryOf[rowCount] = indexOfCategory(team, type);
      users[rowCount] = Number(user);
      sizes[rowCount] = Number(size);
      moments[rowCount] = Date.parse(moment);
      const end = start + names.write(name, start, 8_000);
      names[end] = newline;
      starts[rowCount + 1] = end + 1;
      if (replacedIds) rowById.set(Number(id), rowCount);
      else sortedRows = rowCount + 1;
      rowCount += 1;
    }
  }

  function deleteRow(id: number): void {
    const row = rowById.get(id) ?? sortedRowOf(id);
    if (row === undefined || categoryOf[row] === -1) return;
    categoryOf[row] = -1;
    deletedRows += 1;
  }

  function sortedRowOf(id: number): number | undefined {
    let low = 0;
    let high = sortedRows;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ids[middle] as number) < id) low = middle + 1;
      else high = middle;
    }
    return low < sortedRows && ids[low] === id ? low : undefined;
  }

  function findRows({ scope, text }: Pick<ShardQuery, 'scope' | 'text'>): MatchingRows {
    const { matchingUserIds, callerId, sinceMs } = scope;
    const matchKinds = Uint8Array.from(categories, (category) => matchKindOf(category, scope));
    const isMatchingUser = new Uint8Array(matchingUserIds.reduce((max, id) => Math.max(max, id), 0) + 1);
    for (const id of matchingUserIds) isMatchingUser[id] = 1;
    const needle = Buffer.from(text);
    const shifts = shiftsOf(needle);
    const written = names.subarray(0, starts[rowCount]);
    const passesOthers = testOfTerms(scope, names);
    const counts = new Uint32Array(categories.length);
    const rows = new Int32Array(rowCount);
    // If only names match, rows before the next occurrence of the text cannot match and are skipped.
    const onlyNamesMatch = matchingUserIds.length === 0 && !matchKinds.some((kind) => (kind & byTeam) !== 0);
    let matches = 0;
    let next = -1;
    let isDense = false;
    let occurrences = 0;
    let blockEnd = 0;
    for (let row = 0; row < rowCount; row += 1) {
      if (row >= blockEnd) {
        isDense = row === blockEnd && occurrences > denseFrom(needle.length);
        occurrences = 0;
        blockEnd = row + rowsInBlock;
      }
      const category = categoryOf[row] as number;
      if (category === -1) continue;
      const kind = matchKinds[category] as number;
      if (kind === excluded || (sinceMs !== undefined && (moments[row] as number) < sinceMs)) continue;
      const user = users[row] as number;
      if (kind >= ownOnly && user !== callerId) continue;
      if ((kind & byTeam) === 0 && isMatchingUser[user] !== 1) {
        const start = starts[row] as number;
        const end = (starts[row + 1] as number) - 1;
        if (isDense) {
          if (!hasWithin(written, needle, shifts, start, end)) continue;
        } else {
          if (next < start) {
            next = written.indexOf(needle, start);
            if (next === -1) next = written.length;
          }
          // A text with a newline could also occur across two names.
          if (next + needle.length > end) {
            if (onlyNamesMatch) row = Math.max(row, rowAtByte(next) - 1);
            continue;
          }
        }
        occurrences += 1;
      }
      if (passesOthers) {
        const team = (categories[category] as Category).team_id;
        const [start, end] = [starts[row] as number, (starts[row + 1] as number) - 1];
        if (!passesOthers({ team, user, start, end })) continue;
      }
      rows[matches] = row;
      matches += 1;
      counts[category] = (counts[category] as number) + 1;
    }
    return { rows: rows.subarray(0, matches), counts };
  }

  /** Returns the row whose name contains this offset, or `rowCount` behind the last name. */
  function rowAtByte(offset: number): number {
    let low = 0;
    let high = rowCount;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle + 1] as number) <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function findRowsCached({ scope, text }: ShardQuery): MatchingRows {
    const key = JSON.stringify({ scope, text });
    if (lastSearch?.key !== key) lastSearch = { key, matching: findRows({ scope, text }) };
    return lastSearch.matching;
  }

  /** Starts at the newest row, because in the usual order few later rows then displace an earlier one. */
  function firstOfGroups(
    matching: Int32Array,
    { groupBy, groupId, key, typeRanks, after, limit }: FirstRowsQuery,
  ): ShardResult['firsts'] {
    const keys = key === 'size' ? sizes : moments;
    const rankOfType = typeRanks && new Map(typeRanks);
    const ranks = Int32Array.from(categories, ({ file_type_id: type }) =>
      rankOfType ? (rankOfType.get(type) ?? unranked + type) : 0,
    );
    const groupOf = ({ team_id, file_type_id }: Category) => (groupBy === 'team' ? team_id : file_type_id);
    const groups = [...new Set(categories.map(groupOf))];
    const groupIndex = Int32Array.from(categories, (category) => groups.indexOf(groupOf(category)));
    const onlyGroup = groupId === undefined ? undefined : groups.indexOf(groupId);
    const pages: number[][] = groups.map(() => []);
    /** The lowest key on a full page. Without ranks, a row with a lower key cannot enter the page. */
    const lowestKeys = new Float64Array(groups.length).fill(-Infinity);
    const rankOf = (row: number) => ranks[categoryOf[row] as number] as number;
    const comesBefore = (one: number, other: number) =>
      (rankOf(one) - rankOf(other) ||
        (keys[other] as number) - (keys[one] as number) ||
        (ids[other] as number) - (ids[one] as number)) < 0;
    const isOnEarlierPage = (row: number) =>
      after !== undefined &&
      (rankOf(row) - after.rank || after.key - (keys[row] as number) || after.id - (ids[row] as number)) <= 0;
    for (let index = matching.length - 1; index >= 0; index -= 1) {
      const row = matching[index] as number;
      const group = groupIndex[categoryOf[row] as number] as number;
      if ((keys[row] as number) < (lowestKeys[group] as number) || (onlyGroup !== undefined && group !== onlyGroup))
        continue;
      const page = pages[group] as number[];
      if (isOnEarlierPage(row) || (page.length === limit && !comesBefore(row, page[limit - 1] as number))) continue;
      let at = page.length;
      while (at > 0 && comesBefore(row, page[at - 1] as number)) at -= 1;
      page.splice(at, 0, row);
      if (page.length > limit) page.pop();
      if (page.length === limit && !rankOfType) lowestKeys[group] = keys[page[limit - 1] as number] as number;
    }
    const firstRow = (row: number): FirstRow => ({
      rank: rankOf(row),
      key: keys[row] as number,
      id: ids[row] as number,
    });
    return groups.map((group, index) => ({ group, files: (pages[index] as number[]).map(firstRow) }));
  }

  return {
    update,
    search: (query) => {
      const { rows, counts } = findRowsCached(query);
      return {
        counts: categories
          .map((category, index) => ({ ...category, files: counts[index] as number }))
          .filter(({ files }) => files > 0),
        firsts: query.firstRows ? firstOfGroups(rows, query.firstRows) : [],
      };
    },
    isFragmented: () => deletedRows > 10_000 + rowCount / 4,
  };
}

function matchKindOf(category: Category, scope: SearchScope): number {
  const { teamId, typeId, seenTeamIds, matchingTeamIds } = scope;
  if (teamId !== undefined && category.team_id !== teamId) return excluded;
  if (typeId !== undefined && category.file_type_id !== typeId) return excluded;
  const isSeen = seenTeamIds === undefined || seenTeamIds.includes(category.team_id);
  return (matchingTeamIds.includes(category.team_id) ? byTeam : byName) + (isSeen ? 0 : ownOnly);
}
