import { dayMs } from '#shared/calendar.ts';
import { texts } from './notifications.texts.ts';

/** The newest this many are listed. Source: decisions.md section 4, Notifications. */
export const mostListed = 50;

/** Source: spec section 9, Notification poll interval. */
export const notificationsPollEveryMs = 30_000;

/** Entries that the panel shows, and that it shows once expanded. Source: spec section 9. */
export const entriesShown = 5;
export const entriesExpanded = 10;

/** Above this many the badge says '9+'. Source: spec section 9. */
const mostOnBadge = 9;

/** What the badge says; nothing when nothing is unread. */
export function badgeLabel(unread: number): string | undefined {
  return unread > 0 ? texts.badge(unread, mostOnBadge) : undefined;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** How long ago a moment was. A moment to come, by a clock that is ahead, is just now. Source: spec section 9. */
export function relativeTime(moment: string, now: Date): string {
  const age = now.getTime() - Date.parse(moment);
  if (age >= dayMs) return texts.daysAgo(Math.floor(age / dayMs));
  if (age >= hourMs) return texts.hoursAgo(Math.floor(age / hourMs));
  if (age >= minuteMs) return texts.minutesAgo(Math.floor(age / minuteMs));
  return texts.justNow;
}

/**
 * The screen that an entry leads to. Anything but a path of this product leads nowhere: `//host` and `/\host` are other
 * sites, and so is a path that becomes one of them once a browser has dropped the tabs and line ends in it.
 */
export function screenOf(link: string | null): string | undefined {
  return link !== null && /^\/(?!\/)[^\s\\]*$/.test(link) ? link : undefined;
}
