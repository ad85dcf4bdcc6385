import { parentPort, workerData } from 'node:worker_threads';
import type { Cell, First, Firsts, Question } from './name-book.ts';

// A part of the book: a row for each file, in columns, and all folded names one after another. Rows of files that have changed
// are struck out and written anew at the end.

export type Message =
  /** Adds files, `id team type user size moment name` each, by tabs; in order of their ids, or `instead` of those. */
  { lines: string; instead?: number[] } | { id: number; question: Question };

/** What was found in this part. */
export type Found = { cells: Cell[]; firsts: { group: number; files: First[] }[] };

export type Reply = { id: number; found: Found; isWorn: boolean };

/** Which of how many parts this is: every file is in the one that its id leads to. */
export type PartOfBook = { part: number; of: number };

const { part: ownPart, of: parts } = workerData as PartOfBook;

const firstCapacity = 16_384;
const newline = 10;

let rows = 0;
/** Those before this one are in order of their ids; where the later ones are is noted. */
let inOrder = 0;
let struck = 0;
const later = new Map<number, number>();

let ids = new Int32Array(firstCapacity);
/** Each row's place in `cells`, or -1 once it is struck out. */
let cellOf = new Int32Array(firstCapacity);
let users = new Int32Array(firstCapacity);
let sizes = new Float64Array(firstCapacity);
let moments = new Float64Array(firstCapacity);
/** Where a row's name begins; it ends before the newline in front of the next. */
let starts = new Uint32Array(firstCapacity + 1);
let names = Buffer.alloc(64 * firstCapacity);

const cells: { team_id: number; file_type_id: number }[] = [];
const cellPlaces = new Map<string, number>();

function placeOfCell(team: string, type: string): number {
  const key = `${team} ${type}`;
  const known = cellPlaces.get(key);
  if (known !== undefined) return known;
  cellPlaces.set(key, cells.length);
  return cells.push({ team_id: Number(team), file_type_id: Number(type) }) - 1;
}

function makeRoom(): void {
  if (rows >= ids.length) {
    const capacity = Math.ceil(rows * 1.4);
    const grown = <A extends Int32Array | Uint32Array | Float64Array>(column: A, bigger: A): A => {
      bigger.set(column);
      return bigger;
    };
    ids = grown(ids, new Int32Array(capacity));
    cellOf = grown(cellOf, new Int32Array(capacity));
    users = grown(users, new Int32Array(capacity));
    sizes = grown(sizes, new Float64Array(capacity));
    moments = grown(moments, new Float64Array(capacity));
    starts = grown(starts, new Uint32Array(capacity + 1));
  }
  // A name has 255 bytes; folding makes some letters longer.
  const wanted = (starts[rows] as number) + 8_192;
  if (wanted > names.length) {
    const bigger = Buffer.alloc(Math.ceil(wanted * 1.4));
    names.copy(bigger);
    names = bigger;
  }
}

function addLines(lines: string, instead: number[] | undefined): void {
  for (const id of instead ?? []) strike(id);
  if (lines === '') return;
  for (const line of lines.split('\n')) {
    if (Number.parseInt(line, 10) % parts !== ownPart) continue;
    const [id, team, type, user, size, moment, name] = line.split('\t') as [
      string,
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    makeRoom();
    const start = starts[rows] as number;
    ids[rows] = Number(id);
    cellOf[rows] = placeOfCell(team, type);
    users[rows] = Number(user);
    sizes[rows] = Number(size);
    moments[rows] = Date.parse(moment);
    const end = start + names.write(name, start, 8_000);
    names[end] = newline;
    starts[rows + 1] = end + 1;
    if (instead) later.set(Number(id), rows);
    else inOrder = rows + 1;
    rows += 1;
  }
}

function strike(id: number): void {
  const row = later.get(id) ?? rowInOrder(id);
  if (row === undefined || cellOf[row] === -1) return;
  cellOf[row] = -1;
  struck += 1;
}

function rowInOrder(id: number): number | undefined {
  let low = 0;
  let high = inOrder;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ids[middle] as number) < id) low = middle + 1;
    else high = middle;
  }
  return low < inOrder && ids[low] === id ? low : undefined;
}

