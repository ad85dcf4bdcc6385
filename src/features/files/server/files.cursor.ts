import { refusal } from '#server/refusal.ts';
import { texts } from '#shared/texts.ts';
import type { SortOrder } from '../files.contract.ts';

/** The end of a page: the last file's type, its sort key and its id. */
export type Cursor = { type: number; key: string | number; id: number };

export function cursorAfter(
  file: { file_type_id: number | null; sort_key: string | number; id: number } | undefined,
): string | null {
  if (!file) return null;
  return Buffer.from(JSON.stringify([file.file_type_id, file.sort_key, file.id])).toString('base64url');
}

/** Refuses with 422 a cursor that `cursorAfter` did not create for this order. */
export function readCursor(text: string, sort: SortOrder): Cursor {
  const [type, key, id] = parsed(text);
  const isKey = sort === 'size' ? Number.isSafeInteger(key) : typeof key === 'string' && !key.includes('\0');
  if (!Number.isSafeInteger(type) || !Number.isSafeInteger(id) || !isKey) {
    throw refusal.invalid('cursor.invalid', 'after', texts.cursorInvalid);
  }
  return { type: type as number, key: key as string | number, id: id as number };
}

function parsed(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
