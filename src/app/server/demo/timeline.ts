import { dayMs, localDate } from '#shared/calendar.ts';

/** The first upload was fourteen months ago. */
const spanMs = 425 * dayMs;

/**
 * When the file at this place of `count` was uploaded: later places later, and more of them in recent weeks.
 * `jitter`, from 0 to 1, keeps them from being evenly spaced.
 */
export function uploadMoment(
  { place, count, jitter }: { place: number; count: number; jitter: number },
  now: Date,
): Date {
  const share = Math.min((place + jitter) / count, 0.999_999);
  return inWorkingHours(new Date(now.getTime() - spanMs * (1 - share) ** 1.6), now);
}

/** Moves the hours of a past day to between six and eighteen, in the order they had. */
function inWorkingHours(moment: Date, now: Date): Date {
  const midnight = Math.floor(moment.getTime() / dayMs) * dayMs;
  if (midnight + dayMs > now.getTime()) return moment;
  return new Date(midnight + dayMs / 4 + (moment.getTime() - midnight) / 2);
}

export const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * dayMs);

/** The calendar date so many days after today (before, when negative), in the server's time zone. */
export function calendarDate(now: Date, days: number): string {
  return localDate(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days));
}
