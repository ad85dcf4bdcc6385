import { dayMs } from './calendar.ts';
import { counted, dash } from './format.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * The age of a moment. A moment in the future, by a clock that is ahead, reads 'just now'.
 * See docs/specification.md#notification-bell.
 */
export function relativeTime(moment: string, now: Date): string {
  const age = now.getTime() - Date.parse(moment);
  if (Number.isNaN(age)) return dash;
  if (age >= dayMs) return `${counted(Math.floor(age / dayMs), 'day')} ago`;
  if (age >= hourMs) return `${counted(Math.floor(age / hourMs), 'hour')} ago`;
  if (age >= minuteMs) return `${counted(Math.floor(age / minuteMs), 'minute')} ago`;
  return 'just now';
}