// How a cell takes part in a search.
const notAsked = 0;
const byName = 1;
const byTeam = 2;
/** Added to the others: only the caller's own files. */
const ownOnly = 4;

function partOf(cell: { team_id: number; file_type_id: number }, question: Omit<Question, 'firsts'>): number {
  const { teamId, typeId, seenTeamIds, teamIds } = question;
  if (teamId !== undefined && cell.team_id !== teamId) return notAsked;
  if (typeId !== undefined && cell.file_type_id !== typeId) return notAsked;
  const isSeen = seenTeamIds === undefined || seenTeamIds.includes(cell.team_id);
  return (teamIds.includes(cell.team_id) ? byTeam : byName) + (isSeen ? 0 : ownOnly);
}

const rowsInBlock = 4_096;
// Asking the runtime for the next occurrence has its price; where there are many, looking into each name has a lower one,
// and the longer what is looked for is, the faster a name is looked through. Measured.
const denseFrom = (term: number) => (1.2 * rowsInBlock) / term;

/** The rows that are found, in their order, and how many there are in each cell. */
function findRows(question: Omit<Question, 'firsts'>): { found: Int32Array; counts: Uint32Array } {
  const { term, userIds, callerId, sinceMs } = question;
  const parts = Uint8Array.from(cells, (cell) => partOf(cell, question));
  const isOfUser = new Uint8Array(userIds.reduce((most, id) => Math.max(most, id), 0) + 1);
  for (const id of userIds) isOfUser[id] = 1;
  const needle = Buffer.from(term);
  const steps = stepsOf(needle);
  const written = names.subarray(0, starts[rows]);
  const counts = new Uint32Array(cells.length);
  const found = new Int32Array(rows);
  // Only its name can have a file found: then those before the next occurrence need not be looked at.
  const byNameAlone = userIds.length === 0 && !parts.some((part) => (part & byTeam) !== 0);
  let hits = 0;
  let next = -1;
  let isDense = false;
  let occurrences = 0;
  let blockEnd = 0;
  for (let row = 0; row < rows; row += 1) {
    if (row >= blockEnd) {
      isDense = row === blockEnd && occurrences > denseFrom(needle.length);
      occurrences = 0;
      blockEnd = row + rowsInBlock;
    }
    const cell = cellOf[row] as number;
    if (cell === -1) continue;
    const part = parts[cell] as number;
    if (part === notAsked || (sinceMs !== undefined && (moments[row] as number) < sinceMs)) continue;
    const user = users[row] as number;
    if (part >= ownOnly && user !== callerId) continue;
    if ((part & byTeam) === 0 && isOfUser[user] !== 1) {
      const start = starts[row] as number;
      const end = (starts[row + 1] as number) - 1;
      if (isDense) {
        if (!hasWithin(written, needle, steps, start, end)) continue;
      } else {
        if (next < start) {
          next = written.indexOf(needle, start);
          if (next === -1) next = written.length;
        }
        if (next >= end) {
          if (byNameAlone) row = Math.max(row, rowAt(next) - 1);
          continue;
        }
      }
      occurrences += 1;
    }
    found[hits] = row;
    hits += 1;
    counts[cell] = (counts[cell] as number) + 1;
  }
  return { found: found.subarray(0, hits), counts };
}

/** The row whose name holds this byte; `rows` behind the last one. */
function rowAt(byte: number): number {
  let low = 0;
  let high = rows;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle + 1] as number) <= byte) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How far a search may go on when it sees this byte where the needle's last one would be (Horspool's way). */
function stepsOf(needle: Uint8Array): Uint16Array {
  const { length } = needle;
  const steps = new Uint16Array(256).fill(length);
  for (let place = 0; place < length - 1; place += 1) steps[needle[place] as number] = length - 1 - place;
  return steps;
}

