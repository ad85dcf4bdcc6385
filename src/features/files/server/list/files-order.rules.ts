import type { FilesView } from '#features/files/core/files.contract.ts';
import { naturalDirection } from '#features/files/list/files-view.rules.ts';

/** The order of a list, as the call receives it. */
export type ListOrder = Pick<FilesView, 'sort' | 'order'>;

/** The end of a page: the id of the last file's type or team if it ranks the file, the sort key and the file's id. */
export type FileCursor = { ranked: number; key: string | number; id: number };

/** The column that orders the files of one team and type. */
export type Order = {
  column: 'uploaded_at' | 'name_sort' | 'size';
  type: 'text' | 'int8';
  descending: boolean;
  /** The position before every file. */
  before: { key: string | number; id: number };
};

/** The rank of a deleted type is this number plus its id. */
const deletedRank = 1_000_000;

const columns = {
  uploaded_at: { column: 'uploaded_at', type: 'text' },
  file_type: { column: 'uploaded_at', type: 'text' },
  team: { column: 'uploaded_at', type: 'text' },
  filename: { column: 'name_sort', type: 'text' },
  size: { column: 'size', type: 'int8' },
} as const;

/**
 * Greater than every sort key, dates included: a name has at most 255 bytes, which is 63 times the highest code point of Unicode.
 */
const aboveAllTexts = '\u{10ffff}'.repeat(64);

/** Returns whether the order is by ranks of types or teams, and within them by date. */
export const isRanked = ({ sort }: ListOrder): boolean => sort === 'file_type' || sort === 'team';

const isReversed = ({ sort, order }: ListOrder): boolean => order !== undefined && order !== naturalDirection(sort);

export function orderOf(list: ListOrder): Order {
  // The ranks are reversed instead, so that the newest file of each type comes first in both directions.
  const descending = isRanked(list) || (list.order ?? naturalDirection(list.sort)) === 'desc';
  const { column, type } = columns[list.sort];
  const key = type === 'int8' ? (descending ? Number.MAX_SAFE_INTEGER : -1) : descending ? aboveAllTexts : '';
  return { column, type, descending, before: { key, id: descending ? Number.MAX_SAFE_INTEGER : 0 } };
}

/** Returns the id of the type or the team whose rank orders a file; 0 in the other orders. */
export const rankedId = ({ sort }: ListOrder, file: { team_id: number; file_type_id: number | null }): number =>
  sort === 'file_type' ? (file.file_type_id ?? 0) : sort === 'team' ? file.team_id : 0;

/**
 * Returns the rank of a type or a team: its index in the order by name, below zero if the order is reversed. Deleted types
 * come after the others.
 */
export function rankOf(list: ListOrder, named: readonly { id: number }[], id: number): number {
  if (!isRanked(list)) return 0;
  const index = named.findIndex((one) => one.id === id);
  const rank = index === -1 ? deletedRank + id : index;
  return isReversed(list) ? -1 - rank : rank;
}
