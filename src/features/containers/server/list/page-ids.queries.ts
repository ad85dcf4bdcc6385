import { sql } from 'kysely';
import { isContainerVisibleTo } from '#features/papers/server/visible-containers.queries.ts';
import type { ContainerViewer } from '#features/papers/server/visible-containers.queries.ts';
import type { Db } from '#server/database/db.ts';
import { choosesByStatistics, withoutIndex } from '#server/database/dialect/expressions.ts';
import { isWhole, matches } from './container-filters.queries.ts';
import type { ContainerFilter } from './container-filters.queries.ts';
import { segmentsOf } from './sort-orders.queries.ts';
import type { Order, Segment } from './sort-orders.queries.ts';

type Page = {
  order: Order;
  after?: number | undefined;
  limit: number;
  /** The number of containers that match the filters, if it is known. */
  found?: number | undefined;
};

/** Up to this number of matches, the query finds them by the filters and sorts them. */
const fewMatches = 2_000;

/** A query in the order of an index reads at most this many rows, and for a long page more. Then it begins with the filters. */
const maxLooked = 1_000;

/**
 * How a query finds a page. `order`: in the order of an index, and it compares the rows with the filters. `set`: in the order
 * of an index, and it looks up the ids among those of all matches. `sort`: by the filters, and it sorts the matches.
 */
type Way = 'order' | 'set' | 'sort';

/** Returns the ids of a page in order, beginning after the container `after`. */
export async function listIds(
  db: Db,
  filter: ContainerFilter,
  { order, after, limit, found }: Page,
): Promise<number[]> {
  const inOrder = segmentsOf(order);
  const sorted = segmentsOf(order, { byFilter: true });
  const cursor = after === undefined ? undefined : await findCursor(db, filter.viewer, inOrder, after);
  // The container of the cursor was deleted for good or given to another team, so its position is unknown.
  if (after !== undefined && !cursor) return [];
  const inIndex = isInIndex(filter, order);
  const few = !isWhole(filter) && found !== undefined && found <= fewMatches;
  const share = found === undefined || few || inIndex ? 0 : found / (await lastId(db));
  // If more than half of the containers match, passing the others in the order is faster than sorting the matches.
  const mostMatch = share > 0.5 && (isInMostIndexes(order) || filter.preset === 'papers_missing');
  // Three times the rows that hold one page of evenly spread matches.
  const looked = Math.ceil(Math.max(2 * limit, Math.min(maxLooked, (3 * limit) / share)));
  const otherWay: Way = choosesByStatistics(db) || isInMostIndexes(order) ? 'sort' : 'set';
  const ids: number[] = [];
  for (let index = cursor?.index ?? 0; index < inOrder.length && ids.length < limit; index += 1) {
    const segment = inOrder[index] as Segment;
    const rows = { after: index === cursor?.index ? cursor.keys : undefined, limit: limit - ids.length };
    const sort = async () => listSegment(db, filter, sorted[index] as Segment, { ...rows, way: 'sort' });
    if (few) {
      ids.push(...(await sort()));
      continue;
    }
    const until = inIndex || mostMatch ? undefined : await findEnd(db, segment, rows.after, looked);
    const first = await listSegment(db, filter, segment, { ...rows, until, way: 'order' });
    // Not done: the first `looked` rows did not fill the page, so the matches are further down and another way is faster.
    const isDone = until === undefined || first.length === rows.limit;
    const other = async () =>
      otherWay === 'sort' ? sort() : listSegment(db, filter, segment, { ...rows, way: 'set' });
    ids.push(...(isDone ? first : await other()));
  }
  return ids;
}

/** The last id is at least the number of containers, and far cheaper than a count. */
async function lastId(db: Db): Promise<number> {
  const last = await db
    .selectFrom('containers')
    .select('id')
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.id ?? 0;
}

/** The indexes of the filters have the keys of these orders. */
const isInMostIndexes = ({ sort }: Order) => sort === 'late' || sort === 'pfi_date' || sort === 'id';

