import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { DelayCause, Grouping, Measure } from '#features/containers/core/container-fields.rules.ts';
import { minContainers } from '#features/containers/report/outcomes.rules.ts';
import { isContainerVisibleTo } from '#features/papers/server/visible-containers.queries.ts';
import type { ContainerViewer } from '#features/papers/server/visible-containers.queries.ts';
import type { Db } from '#server/database/db.ts';
import { outcomesOf } from '../list/container-outcome-filters.queries.ts';

/** The first and the last day that a figure counts. */
export type Days = { from: string; to: string };

type OnTime = { n: number; first_on_time: number; last_on_time: number };

const ifSo = (condition: RawBuilder<unknown>) => sql`sum(case when ${condition} then 1 else 0 end)`;

/** Each query reads one index of the migrations 0023 and 0033 only. The days come in its order, so they need no sorting. */
export async function countByMonth(
  db: Db,
  viewer: ContainerViewer,
  measure: Measure,
  days: Days,
): Promise<(OnTime & { month: string })[]> {
  const { on, first, last, where } = outcomesOf(measure, days);
  const { rows } = await sql<OnTime & { month: string }>`
    select substr(day, 1, 7) as month, sum(n) as n, sum(early) as first_on_time, sum(kept) as last_on_time from (
      select ${on} as day, count(*) as n, ${ifSo(sql`${first} <= 0`)} as early, ${ifSo(sql`${last} <= 0`)} as kept
      from containers where containers.deleted_at is null and ${where} and ${isContainerVisibleTo(viewer)}
      group by ${on}) as days
    group by 1 order by 1`.execute(db);
  return rows;
}

export type Slip = { median: number | null; p80: number | null };
export type GroupRow = OnTime & Slip & { key: string | number | null };

/** Percentiles are values that occur: the smallest one that at least half, or four fifths, of the containers do not exceed. */
const figures = sql`max(total) as n, sum(case when slip <= 0 then n else 0 end) as first_on_time,
  sum(kept) as last_on_time, min(case when upto * 2 >= total then slip end) as median,
  min(case when upto * 5 >= total * 4 then slip end) as p80`;

/**
 * Returns the groups with enough containers, the largest first, and the slip of all containers. Both come from one
 * reading of the index.
 */
export async function listGroups(
  db: Db,
  viewer: ContainerViewer,
  { measure, group, limit, ...days }: Days & { measure: Measure; group: Grouping; limit: number },
): Promise<{ groups: GroupRow[]; slip: Slip }> {
  const { first, last, where } = outcomesOf(measure, days);
  const key = sql.ref(`containers.${group}`);
  const ranked = (partition: RawBuilder<unknown>) => sql`select key, slip, n, kept,
    sum(n) over (${partition} order by slip) as upto, sum(n) over (${partition}) as total from slips`;
  const { rows } = await sql<GroupRow & { is_total: number }>`
    with slips as (
      select ${key} as key, ${first} as slip, count(*) as n, ${ifSo(sql`${last} <= 0`)} as kept
      from containers where containers.deleted_at is null and ${where} and ${isContainerVisibleTo(viewer)}
      group by ${key}, ${first})
    select 1 as is_total, null as key, ${figures} from (${ranked(sql``)}) as ranked
    having max(total) >= ${minContainers}
    union all
    select * from (
      select 0 as is_total, key, ${figures} from (${ranked(sql`partition by key`)}) as ranked
      group by key having max(total) >= ${minContainers} order by max(total) desc, key limit ${limit}) as largest`.execute(
    db,
  );
  const total = rows.find(({ is_total }) => is_total === 1);
  return {
    groups: rows.flatMap(({ is_total, ...row }) => (is_total === 1 ? [] : [row])),
    slip: { median: total?.median ?? null, p80: total?.p80 ?? null },
  };
}

export type ReasonRow = { cause: DelayCause; containers: number; delays: number; days_lost: number };

export async function listReasons(db: Db, viewer: ContainerViewer, { from, to }: Days): Promise<ReasonRow[]> {
  // The index has the delays in the order of the causes and containers. For a viewer of all containers only those in the
  // trash are left out, which are few; the join would read each container once for each of its causes.
  const seen =
    viewer.seenTeamIds === undefined
      ? { join: sql``, where: sql`delays.container_id not in (select id from containers where deleted_at is not null)` }
      : {
          join: sql`cross join containers`,
          where: sql`containers.id = delays.container_id and containers.deleted_at is null and ${isContainerVisibleTo(viewer)}`,
        };
  const { rows } = await sql<ReasonRow>`
    select cause, count(distinct container_id) as containers, count(*) as delays, sum(days_lost) as days_lost
    from container_events as delays ${seen.join}
    where ${seen.where} and delays.logged_on is not null
      and delays.logged_on >= ${from} and delays.logged_on <= ${to}
    group by cause having count(distinct container_id) >= ${minContainers}
    order by 2 desc, 1`.execute(db);
  return rows;
}
