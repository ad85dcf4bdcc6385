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

export function hasDelay({ delay_cause, delayed_from, delayed_to }: Filter): RawBuilder<SqlBool> | undefined {
  if (!(delay_cause ?? delayed_from ?? delayed_to)) return undefined;
  const conditions = [
    sql`delays.logged_on is not null`,
    delayed_from && sql`delays.logged_on >= ${delayed_from}`,
    delayed_to && sql`delays.logged_on <= ${delayed_to}`,
    delay_cause && sql`delays.cause = ${delay_cause}`,
  ].filter((condition) => typeof condition === 'object');
  return sql`containers.id in (
    select delays.container_id from container_events as delays where ${sql.join(conditions, sql` and `)})`;
}