/**
 * Whether the index of the order has all that the filters need, so that a page is found without the rows of the table. The
 * index of the names has only the columns of the viewer.
 */
function isInIndex(filter: ContainerFilter, { sort }: Order): boolean {
  if (isWhole({ ...filter, ids: undefined })) return true;
  const others = { ...filter, status: undefined, preset: undefined, team_id: undefined };
  return sort !== 'name' && filter.preset !== 'papers_missing' && isWhole(others);
}

type Keys = readonly unknown[];

/** Returns the sort keys of the row after the next `looked` rows of a segment, or undefined if it is shorter. */
async function findEnd(
  db: Db,
  { from, where, keys, descending }: Segment,
  after: Keys | undefined,
  looked: number,
): Promise<Keys | undefined> {
  const { rows } = await sql<Record<string, unknown>>`
    select ${named(keys)} from ${from} where containers.deleted_at is null and ${where}
      ${after ? sql`and ${beyond(keys, after, descending)}` : sql``} order by ${ordered(keys, descending)} limit 1 offset ${looked}`.execute(
    db,
  );
  return rows[0] && valuesOf(keys, rows[0]);
}

const named = (keys: Segment['keys']) => sql.join(keys.map((key, index) => sql`${key} as ${sql.ref(`key${index}`)}`));
const valuesOf = (keys: Segment['keys'], row: Record<string, unknown>): Keys =>
  keys.map((_, index) => row[`key${index}`]);

/** Compares the sort keys of a row with those of another one: later in the order, or with `isLater` false, before it. */
const beyond = (keys: Segment['keys'], other: Keys, descending: boolean, isLater = true) =>
  sql`(${sql.join(keys)}) ${sql.raw(descending === isLater ? '<' : '>')} (${sql.join(other)})`;

const ordered = (keys: Segment['keys'], descending: boolean) =>
  sql.join(keys.map((key) => sql`${key} ${sql.raw(descending ? 'desc' : 'asc')}`));

type SegmentRows = {
  after: Keys | undefined;
  until?: Keys | undefined;
  limit: number;
  way: Way;
};

async function listSegment(
  db: Db,
  filter: ContainerFilter,
  { from, where, keys, descending }: Segment,
  { after, until, limit, way }: SegmentRows,
): Promise<number[]> {
  const notDeleted = sql`containers.deleted_at is null`;
  // Every index has this condition. To compare all texts, SQLite reads the table faster in its own order.
  const readsAll = way === 'sort' && filter.isFrequent === true && isWhole({ ...filter, search: '' });
  const isMatch =
    way === 'set'
      ? sql`${withoutIndex(db, sql`containers.id`)} in (select containers.id from containers where ${notDeleted} and ${matches(db, filter)})`
      : matches(db, filter, { inOrder: way === 'order' });
  const { rows } = await sql<{ id: number }>`
    select containers.id from ${from} where ${readsAll ? withoutIndex(db, notDeleted) : notDeleted} and ${where}
      ${after ? sql`and ${beyond(keys, after, descending)}` : sql``}
      ${until ? sql`and ${beyond(keys, until, descending, false)}` : sql``}
      and ${isMatch} order by ${ordered(keys, descending)} limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}

/** Returns the segment and the sort keys of a container that the viewer sees, whether it matches the filters or not. */
async function findCursor(
  db: Db,
  viewer: ContainerViewer,
  segments: Segment[],
  id: number,
): Promise<{ index: number; keys: Keys } | undefined> {
  for (const [index, { from, where, keys }] of segments.entries()) {
    const { rows } = await sql<Record<string, unknown>>`
      select ${named(keys)} from ${from} where containers.id = ${id} and ${isContainerVisibleTo(viewer)} and ${where}`.execute(
      db,
    );
    if (rows[0]) return { index, keys: valuesOf(keys, rows[0]) };
  }
  return undefined;
}
