import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { FilterInput } from '#features/containers/core/container-fields.contract.ts';
import { dateFields, partyFields } from '#features/containers/core/container-fields.rules.ts';
import type { Preset } from '#features/containers/core/container-fields.rules.ts';
import type { DisplayedStatus } from '#features/containers/core/containers.rules.ts';
import { daysLeftAt } from '#features/containers/core/free-time.rules.ts';
import { promisedOf } from '#features/containers/report/outcomes.rules.ts';
import { isContainerVisibleTo } from '#features/papers/server/visible-containers.queries.ts';
import type { ContainerViewer } from '#features/papers/server/visible-containers.queries.ts';
import type { Db } from '#server/database/db.ts';
import { contains, containsAll, isOneOf } from '#server/database/dialect/expressions.ts';
import { addDays } from '#shared/calendar.ts';
import { searchParts } from '#shared/fold.ts';
import { freeUntil } from '../core/free-time.queries.ts';
import { hasDelay, hasOutcome } from './container-outcome-filters.queries.ts';
import { missesPapers } from './container-papers.queries.ts';

/** The filters of a list and its viewer. Dates are compared with `today`, the day of the browser. */
export type ContainerFilter = Omit<FilterInput, 'today'> & {
  today: string;
  viewer: ContainerViewer;
};

const isFlagged = sql<SqlBool>`(containers.is_delayed_pfi = 1 or containers.is_delayed_ex_factory = 1)`;

/** The rules `displayedStatus` and `countsAsDelayed` in SQL. */
export const isShownAs: Record<DisplayedStatus, (today: string) => RawBuilder<SqlBool>> = {
  'Not Received': (today) => sql`(containers.status_id = 1 and containers.pfi_date >= ${today})`,
  Received: () => sql`containers.status_id = 2`,
  Departed: () => sql`containers.status_id = 3`,
  Delayed: (today) => sql`(${isLate(today)} or (containers.status_id <> 3 and ${isFlagged}))`,
};

const isLate = (today: string) => sql<SqlBool>`(containers.status_id = 1 and containers.pfi_date < ${today})`;

function hasPreset(preset: Preset, today: string): RawBuilder<SqlBool> {
  if (preset === 'late_now') return isLate(today);
  if (preset === 'papers_missing') return missesPapers;
  if (preset === 'free_time') return sql`${freeUntil} <= ${addDays(today, daysLeftAt.week)}`;
  if (preset === 'no_new_date')
    return sql`(containers.status_id = 1 and (containers.awaits_pfi_date = 1 or containers.awaits_ex_factory_date = 1))`;
  const last = addDays(today, Number(preset.slice('next_'.length)));
  return sql`(containers.status_id = 1 and containers.pfi_date >= ${today} and containers.pfi_date <= ${last})`;
}

/** The containers that match the filters. */
export const filtered = (db: Db, filter: ContainerFilter) =>
  db.selectFrom('containers').where('containers.deleted_at', 'is', null).where(matches(db, filter));

/** The condition that a row of `containers` matches all filters and that the viewer sees it. */
export function matches(db: Db, filter: ContainerFilter): RawBuilder<SqlBool> {
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
    search !== '' && hasText(db, search),
    status && isShownAs[status](today),
    preset && hasPreset(preset, today),
    filter.pfi_month && inMonth('containers.pfi_date', filter.pfi_month),
    filter.ex_factory_month && inMonth('containers.ex_factory_date', filter.ex_factory_month),
    vessel && sql`containers.vessel = ${vessel}`,
    port && sql`(containers.pol = ${port} or containers.pod = ${port})`,
    ids && isOneOf(db, sql`containers.id`, ids),
    filter.without && sql`${sql.ref(`containers.${filter.without}`)} is null`,
    filter.without === 'received_on' && sql`containers.status_id >= ${promisedOf.received_on.status}`,
    filter.without === 'departed_on' && sql`containers.status_id >= ${promisedOf.departed_on.status}`,
    hasOutcome(filter),
    hasDelay(filter),
    ...equal,
    ...ranges,
  ].filter((condition) => typeof condition === 'object');
  return sql`(${sql.join(conditions, sql` and `)})`;
}

/**
 * The condition that a container or one of its comments contains all words. A comment is seen by everyone who sees its
 * container. A search without letters and digits is compared literally.
 */
function hasText(db: Db, search: string): RawBuilder<SqlBool> {
  const parts = searchParts(search);
  const inColumn = (column: string) => contains(db, sql.ref(column), search);
  if (parts.length === 0) return sql`(${inColumn('containers.name')} or ${inColumn('containers.container_no')})`;
  return sql`(${containsAll(db, sql.ref('containers.search_text'), parts)} or containers.id in (
    select comments.container_id from container_events as comments
    where comments.search_text is not null and ${containsAll(db, sql.ref('comments.search_text'), parts)}))`;
}

/** Matches the month in any year. */
const inMonth = (column: 'containers.pfi_date' | 'containers.ex_factory_date', month: number) =>
  sql<SqlBool>`substr(${sql.ref(column)}, 6, 2) = ${String(month).padStart(2, '0')}`;
