import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { countExpecting, hasItsPapers, missesPapers } from '#features/checklist/server/container-papers.queries.ts';
import { flagOf, monthOf } from '#server/database/container-keys.ts';
import type { Db } from '#server/database/db.ts';
import {
  choosesByStatistics,
  contains,
  isOneOf,
  withIndex,
  withoutIndex,
} from '#server/database/dialect/expressions.ts';
import { containsParts, isFrequent, maxCandidates } from '#server/database/dialect/part-index.ts';
import { addDays } from '#shared/calendar.ts';
import { searchParts } from '#shared/fold.ts';
import type { FilterInput } from '../container-fields.contract.ts';
import { dateFields, partyFields } from '../container-fields.rules.ts';
import type { Preset } from '../container-fields.rules.ts';
import type { ContainerCounts } from '../containers.contract.ts';
import type { DisplayedStatus } from '../containers.rules.ts';
import { segmentsOf } from './container-order.queries.ts';
import type { Order, Segment } from './container-order.queries.ts';
import { countDelayed, hasDelay, hasOutcome } from './container-outcome-filters.queries.ts';
import { isContainerVisibleTo } from './visible-containers.queries.ts';
import type { ContainerViewer } from './visible-containers.queries.ts';

/** The filters of a list and its viewer. Dates are compared with `today`, the day of the browser. */
export type ContainerFilter = Omit<FilterInput, 'today'> & {
  today: string;
  viewer: ContainerViewer;
  /** The search has so many matches that its index is of no use. */
  isFrequent?: boolean;
  /** A condition for containers that have not departed. */
  and?: RawBuilder<SqlBool>;
};

/** Adds to the filter whether its search can use the index. */
export async function withSearchPlan(db: Db, filter: ContainerFilter): Promise<ContainerFilter> {
  return { ...filter, isFrequent: await isFrequent(db, searchParts(filter.search ?? '')) };
}

type Page = {
  order: Order;
  after?: number | undefined;
  limit: number;
  /** The number of containers that match the filters, and that of all, if they are known. */
  found?: number | undefined;
  all?: number | undefined;
};

/** Up to this number of matches, the query finds them by the filters and sorts them. */
const fewMatches = 2_000;

/** A query in the order of an index reads this many rows, and for a long page more. Then it begins with the filters instead. */
const minLooked = 1_000;

/**
 * How a query finds a page. `order`: in the order of an index, and it compares the rows with the filters. `set`: in the order
 * of an index, and it looks up the ids among those of all matches. `sort`: by the filters, and it sorts the matches.
 */
type Way = 'order' | 'set' | 'sort';

/** Returns the ids of a page in order, beginning after the container `after`. */
export async function listIds(
  db: Db,
  filter: ContainerFilter,
  { order, after, limit, found, all = Infinity }: Page,
): Promise<number[]> {
  const inOrder = segmentsOf(order);
  const sorted = segmentsOf(order, { byFilter: true });
  const cursor = after === undefined ? undefined : await findCursor(db, inOrder, after);
  // The container of the cursor was deleted for good, so its position is unknown.
  if (after !== undefined && !cursor) return [];
  const inIndex = isInIndex(filter, order);
  const few = !isWhole(filter) && found !== undefined && found <= fewMatches;
  // Then it is faster to pass the other rows in the order than to sort the matches.
  const most = found !== undefined && found > all / 2 && (isInMostIndexes(order) || filter.preset === 'papers_missing');
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
    const until = inIndex || most ? undefined : await findEnd(db, segment, rows.after, Math.max(minLooked, 2 * limit));
    const first = await listSegment(db, filter, segment, { ...rows, until, way: 'order' });
    // Otherwise the matches are far from the beginning of this order.
    const isDone = until === undefined || first.length === rows.limit;
    const other = async () =>
      otherWay === 'sort' ? sort() : listSegment(db, filter, segment, { ...rows, way: 'set' });
    ids.push(...(isDone ? first : await other()));
  }
  return ids;
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

/** Returns the segment and the sort keys of a container, whether it matches the filters or not. */
async function findCursor(db: Db, segments: Segment[], id: number): Promise<{ index: number; keys: Keys } | undefined> {
  for (const [index, { from, where, keys }] of segments.entries()) {
    const { rows } = await sql<Record<string, unknown>>`
      select ${named(keys)} from ${from} where containers.id = ${id} and ${where}`.execute(db);
    if (rows[0]) return { index, keys: valuesOf(keys, rows[0]) };
  }
  return undefined;
}

