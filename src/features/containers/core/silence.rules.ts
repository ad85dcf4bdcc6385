import { statusIds } from '#features/papers/statuses.rules.ts';
import { daysBetween, localDate } from '#shared/calendar.ts';

/** A container that has not departed is marked after this many days without an entry by a person. Our choice. */
export const silentAfterDays = 10;

type Heard = { status_id: number; heard_at?: string | undefined };

/** Returns the days since the last entry of a person, or undefined if they are few or the container has departed. */
export function daysSilent({ status_id, heard_at }: Heard, today: string): number | undefined {
  if (heard_at === undefined || status_id === statusIds.Departed) return undefined;
  const days = daysBetween(localDate(new Date(heard_at)), today);
  return days >= silentAfterDays ? days : undefined;
}

/** Whether the delay of a container was logged by the server and not by a person. */
export const isDelayDerived = (container: { is_delayed_ex_factory: number; pfi_delay_by_rule?: boolean | undefined }) =>
  container.pfi_delay_by_rule === true && container.is_delayed_ex_factory !== 1;
