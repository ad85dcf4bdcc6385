import { z } from 'zod';
import { trashDays } from './limits.ts';

/** A calendar date, `yyyy-mm-dd`. It is the same day in every time zone. */
export const calendarDate = (error: string) => z.iso.date(error).refine((date) => date >= '1900-01-01', error);

/** Returns the date of a moment in the local time zone: that of the browser, or `TZ` on the server. */
export function localDate(moment: Date): string {
  const pad = (number: number, length: number) => String(number).padStart(length, '0');
  return `${pad(moment.getFullYear(), 4)}-${pad(moment.getMonth() + 1, 2)}-${pad(moment.getDate(), 2)}`;
}

export const dayMs = 24 * 60 * 60 * 1000;

/** Whole days from one calendar date to another; negative when the other is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
}

/**
 * Returns the days until the trash deletes an item that was moved there at `deletedAt`, rounded up. Returns 0 after
 * that time.
 */
export function daysLeftInTrash(deletedAt: string, now: Date): number {
  return Math.max(0, Math.ceil(trashDays - (now.getTime() - Date.parse(deletedAt)) / dayMs));
}

/** Returns the calendar date that is this many days later; earlier for a negative number. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);
}
