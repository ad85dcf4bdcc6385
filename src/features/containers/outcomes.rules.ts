import { daysBetween } from '#shared/calendar.ts';

// The report compares promised dates with the days on which containers were received, departed or arrived. See
// docs/decisions/0058-report-on-promised-dates.md.

/** Figures of fewer containers are not shown. */
export const minContainers = 5;

type Value = string | number | null | undefined;

/** Returns the days from the first and from the present ETA to the ATA. Both are null without an ATA or without any ETA. */
export function etaSlips({ ata, eta, first_eta }: { ata: Value; eta: Value; first_eta: Value }) {
  if (typeof ata !== 'string' || typeof first_eta !== 'string') return { eta_slip: null, eta_last_slip: null };
  const last = typeof eta === 'string' ? eta : first_eta;
  return { eta_slip: daysBetween(first_eta, ata), eta_last_slip: daysBetween(last, ata) };
}