/** Returns whether the filters match every container that the viewer sees. */
export const isWhole = ({
  today: _today,
  viewer: _viewer,
  isFrequent: _isFrequent,
  and: _and,
  search = '',
  ...filters
}: ContainerFilter) => search === '' && Object.values(filters).every((value) => value === undefined);

/**
 * Returns the number of matches, and their ids if a search finds them by its index. The page is then looked up among these
 * ids, so that the search runs once.
 */
export async function findMatches(db: Db, filter: ContainerFilter): Promise<{ found: number; ids?: number[] }> {
  if ((filter.search ?? '') !== '' && filter.isFrequent !== true) {
    const { rows } = await sql<{ id: number }>`
      select containers.id from containers where containers.deleted_at is null and ${matches(db, filter)}
        limit ${maxCandidates + 1}`.execute(db);
    if (rows.length <= maxCandidates) return { found: rows.length, ids: rows.map(({ id }) => id) };
  }
  return { found: await countContainers(db, filter) };
}

export async function countContainers(db: Db, filter: ContainerFilter): Promise<number> {
  const { rows } = await sql<{ found: number }>`select ${counted(db, filter)} as found`.execute(db);
  return rows[0]?.found ?? 0;
}

/**
 * The count is a sum of counts that each read one index. Few containers have all their papers, so they are subtracted
 * from those of which papers are expected. A port is either that of loading or that of discharge.
 */
function counted(db: Db, { preset, port, ...filter }: ContainerFilter): RawBuilder<number> {
  if (preset === 'papers_missing') {
    const isOpen = sql`containers.status_id in (1, 2)`;
    // With other filters, SQLite would begin with the index of the status.
    const status = isWhole({ ...filter, port }) ? isOpen : withoutIndex(db, isOpen);
    const those = (and: RawBuilder<SqlBool>) => counted(db, { ...filter, port, and: sql`${status} and ${and}` });
    return sql`(${countExpecting(those)} - ${those(hasItsPapers)})`;
  }
  if (port !== undefined && filter.pol === undefined && filter.pod === undefined) {
    const rest = { ...filter, preset };
    const both = counted(db, { ...rest, pol: port, pod: port });
    return sql`(${counted(db, { ...rest, pol: port })} + ${counted(db, { ...rest, pod: port })} - ${both})`;
  }
  const whole = { ...filter, preset, port };
  const delayed = filter.viewer.seenTeamIds === undefined && isWhole({ ...whole, ...noDelay }) && countDelayed(filter);
  if (delayed) return delayed;
  // SQLite would read a wider index.
  const isNarrow = filter.and && isWhole(whole);
  return sql`(select count(*) from ${isNarrow ? withIndex(db, 'containers', 'containers_open') : sql`containers`}
    where containers.deleted_at is null and ${matches(db, whole)})`;
}

const noDelay = { delay_cause: undefined, delayed_from: undefined, delayed_to: undefined };

/**
 * The numbers on the count cards, over all containers of the viewer. Each part is one range of the index `containers_by_state`
 * or `containers_flagged`, so that the departed ones, usually the most, are only counted. See docs/choices.md#delayed-containers.
 */
export async function countByStatus(db: Db, viewer: ContainerViewer, today: string): Promise<ContainerCounts> {
  const count = (condition: RawBuilder<SqlBool>) => sql`(select count(*) from containers
    where containers.deleted_at is null and ${isContainerVisibleTo(viewer)} and ${condition})`;
  const { rows } = await sql<Record<'not_received' | 'received' | 'departed' | 'late' | 'flagged', number>>`select
    ${count(shownAs('Not Received', today))} as not_received,
    ${count(shownAs('Received', today))} as received,
    ${count(shownAs('Departed', today))} as departed,
    ${count(isLate(today))} as late,
    ${count(sql`${shownAs('Not Received', today)} and ${hasFlag}`)}
      + ${count(sql`${shownAs('Received', today)} and ${hasFlag}`)} as flagged`.execute(db);
  const [{ late, flagged, ...counts }] = rows as [(typeof rows)[0]];
  const all = counts.not_received + counts.received + counts.departed + late;
  return { all, ...counts, delayed: late + flagged };
}

/** The same condition as in the index of the flagged containers. */
const hasFlag = sql<SqlBool>`${sql.raw(flagOf('containers.'))} = 1`;
const isFlagged = sql<SqlBool>`(containers.is_delayed_pfi = 1 or containers.is_delayed_ex_factory = 1)`;

