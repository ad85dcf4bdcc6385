import { daysBetween } from '#shared/calendar.ts';
import { delayCategories } from './containers.rules.ts';

// The report compares promised dates with the days on which containers were received, departed or arrived. See
// docs/decisions/0058-report-on-promised-dates.md.

export const measures = ['pfi', 'ex_factory', 'eta'] as const;
export type Measure = (typeof measures)[number];

/** The promised dates that a container is compared with: the first one, and the one that was promised last. */
export const results = ['first_on_time', 'first_late', 'last_on_time', 'last_late'] as const;
export type Result = (typeof results)[number];

/** The categories of delays, those that the server has logged, and those without a category. */
export const delayCauses = [...delayCategories, 'overdue', 'none'] as const;
export type DelayCause = (typeof delayCauses)[number];

export const groupings = ['supplier_id', 'carrier_id', 'pol', 'pod', 'team_id', 'assignee_id'] as const;
export type Grouping = (typeof groupings)[number];

/** No figure is shown of fewer containers. */
export const minContainers = 5;

type Value = string | number | null | undefined;

/** Returns the days from the first and from the present ETA to the ATA. Both are null without an ATA or without any ETA. */
export function etaSlips({ ata, eta, first_eta }: { ata: Value; eta: Value; first_eta: Value }) {
  if (typeof ata !== 'string' || typeof first_eta !== 'string') return { eta_slip: null, eta_last_slip: null };
  const last = typeof eta === 'string' ? eta : first_eta;
  return { eta_slip: daysBetween(first_eta, ata), eta_last_slip: daysBetween(last, ata) };
}
