import type { Container } from '#features/containers/core/containers.contract.ts';
import { freeTimeFields, freeTimeOf } from '#features/containers/core/free-time.rules.ts';
import { addDays } from '#shared/calendar.ts';

/** The dates of a container that a calendar has. */
export const calendarFields = ['pfi_date', 'ex_factory_date', 'etd', 'eta', ...freeTimeFields] as const;
export type CalendarField = (typeof calendarFields)[number];

/** Our choice: more are no help in a calendar, and the programs read all of them every hour. */
export const maxCalendarContainers = 500;
export const maxCalendarEntries = 500;
const daysShownAfter = 60;

export type CalendarEntry = { container: Container; field: CalendarField; date: string };

/** Returns the entries of containers, the earliest first. A free time that has ended has no entry. */
export function entriesOf(containers: readonly Container[], today: string): CalendarEntry[] {
  const first = addDays(today, -daysShownAfter);
  return containers
    .flatMap((container) =>
      calendarFields.flatMap((field): CalendarEntry[] => {
        const date = container[field];
        if (!date || date < first || hasEnded(container, field, today)) return [];
        return [{ container, field, date }];
      }),
    )
    .toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0))
    .slice(0, maxCalendarEntries);
}

const hasEnded = (container: Container, field: CalendarField, today: string): boolean =>
  freeTimeFields.some((one) => one === field && freeTimeOf(container, one, today)?.hasEnded === true);
