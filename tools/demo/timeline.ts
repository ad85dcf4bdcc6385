import { dayMs, localDate } from '#shared/calendar.ts';

/** The first upload is fourteen months old. */
const spanMs = 425 * dayMs;

/**
 * Returns the upload time of the file with this index, of `count` files. A higher index is later, and recent weeks have more
 * uploads. `jitter`, from 0 to 1, makes the intervals irregular.
 */
export function uploadMoment(
  { index, count, jitter }: { index: number; count: number; jitter: number },
  now: Date,
): Date {
  const share = Math.min((index + jitter) / count, 0.999_999);
  return inWorkingHours(new Date(now.getTime() - spanMs * (1 - share) ** 1.6), now);
}

/** Compresses the hours of a past day into 6 to 18 o'clock, in the same order. */
function inWorkingHours(moment: Date, now: Date): Date {
  const midnight = Math.floor(moment.getTime() / dayMs) * dayMs;
  if (midnight + dayMs > now.getTime()) return moment;
  return new Date(midnight + dayMs / 4 + (moment.getTime() - midnight) / 2);
}

export const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * dayMs);

/** Returns the calendar date this many days after today (before, if negative), in the server's time zone. */
export function calendarDate(now: Date, days: number): string {
  return localDate(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days));
}
