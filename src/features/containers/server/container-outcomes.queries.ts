import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import { daysBetween, localDate } from '#shared/calendar.ts';
import type { DelayCause } from '../container-fields.rules.ts';
import type { Container } from '../containers.contract.ts';
import { statusIds } from '../containers.rules.ts';
import type { StatusId } from '../containers.rules.ts';

// Writes the columns that the report counts, in the transaction of each change.

export type DelayKind = 'pfi' | 'ex_factory';

/** The columns of a delay in the history. */
export type DelayOutcome = { cause: DelayCause; logged_on: string; promised_date: string; days_lost: number };

export const delayOutcome = (
  cause: DelayCause | null | undefined,
  promised_date: string,
  at: string,
): DelayOutcome => ({
  cause: cause ?? 'none',
  logged_on: localDate(new Date(at)),
  promised_date,
  days_lost: 0,
});

/** Returns the columns that a move sets. A departure keeps the first one, because 'Undo Departed' allows a second. */
export function outcomeOfMove(container: Container, to: StatusId, today: string) {
  const { pfi_date, ex_factory_date, first_pfi_date, first_ex_factory_date } = container;
  if (container.status_id === statusIds['Not Received'] && to === statusIds.Received)
    return {
      received_on: today,
      pfi_slip: daysBetween(first_pfi_date, today),
      pfi_last_slip: daysBetween(pfi_date, today),
    };
  if (to !== statusIds.Departed) return {};
  const unlessSet = <Value>(column: string, value: Value) => sql<Value>`coalesce(${sql.ref(column)}, ${value})`;
  return {
    departed_on: unlessSet('departed_on', today),
    ex_factory_slip: unlessSet('ex_factory_slip', daysBetween(first_ex_factory_date, today)),
    ex_factory_last_slip: unlessSet('ex_factory_last_slip', daysBetween(ex_factory_date, today)),
  };
}

/** Sets the days lost of the last delay of each date that a change moves. `old` is the container before the change. */
export async function recordDaysLost(
  tx: Db,
  old: Container,
  change: { [Field in `${DelayKind}_date`]?: string | number | null | undefined },
): Promise<void> {
  for (const kind of ['pfi', 'ex_factory'] as const) {
    const date = change[`${kind}_date`];
    if (typeof date !== 'string' || date === old[`${kind}_date`] || old[`${kind}_delays`] === 0) continue;
    const delay = await tx
      .selectFrom('container_events')
      .select(['id', 'promised_date'])
      .where('container_id', '=', old.id)
      .where('what', '=', `delay_${kind}`)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (!delay?.promised_date) continue;
    const days_lost = daysBetween(delay.promised_date, date);
    await tx.updateTable('container_events').set({ days_lost }).where('id', '=', delay.id).execute();
  }
}
