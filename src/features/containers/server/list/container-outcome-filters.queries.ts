import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { FilterInput } from '#features/containers/core/container-fields.contract.ts';
import type { Measure } from '#features/containers/core/container-fields.rules.ts';

/** The day of each outcome. */
const dayColumns = { pfi: 'received_on', ex_factory: 'departed_on', eta: 'ata' } as const satisfies Record<
  Measure,
  string
>;

type Days = { from: string; to: string };

/**
 * The columns and the condition of the containers that a figure about a measure counts. The condition of the viewer
 * is not included.
 */
export function outcomesOf(measure: Measure, { from, to }: Partial<Days>) {
  const on = sql.ref<string>(`containers.${dayColumns[measure]}`);
  const first = sql.ref<number>(`containers.${measure}_slip`);
  const last = sql.ref<number>(`containers.${measure}_last_slip`);
  const conditions = [sql`${first} is not null`, from && sql`${on} >= ${from}`, to && sql`${on} <= ${to}`];
  const where = sql<SqlBool>`(${sql.join(conditions.filter(Boolean), sql` and `)})`;
  return { on, first, last, where };
}

type Filter = Pick<
  FilterInput,
  'outcome' | 'outcome_from' | 'outcome_to' | 'result' | 'delay_cause' | 'delayed_from' | 'delayed_to'
>;

export function hasOutcome({ outcome, outcome_from, outcome_to, result }: Filter): RawBuilder<SqlBool> | undefined {
  if (!(outcome ?? outcome_from ?? outcome_to ?? result)) return undefined;
  const { first, last, where } = outcomesOf(outcome ?? 'pfi', {
    ...(outcome_from && { from: outcome_from }),
    ...(outcome_to && { to: outcome_to }),
  });
  if (!result) return where;
  const slip = result.startsWith('first') ? first : last;
  return result.endsWith('on_time') ? sql`(${where} and ${slip} <= 0)` : sql`(${where} and ${slip} > 0)`;
}

/** The delays that the filter asks for, or undefined if it asks for none. */
function delaysOf({ delay_cause, delayed_from, delayed_to }: Filter): RawBuilder<SqlBool> | undefined {
  if (!(delay_cause ?? delayed_from ?? delayed_to)) return undefined;
  const conditions = [
    sql`delays.logged_on is not null`,
    delayed_from && sql`delays.logged_on >= ${delayed_from}`,
    delayed_to && sql`delays.logged_on <= ${delayed_to}`,
    delay_cause && sql`delays.cause = ${delay_cause}`,
  ].filter((condition) => typeof condition === 'object');
  return sql`${sql.join(conditions, sql` and `)}`;
}

/** `each`: the query looks at few containers, so it probes the delays of each one. Otherwise it reads all delays once. */
export function hasDelay(filter: Filter, { each = false } = {}): RawBuilder<SqlBool> | undefined {
  const delays = delaysOf(filter);
  if (!delays) return undefined;
  if (each)
    return sql`exists (select 1 from container_events as delays where ${delays} and delays.container_id = containers.id)`;
  // The `+` keeps the query planner from reading the row of each container: an index has them in the order of the list.
  return sql`(+containers.id in (select delays.container_id from container_events as delays where ${delays}))`;
}

/**
 * The number of containers with a delay, for a viewer who sees all containers. It reads the delays and the trash. Undefined
 * if the filter asks for no delay.
 */
export function countDelayed(filter: Filter): RawBuilder<number> | undefined {
  const delays = delaysOf(filter);
  return (
    delays &&
    sql`(select count(distinct delays.container_id) from container_events as delays where ${delays}
      and delays.container_id not in (select id from containers where deleted_at is not null))`
  );
}
