import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { FilterInput } from '#features/containers/core/container-fields.contract.ts';
import { dateFields, partyFields } from '#features/containers/core/container-fields.rules.ts';
import type { Preset } from '#features/containers/core/container-fields.rules.ts';
import type { DisplayedStatus } from '#features/containers/core/containers.rules.ts';
import { promisedOf } from '#features/containers/report/outcomes.rules.ts';
import { isContainerVisibleTo } from '#features/papers/server/visible-containers.queries.ts';
import type { ContainerViewer } from '#features/papers/server/visible-containers.queries.ts';
import { monthOf } from '#server/database/container-keys.ts';
import type { Db } from '#server/database/db.ts';
import { contains, isOneOf, withoutIndex } from '#server/database/dialect/expressions.ts';
import { containsParts, hasParts, isFrequent } from '#server/database/dialect/part-index.ts';
import { addDays } from '#shared/calendar.ts';
import { searchParts } from '#shared/fold.ts';
import { hasDelay, hasOutcome } from './container-outcome-filters.queries.ts';
import { missesPapers } from './container-papers.queries.ts';

/** The filters of a list and its viewer. Dates are compared with `today`, the day of the browser. */
export type ContainerFilter = Omit<FilterInput, 'today'> & {
  today: string;
  viewer: ContainerViewer;
  /** The search has so many matches that its index is of no use. */
  isFrequent?: boolean;
  /** A further condition, valid only for containers that have not departed. */
  and?: RawBuilder<SqlBool>;
};

/** Adds to the filter whether its search can use the index. */
export async function withSearchPlan(db: Db, filter: ContainerFilter): Promise<ContainerFilter> {
  return { ...filter, isFrequent: await isFrequent(db, searchParts(filter.search ?? '')) };
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

const isFlagged = sql<SqlBool>`(containers.is_delayed_pfi = 1 or containers.is_delayed_ex_factory = 1)`;

/** The rules `displayedStatus` and `countsAsDelayed` in SQL. */
export function shownAs(status: DisplayedStatus, today: string): RawBuilder<SqlBool> {
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

export const isLate = (today: string) => sql<SqlBool>`(containers.status_id = 1 and containers.pfi_date < ${today})`;

function hasPreset(preset: Preset, today: string): RawBuilder<SqlBool> {
  if (preset === 'late_now') return isLate(today);
  if (preset === 'papers_missing') return missesPapers;
  if (preset === 'no_new_date')
    return sql`(containers.status_id = 1 and (containers.awaits_pfi_date = 1 or containers.awaits_ex_factory_date = 1))`;
  const last = addDays(today, Number(preset.slice('next_'.length)));
  return sql`(containers.status_id = 1 and containers.pfi_date >= ${today} and containers.pfi_date <= ${last})`;
}

export function matches(db: Db, filter: ContainerFilter, { inOrder = false } = {}): RawBuilder<SqlBool> {
  const { search = '', status, today, preset, vessel, port, ids } = filter;
  const equal = ([...partyFields, 'assignee_id', 'team_id', 'pol', 'pod', 'import_id'] as const).map(
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
    // Repeated as a condition of its own, because the indexes contain it. It rules out the departed containers first.
    preset === 'papers_missing' && sql`containers.status_id in (1, 2)`,
    preset && hasPreset(preset, today),
    filter.pfi_month && inMonth('containers.pfi_date', filter.pfi_month),
    filter.ex_factory_month && inMonth('containers.ex_factory_date', filter.ex_factory_month),
    vessel && sql`containers.vessel = ${vessel}`,
    port && hasPort(port, inOrder),
    filter.and,
    ids && isOneOf(db, sql`containers.id`, ids),
    filter.without && sql`${sql.ref(`containers.${filter.without}`)} is null`,
    filter.without === 'received_on' && sql`containers.status_id >= ${promisedOf.received_on.status}`,
    filter.without === 'departed_on' && sql`containers.status_id >= ${promisedOf.departed_on.status}`,
    hasOutcome(filter),
    hasDelay(filter, { each: inOrder }),
    ...equal,
    ...ranges,
  ].filter((condition) => typeof condition === 'object');
  // Otherwise SQLite would start from the index of a filter and sort.
  const hidden = inOrder ? conditions.map((condition) => withoutIndex(db, condition)) : conditions;
  return sql`(${sql.join(hidden, sql` and `)})`;
}

/**
 * `inOrder`: compares both ports of each row that is read. Otherwise it finds the ids by the index of each port, because SQLite
 * would read all containers for an `or`.
 */
function hasPort(port: string, inOrder: boolean): RawBuilder<SqlBool> {
  if (inOrder) return sql`(containers.pol = ${port} or containers.pod = ${port})`;
  const ids = (column: string) =>
    sql`select id from containers where deleted_at is null and ${sql.ref(column)} = ${port}`;
  return sql`(containers.id in (${ids('pol')} union all ${ids('pod')}))`;
}

/** A search without letters and digits is compared literally. */
function hasText(db: Db, search: string, useIndex: boolean): RawBuilder<SqlBool> {
  const parts = searchParts(search);
  if (parts.length > 0) return sql`(${containsParts(db, parts, useIndex)} or ${hasComment(db, parts)})`;
  const inColumn = (column: string) => contains(db, sql.ref(column), search);
  return sql`(${inColumn('containers.name')} or ${inColumn('containers.container_no')})`;
}

/** A comment is seen by everyone who sees its container. All words have to be in one comment. */
const hasComment = (db: Db, parts: readonly string[]) => sql`containers.id in (
  select comments.container_id from container_events as comments
  where comments.search_text is not null and ${hasParts(db, sql`comments.search_text`, parts)})`;

/** Matches the month in any year. */
const inMonth = (column: 'containers.pfi_date' | 'containers.ex_factory_date', month: number) =>
  sql<SqlBool>`${sql.raw(monthOf(column))} = ${String(month).padStart(2, '0')}`;
