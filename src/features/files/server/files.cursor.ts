import { refusal } from '#server/refusal.ts';
import { texts } from '#shared/texts.ts';
import { rankedId } from './files-order.rules.ts';
import type { ListOrder } from './files-order.rules.ts';

/** The end of a page: the id of the last file's type or team if it ranks the file, the sort key and the file's id. */
export type Cursor = { ranked: number; key: string | number; id: number };

export function cursorAfter(
  list: ListOrder,
  file: { file_type_id: number | null; team_id: number; sort_key: string | number; id: number } | undefined,
): string | null {
  if (!file) return null;
  return Buffer.from(JSON.stringify([rankedId(list, file), file.sort_key, file.id])).toString('base64url');
}

/** Refuses with 422 a cursor that `cursorAfter` did not create for this order. */
export function readCursor(text: string, { sort }: ListOrder): Cursor {
  const [ranked, key, id] = parsed(text);
  const isKey = sort === 'size' ? Number.isSafeInteger(key) : typeof key === 'string' && !key.includes('\0');
  if (!Number.isSafeInteger(ranked) || !Number.isSafeInteger(id) || !isKey) {
    throw refusal.invalid('cursor.invalid', 'after', texts.cursorInvalid);
  }
  return { ranked: ranked as number, key: key as string | number, id: id as number };
}

function parsed(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