/** The rules `displayedStatus` and `countsAsDelayed` in SQL. */
function shownAs(status: DisplayedStatus, today: string): RawBuilder<SqlBool> {
  switch (status) {
    case 'Not Received':
      return sql`(containers.status_id = 1 and containers.pfi_date >= ${today})`;
    case 'Received':
      return sql`containers.status_id = 2`;
    case 'Departed':
      return sql`containers.status_id = 3`;
    case 'Delayed':
      return sql`(${isLate(today)} or (containers.status_id <> 3 and ${isFlagged}))`;
  }
}

const isLate = (today: string) => sql<SqlBool>`(containers.status_id = 1 and containers.pfi_date < ${today})`;

function hasPreset(preset: Preset, today: string): RawBuilder<SqlBool> {
  if (preset === 'late_now') return isLate(today);
  if (preset === 'papers_missing') return missesPapers;
  if (preset === 'no_new_date')
    return sql`(containers.status_id = 1 and (containers.awaits_pfi_date = 1 or containers.awaits_ex_factory_date = 1))`;
  const last = addDays(today, Number(preset.slice('next_'.length)));
  return sql`(containers.status_id = 1 and containers.pfi_date >= ${today} and containers.pfi_date <= ${last})`;
}

function matches(db: Db, filter: ContainerFilter, { inOrder = false } = {}): RawBuilder<SqlBool> {
  const { search = '', status, today, preset, vessel, port, ids } = filter;
  const equal = ([...partyFields, 'assignee_id', 'team_id', 'pol', 'pod'] as const).map(
    (field) => filter[field] !== undefined && sql`${sql.ref(`containers.${field}`)} = ${filter[field]}`,
  );
  const ranges = dateFields.flatMap((field) => {
    const [from, to] = [filter[`${field}_from`], filter[`${field}_to`]];
    const column = sql.ref(`containers.${field}`);
    return [from && sql`${column} >= ${from}`, to && sql`${column} <= ${to}`];
  });
  const conditions = [
    isContainerVisibleTo(filter.viewer),
    search !== '' && hasText(db, search, filter.isFrequent !== true),
    status && shownAs(status, today),
    // By itself, because the indexes have it: most rows without missing papers have departed.
    preset === 'papers_missing' && sql`containers.status_id in (1, 2)`,
    preset && hasPreset(preset, today),
    filter.pfi_month && inMonth('containers.pfi_date', filter.pfi_month),
    filter.ex_factory_month && inMonth('containers.ex_factory_date', filter.ex_factory_month),
    vessel && sql`containers.vessel = ${vessel}`,
    port && hasPort(port, inOrder),
    filter.and,
    ids && isOneOf(db, sql`containers.id`, ids),
    filter.without && sql`${sql.ref(`containers.${filter.without}`)} is null`,
    hasOutcome(filter),
    hasDelay(filter, { each: inOrder }),
    ...equal,
    ...ranges,
  ].filter((condition) => typeof condition === 'object');
  // SQLite would begin with the index of a filter, and sort.
  const hidden = inOrder ? conditions.map((condition) => withoutIndex(db, condition)) : conditions;
  return sql`(${sql.join(hidden, sql` and `)})`;
}

/** Both ports of each container in the order of a list. Otherwise SQLite would read all containers, so it looks up both. */
function hasPort(port: string, inOrder: boolean): RawBuilder<SqlBool> {
  if (inOrder) return sql`(containers.pol = ${port} or containers.pod = ${port})`;
  const ids = (column: string) =>
    sql`select id from containers where deleted_at is null and ${sql.ref(column)} = ${port}`;
  return sql`(containers.id in (${ids('pol')} union all ${ids('pod')}))`;
}

/** A search without letters and digits is compared literally. */
function hasText(db: Db, search: string, useIndex: boolean): RawBuilder<SqlBool> {
  const parts = searchParts(search);
  if (parts.length > 0) return containsParts(db, parts, useIndex);
  const inColumn = (column: string) => contains(db, sql.ref(column), search);
  return sql`(${inColumn('containers.name')} or ${inColumn('containers.container_no')})`;
}

/** Matches the month in any year. */
const inMonth = (column: 'containers.pfi_date' | 'containers.ex_factory_date', month: number) =>
  sql<SqlBool>`${sql.raw(monthOf(column))} = ${String(month).padStart(2, '0')}`;
