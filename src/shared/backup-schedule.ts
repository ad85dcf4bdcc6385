import { dayMs, localDate } from './calendar.ts';

/** The number of days, weeks and months of which the newest restore point is kept. */
export type Retention = { days: number; weeks: number; months: number };

/** A time of day in the zone of the server. */
export type TimeOfDay = { hour: number; minute: number };

const units = { d: 'days', w: 'weeks', m: 'months' } as const;

/** Reads a text such as `7d 4w 12m`. Returns undefined if it is invalid or keeps nothing. */
export function parseRetention(text: string): Retention | undefined {
  const kept: Retention = { days: 0, weeks: 0, months: 0 };
  const seen = new Set<string>();
  for (const part of text.trim().split(/\s+/)) {
    const [, count = '', unit = ''] = /^([1-9]\d{0,3})([dwm])$/.exec(part) ?? [];
    if (count === '' || seen.has(unit)) return undefined;
    seen.add(unit);
    kept[units[unit as keyof typeof units]] = Number(count);
  }
  return kept;
}

/** Returns the Monday of the week, so that a week across the turn of the year is one week. */
const weekOf = (at: Date) =>
  localDate(new Date(at.getFullYear(), at.getMonth(), at.getDate() - ((at.getDay() + 6) % 7)));

const periods: Record<keyof Retention, (at: Date) => string> = {
  days: localDate,
  weeks: weekOf,
  months: (at) => localDate(at).slice(0, 7),
};

/**
 * Returns the restore points to keep: the newest one of each of the last days, weeks and months that have one. A period
 * without a restore point does not count, so a pause removes nothing. Those of the day before the newest one are always
 * kept, so that a backup before a risky change does not remove the one of the night. Of equal times, the first is the newest.
 */
export function pointsToKeep(points: readonly Date[], retention: Retention): Set<Date> {
  const newestFirst = points.toSorted((a, b) => b.getTime() - a.getTime());
  const recently = (newestFirst[0]?.getTime() ?? 0) - dayMs;
  const kept = new Set(newestFirst.filter((point) => point.getTime() > recently));
  for (const [name, periodOf] of Object.entries(periods)) {
    const seen = new Set<string>();
    for (const point of newestFirst) {
      const period = periodOf(point);
      if (seen.has(period)) continue;
      if (seen.size === retention[name as keyof Retention]) break;
      seen.add(period);
      kept.add(point);
    }
  }
  return kept;
}

const pad = (number: number) => String(number).padStart(2, '0');

export const formatTimeOfDay = ({ hour, minute }: TimeOfDay) => `${pad(hour)}:${pad(minute)}`;

/** Returns the last scheduled moment that is not after `now`. */
function lastScheduled({ hour, minute }: TimeOfDay, now: Date): Date {
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate(), hour, minute);
  if (today <= now) return today;
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1, hour, minute);
}

/** After a failure, the next attempt is made after this time. Our choice. */
const retryAfterMs = 60 * 60 * 1000;

/** The last good restore point and the last failure. Instants are in ISO 8601. */
export type BackupState = { goodAt: string | undefined; failedAt: string | undefined };

/**
 * Leaves out instants in the future. A clock that was ahead and has been set back recorded them. If they counted, there
 * would be no backup until then.
 */
function withoutFuture({ goodAt, failedAt }: BackupState, now: Date): BackupState {
  const isPast = (instant: string | undefined) =>
    instant !== undefined && Date.parse(instant) < now.getTime() + maxAheadMs;
  return { goodAt: isPast(goodAt) ? goodAt : undefined, failedAt: isPast(failedAt) ? failedAt : undefined };
}

/** The clocks of several servers may differ by this much. Our choice. */
const maxAheadMs = 60 * 60 * 1000;

export function isFailing(state: BackupState, now: Date): boolean {
  const { goodAt, failedAt } = withoutFuture(state, now);
  return failedAt !== undefined && (goodAt === undefined || failedAt > goodAt);
}

/** Whether a backup has to begin now. The first one begins at once. */
export function isBackupDue(state: BackupState, time: TimeOfDay, now: Date): boolean {
  const { goodAt, failedAt } = withoutFuture(state, now);
  if (isFailing(state, now) && now.getTime() - Date.parse(failedAt ?? '') < retryAfterMs) return false;
  return goodAt === undefined || Date.parse(goodAt) < lastScheduled(time, now).getTime();
}

/** A restore point that is missing for this long after its scheduled time is late. Our choice: the longest usual backup. */
const lateAfterMs = 6 * 60 * 60 * 1000;

export function isBackupLate(goodAt: string | undefined, time: TimeOfDay, now: Date): boolean {
  if (goodAt === undefined) return true;
  const expected = lastScheduled(time, new Date(now.getTime() - lateAfterMs));
  // A clock that was set back must not hide a missing backup for longer than a day.
  return Date.parse(goodAt) < expected.getTime() || Date.parse(goodAt) > now.getTime() + dayMs;
}