function hasWithin(bytes: Uint8Array, needle: Uint8Array, steps: Uint16Array, start: number, end: number): boolean {
  const length = needle.length;
  const last = needle[length - 1] as number;
  let place = start + length - 1;
  while (place < end) {
    const byte = bytes[place] as number;
    if (byte === last) {
      let same = 1;
      while (same < length && bytes[place - same] === needle[length - 1 - same]) same += 1;
      if (same === length) return true;
    }
    place += steps[byte] as number;
  }
  return false;
}

const countsOf = (counts: Uint32Array): Found['cells'] =>
  cells.map((cell, place) => ({ ...cell, files: counts[place] as number })).filter(({ files }) => files > 0);

// Behind every type that has a place in the order.
const unranked = 1_000_000;

/** The first rows of each group, read from the newest row, before which few others will come. */
function firstOfGroups(found: Int32Array, { groupBy, groupId, key, typeRanks, after, limit }: Firsts): Found['firsts'] {
  const keys = key === 'size' ? sizes : moments;
  const ranking = typeRanks && new Map(typeRanks);
  const ranks = Int32Array.from(cells, ({ file_type_id: type }) =>
    ranking ? (ranking.get(type) ?? unranked + type) : 0,
  );
  const groupOf = ({ team_id, file_type_id }: (typeof cells)[number]) => (groupBy === 'team' ? team_id : file_type_id);
  const groups = [...new Set(cells.map(groupOf))];
  const placeOfGroup = Int32Array.from(cells, (cell) => groups.indexOf(groupOf(cell)));
  const wanted = groupId === undefined ? undefined : groups.indexOf(groupId);
  const kept: number[][] = groups.map(() => []);
  /** The key of the last one of a full page: where only the key decides, what has a lower one needs no closer look. */
  const least = new Float64Array(groups.length).fill(-Infinity);
  const rankOf = (row: number) => ranks[cellOf[row] as number] as number;
  const comesBefore = (one: number, other: number) =>
    (rankOf(one) - rankOf(other) ||
      (keys[other] as number) - (keys[one] as number) ||
      (ids[other] as number) - (ids[one] as number)) < 0;
  const isOfPageBefore = (row: number) =>
    after !== undefined &&
    (rankOf(row) - after.rank || after.key - (keys[row] as number) || after.id - (ids[row] as number)) <= 0;
  for (let place = found.length - 1; place >= 0; place -= 1) {
    const row = found[place] as number;
    const group = placeOfGroup[cellOf[row] as number] as number;
    if ((keys[row] as number) < (least[group] as number) || (wanted !== undefined && group !== wanted)) continue;
    const page = kept[group] as number[];
    if (isOfPageBefore(row) || (page.length === limit && !comesBefore(row, page[limit - 1] as number))) continue;
    let at = page.length;
    while (at > 0 && comesBefore(row, page[at - 1] as number)) at -= 1;
    page.splice(at, 0, row);
    if (page.length > limit) page.pop();
    if (page.length === limit && !ranking) least[group] = keys[page[limit - 1] as number] as number;
  }
  const first = (row: number): First => ({ rank: rankOf(row), key: keys[row] as number, id: ids[row] as number });
  return groups.map((group, place) => ({ group, files: (kept[place] as number[]).map(first) }));
}

/** What was found last: who turns a page, sorts or groups anew asks for the same. */
let lastFound: { by: string; rows: ReturnType<typeof findRows> } | undefined;

function findAgain({ firsts: _, ...question }: Question): ReturnType<typeof findRows> {
  const by = JSON.stringify(question);
  if (lastFound?.by !== by) lastFound = { by, rows: findRows(question) };
  return lastFound.rows;
}

parentPort?.on('message', (message: Message) => {
  if ('lines' in message) {
    lastFound = undefined;
    return addLines(message.lines, message.instead);
  }
  const { id, question } = message;
  const { found: rowsFound, counts } = findAgain(question);
  const found: Found = {
    cells: countsOf(counts),
    firsts: question.firsts ? firstOfGroups(rowsFound, question.firsts) : [],
  };
  const reply: Reply = { id, found, isWorn: struck > 10_000 + rows / 4 };
  parentPort?.postMessage(reply);
});
