import { refusal } from '#server/refusal.ts';
import { texts } from '#shared/texts.ts';
import type { FoundFile, TextCursor } from './text-search.queries.ts';

export const firstCursor: TextCursor = { textId: Number.MAX_SAFE_INTEGER - 1, fileId: Number.MAX_SAFE_INTEGER };

export const cursorOf = (file: FoundFile | undefined): TextCursor | null =>
  file ? { textId: file.text_id, fileId: file.id } : null;

export const writeTextCursor = ({ textId, fileId }: TextCursor) => `${textId}-${fileId}`;

/** Refuses with 422 a cursor that `writeTextCursor` did not create. */
export function readTextCursor(text: string): TextCursor {
  const [textId, fileId] = text.split('-').map((part) => (/^\d{1,16}$/.test(part) ? Number(part) : Number.NaN));
  if (text.split('-').length !== 2 || !Number.isSafeInteger(textId) || !Number.isSafeInteger(fileId)) {
    throw refusal.invalid('cursor.invalid', 'after', texts.cursorInvalid);
  }
  return { textId: textId as number, fileId: fileId as number };
}

/** The cursor of a page in the order of relevance: how many files precede it. */
export const writeRankCursor = (from: number) => `r${from}`;

/** Returns undefined for a cursor of another kind. */
export const readRankCursor = (text: string | undefined): number | undefined =>
  text !== undefined && /^r\d{1,3}$/.test(text) ? Number(text.slice(1)) : undefined;
