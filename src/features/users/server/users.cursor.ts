import { refusal } from '#server/refusal.ts';
import { largestId } from '#shared/fields.ts';
import { refusals } from '../users.texts.ts';
import type { Place } from './users.queries.ts';

/** Where a page ended, as the next page's `after`. */
export function cursorAfter({ name, id }: Place): string {
  return Buffer.from(JSON.stringify([name, id])).toString('base64url');
}

/** Refuses 422 what was not made by cursorAfter. */
export function readCursor(text: string): Place {
  const [name, id] = parsed(text);
  const isPlace = typeof name === 'string' && !name.includes('\0') && typeof id === 'number';
  if (!isPlace || !Number.isInteger(id) || id < 0 || id > largestId)
    throw refusal.invalid('after', refusals.wrongPlace);
  return { name, id };
}

function parsed(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
