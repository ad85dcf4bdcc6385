import { refusal } from '#server/refusal.ts';
import { largestId } from '#shared/fields.ts';
import { texts } from '#shared/texts.ts';
import type { UserCursor } from './users.queries.ts';

/** Returns the `after` of the next page. */
export function cursorAfter({ name, id }: UserCursor): string {
  return Buffer.from(JSON.stringify([name, id])).toString('base64url');
}

/** Refuses with 422 a text that is not a result of `cursorAfter`. */
export function readCursor(text: string): UserCursor {
  const [name, id] = parsed(text);
  const isCursor = typeof name === 'string' && !name.includes('\0') && typeof id === 'number';
  if (!isCursor || !Number.isInteger(id) || id < 0 || id > largestId)
    throw refusal.invalid('cursor.invalid', 'after', texts.cursorInvalid);
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
