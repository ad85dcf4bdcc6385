import { z } from 'zod';
import { trashDays } from './limits.ts';

/** A calendar date, `yyyy-mm-dd`: the same day for every reader, whatever their zone. */
export const calendarDate = (error: string) => z.iso.date(error).refine((date) => date >= '1900-01-01', error);

/** The day a moment is on by the local clock: the reader's in a browser, `TZ` on the server. */
export function localDate(moment: Date): string {
  const pad = (number: number, length: number) => String(number).padStart(length, '0');
  return `${pad(moment.getFullYear(), 4)}-${pad(moment.getMonth() + 1, 2)}-${pad(moment.getDate(), 2)}`;
}

export const dayMs = 24 * 60 * 60 * 1000;

/** Whole days from one calendar date to another; negative when the other is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
}

/** Days, begun ones included, until the trash gives up what was deleted at a moment; 0 when they are over. */
export function daysLeftInTrash(deletedAt: string, now: Date): number {
  return Math.max(0, Math.ceil(trashDays - (now.getTime() - Date.parse(deletedAt)) / dayMs));
}

/** A calendar date for people: 'Nov 20, 2026'. Read and written in UTC, so that it stays on its day. */
export function formatCalendarDate(date: string): string {
  const options = { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' } as const;
  return new Date(date).toLocaleDateString('en-US', options);
}
