import { refusal } from '#server/refusal.ts';
import { largestId } from '#shared/fields.ts';
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

/** The files of the further pages in the order of relevance, and the position of the older files after them. */
export type RankCursor = { ids: number[]; next: TextCursor | null };

/** The cursor contains the order itself, so that changes between two pages neither repeat nor skip a file. */
export const writeRankCursor = ({ ids, next }: RankCursor): string =>
  ['r', next ? writeTextCursor(next) : '', ...ids.map((id) => id.toString(36))].join('.');

/** Returns undefined for a cursor of another kind. Refuses with 422 one that `writeRankCursor` did not create. */
export function readRankCursor(text: string | undefined): RankCursor | undefined {
  if (!text?.startsWith('r')) return undefined;
  const [mark, next, ...rest] = text.split('.');
  const ids = rest.map((id) => (/^[\da-z]{1,6}$/.test(id) ? Number.parseInt(id, 36) : Number.NaN));
  if (mark !== 'r' || next === undefined || !ids.every((id) => id <= largestId))
    throw refusal.invalid('cursor.invalid', 'after', texts.cursorInvalid);
  return { ids, next: next === '' ? null : readTextCursor(next) };
}
