import { statusIds } from '#features/papers/statuses.rules.ts';
import { daysBetween } from '#shared/calendar.ts';
import { eventDays } from '../core/container-fields.rules.ts';
import type { EventDay } from '../core/container-fields.rules.ts';
import { latestToday } from '../core/containers.rules.ts';

// The report compares promised dates with the days on which containers were received, departed or arrived. See
// docs/decisions/report.md.

/** Figures of fewer containers are not shown. */
export const minContainers = 5;

type Value = string | number | null | undefined;

/** Returns the days from the first and from the present ETA to the ATA. Both are null without an ATA or without any ETA. */
export function etaSlips({ ata, eta, first_eta }: { ata: Value; eta: Value; first_eta: Value }) {
  if (typeof ata !== 'string' || typeof first_eta !== 'string') return { eta_slip: null, eta_last_slip: null };
  const last = typeof eta === 'string' ? eta : first_eta;
  return { eta_slip: daysBetween(first_eta, ata), eta_last_slip: daysBetween(last, ata) };
}

/** The promised date with which the report compares a receipt and a departure, and the status that has the day. */
export const promisedOf = {
  received_on: { kind: 'pfi', status: statusIds.Received },
  departed_on: { kind: 'ex_factory', status: statusIds.Departed },
} as const;

/** Returns the days from the promised dates to the day of an event. Both are null without the day. */
export function slipsOf(field: EventDay, day: Value, { first, last }: { first: string; last: string }) {
  const { kind } = promisedOf[field];
  const slip = (promised: string) => (typeof day === 'string' ? daysBetween(promised, day) : null);
  return { [`${kind}_slip`]: slip(first), [`${kind}_last_slip`]: slip(last) };
}

type Created = { pfi_date: string; ex_factory_date: string; received_on?: Value; departed_on?: Value };

/** Returns the slips of a container that is created in a status. A day that is set before its status has none. */
export function slipsAtCreation(container: Created, status: number) {
  return Object.assign(
    {},
    ...eventDays.map((field) => {
      const promised = container[`${promisedOf[field].kind}_date`];
      const day = status >= promisedOf[field].status ? container[field] : null;
      return slipsOf(field, day, { first: promised, last: promised });
    }),
  ) as Record<string, number | null>;
}

/** Returns the first day of a receipt or a departure that is in the future in every time zone. */
export const futureDayOf = (days: { [Day in EventDay]?: Value }, now: Date): EventDay | undefined =>
  eventDays.find((field) => String(days[field] ?? '') > latestToday(now));
