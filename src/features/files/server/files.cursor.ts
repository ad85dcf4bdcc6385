import { refusal } from '#server/refusal.ts';
import type { SortOrder } from '../files.contract.ts';

/** Where a page ended: the file's type, its place in the order, and its id. */
export type Cursor = { type: number; key: string | number; id: number };

export function cursorAfter(
  file: { file_type_id: number | null; sort_key: string | number; id: number } | undefined,
): string | null {
  if (!file) return null;
  return Buffer.from(JSON.stringify([file.file_type_id, file.sort_key, file.id])).toString('base64url');
}

/** Refuses 422 what was not made by cursorAfter for this order. */
export function readCursor(text: string, sort: SortOrder): Cursor {
  const [type, key, id] = parsed(text);
  const isKey = sort === 'size' ? Number.isSafeInteger(key) : typeof key === 'string' && !key.includes('\0');
  if (!Number.isSafeInteger(type) || !Number.isSafeInteger(id) || !isKey) {
    throw refusal.invalid('after', 'This place in the list does not exist. Load the list again.');
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
