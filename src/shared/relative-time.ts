import { dayMs } from './calendar.ts';
import { counted, dash } from './format.ts';

export const ageTexts = {
  justNow: 'just now',
  minutesAgo: (count: number) => `${counted(count, 'minute')} ago`,
  hoursAgo: (count: number) => `${counted(count, 'hour')} ago`,
  daysAgo: (count: number) => `${counted(count, 'day')} ago`,
} as const;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * The age of a moment. A moment in the future, by a clock that is ahead, reads 'just now'.
 * See docs/specification.md#notification-bell.
 */
export function relativeTime(moment: string, now: Date): string {
  const age = now.getTime() - Date.parse(moment);
  if (Number.isNaN(age)) return dash;
  if (age >= dayMs) return ageTexts.daysAgo(Math.floor(age / dayMs));
  if (age >= hourMs) return ageTexts.hoursAgo(Math.floor(age / hourMs));
  if (age >= minuteMs) return ageTexts.minutesAgo(Math.floor(age / minuteMs));
  return ageTexts.justNow;
}
