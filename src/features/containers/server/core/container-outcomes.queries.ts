import { sql } from 'kysely';
import type { DelayCause, EventDay } from '#features/containers/core/container-fields.rules.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import type { StatusId } from '#features/containers/core/containers.rules.ts';
import { promisedOf, slipsOf } from '#features/containers/report/outcomes.rules.ts';
import { statusIds } from '#features/papers/statuses.rules.ts';
import type { Db } from '#server/database/db.ts';
import { daysBetween, localDate } from '#shared/calendar.ts';

// Writes the columns that the report counts, in the transaction of each change.

export type DelayKind = 'pfi' | 'ex_factory';

/** Returns the columns of a delay in the history. */
export const delayOutcome = (cause: DelayCause | null | undefined, promised_date: string, at: string) => ({
  cause: cause ?? 'none',
  logged_on: localDate(new Date(at)),
  promised_date,
  days_lost: 0,
});

/**
 * Returns the columns that a move sets. A day that is set before its status stays; without it, the event is `today`, or has
 * no day if this is null. The undo of a departure removes its day.
 */
export function outcomeOfMove(container: Container, to: StatusId, today: string | null) {
  const { departed_on, received_on, pfi_date, ex_factory_date, first_pfi_date, first_ex_factory_date } = container;
  const departure = { first: first_ex_factory_date, last: ex_factory_date };
  if (container.status_id === statusIds['Not Received']) {
    const day = received_on ?? today;
    return { received_on: day, ...slipsOf('received_on', day, { first: first_pfi_date, last: pfi_date }) };
  }
  const day = to === statusIds.Departed ? (departed_on ?? today) : null;
  return { departed_on: day, ...slipsOf('departed_on', day, departure) };
}

/**
 * Returns the slips after the day of a past event is corrected. The date that was promised last is the one at the event, so its
 * slip changes by as many days as the event. `promised` is the present date, for an event that had no day.
 */
export function outcomeOfCorrection(old: Container, field: EventDay, day: unknown, promised: string) {
  const { kind, status } = promisedOf[field];
  if (old.status_id < status) return {};
  const slips = slipsOf(field, typeof day === 'string' ? day : null, {
    first: old[`first_${kind}_date`],
    last: promised,
  });
  const before = old[field];
  if (before === undefined || typeof day !== 'string') return slips;
  const column = `${kind}_last_slip`;
  return {
    ...slips,
    [column]: sql<number>`coalesce(${sql.ref(column)} + ${sql.lit(daysBetween(before, day))}, ${slips[column] ?? null})`,
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
