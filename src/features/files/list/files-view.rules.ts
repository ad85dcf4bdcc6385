import type { FileType } from '#features/file-types/file-types.contract.ts';
import {
  addressView,
  choiceField,
  filterField,
  numberUpTo,
  oneOf,
  searchField,
  withParameter,
} from '#shared/address-view.ts';
import type { ViewOf } from '#shared/address-view.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { largestId } from '#shared/fields.ts';
import { formatDate } from '#shared/format.ts';
import { matchesName } from '#shared/search-query.ts';
import { directions, groupings, listOrders, textOrders } from '../core/files.contract.ts';
import type { Direction, filesContract, Grouping, SortOrder, TextHit } from '../core/files.contract.ts';
import { filesPerClick, uploadDates, uploadedSince } from '../core/files.rules.ts';
import { texts } from '../core/files.texts.ts';
import { longestFolderBytes } from '../core/folders.rules.ts';

/** The view of the files page. See docs/specification.md#files-page. */
export const filesView = addressView({
  grouping: choiceField('by', groupings, { initial: 'file_type', isFilter: false }),
  sort: choiceField('sort', listOrders, { initial: 'uploaded_at', isFilter: false }),
  order: { ...filterField('order', oneOf(directions)), isFilter: false },
  uploadDate: choiceField('date', uploadDates, { initial: 'all', isFilter: true }),
  teamId: filterField('team', numberUpTo(largestId)),
  fileTypeId: filterField('type', numberUpTo(largestId)),
  uploaderId: filterField('uploader', numberUpTo(largestId)),
  /** A month of upload as `yyyy-mm`, in UTC like the months of the dashboard. */
  month: filterField('month', (text) => (/^\d{4}-(?:0[1-9]|1[0-2])$/.test(text) ? text : undefined)),
  /** The folder from which the files came. */
  folder: filterField('folder', (text) => text.slice(0, longestFolderBytes) || undefined),
  /** The container to which the files are linked. */
  containerId: filterField('container', numberUpTo(largestId)),
  /** Papers that wait for their container. */
  waiting: filterField('waiting', oneOf(['yes'] as const)),
  /** The order of the documents whose text matches. */
  textOrder: choiceField('texts', textOrders, { initial: 'newest', isFilter: false }),
  // The longest search that the call accepts.
  search: searchField('q', 255),
});

export type PageView = ViewOf<typeof filesView>;

const previewName = 'preview';

/** Returns the id of the file whose preview the address opens, if any. */
export const readPreviewed = (address: URLSearchParams): number | undefined =>
  numberUpTo(largestId)(address.get(previewName) ?? '');

const searchedName = 'find';

/** Returns the words that the preview shows first, because a search of texts has found them. */
export const readSearchedText = (address: URLSearchParams): string => address.get(searchedName) ?? '';

const maxSearchedLetters = 100;

/** Returns the address with the preview of this file and the words that it shows first, or without a preview. */
export function writePreviewed(
  address: URLSearchParams,
  file: { id: number; snippet?: TextHit['snippet'] | undefined } | undefined,
): URLSearchParams {
  const words = new Set(file?.snippet?.filter(({ marked }) => marked).map(({ text }) => text));
  const searched = [...words].join(' ').slice(0, maxSearchedLetters) || undefined;
  return withParameter(withParameter(address, previewName, file?.id), searchedName, searched);
}

/** Returns the view without filters and search. Grouping and order stay. */
export function withoutFilters(view: PageView): PageView {
  const { grouping, sort, order, textOrder } = view;
  return { ...filesView.initial, grouping, sort, order, textOrder };
}

/** A heading above the columns of the files. A heading without `sort` does not sort. */
export type FileHeading = { column: 'name' | 'type' | 'uploader' | 'team' | 'date' | 'size'; sort?: SortOrder };

/** The headings for a grouping, in the order of the columns. All files of a group have its type or its team. */
export function headingsOf(grouping: Grouping): FileHeading[] {
  const byTeam = grouping === 'team';
  return [
    { column: 'name', sort: 'filename' },
    byTeam ? { column: 'type', sort: 'file_type' } : { column: 'type' },
    { column: 'uploader' },
    ...(byTeam ? [] : [{ column: 'team', sort: 'team' } as const]),
    { column: 'date', sort: 'uploaded_at' },
    { column: 'size', sort: 'size' },
  ];
}

type Sorted = Pick<PageView, 'sort' | 'order'>;

/** Dates and sizes descend, names ascend, unless the reader reverses the order. */
export const naturalDirection = (sort: SortOrder): Direction =>
  sort === 'uploaded_at' || sort === 'size' ? 'desc' : 'asc';

/** The value of `aria-sort` for a heading; undefined if the list is in another order. */
export function ariaSortOf({ sort }: FileHeading, view: Sorted): 'ascending' | 'descending' | undefined {
  if (sort === undefined || sort !== view.sort) return undefined;
  return (view.order ?? naturalDirection(sort)) === 'asc' ? 'ascending' : 'descending';
}

/** Returns the order after a click on a heading: its own, or the reverse if the list has it already. */
export function orderAfterClick(sort: SortOrder, view: Sorted): Sorted {
  if (sort !== view.sort || view.order !== undefined) return { sort, order: undefined };
  return { sort, order: naturalDirection(sort) === 'asc' ? 'desc' : 'asc' };
}

/** Returns the first instant of a month, or of the month `later` months after it. */
function monthStart(month: string | undefined, later = 0): string | undefined {
  if (month === undefined) return undefined;
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + later)).toISOString();
}

/** Returns the query of the calls for a view. */
export function asQuery(view: PageView, now: Date): InputOf<typeof filesContract.overview> {
  const since = [uploadedSince(view.uploadDate, now), monthStart(view.month)].filter((one) => one !== undefined);
  return {
    group_by: view.grouping,
    sort: view.sort,
    order: view.order,
    team_id: view.teamId,
    file_type_id: view.fileTypeId,
    uploaded_since: since.toSorted().at(-1),
    uploaded_before: monthStart(view.month, 1),
    user_id: view.uploaderId,
    waiting: view.waiting,
    folder: view.folder,
    container_id: view.containerId,
    search: view.search.trim() || undefined,
  };
}

/** Returns the query of the text search for a view. Grouping and order of the names do not apply to it. */
export function asTextQuery(view: PageView, now: Date): InputOf<typeof filesContract.textSearch> {
  const { team_id, file_type_id, uploaded_since, uploaded_before, user_id, folder, ...query } = asQuery(view, now);
  const filters = { team_id, file_type_id, uploaded_since, uploaded_before, user_id, folder };
  return { ...filters, container_id: query.container_id, search: query.search ?? '', order: view.textOrder };
}

/** The specification allows a file without a name. */
type Named = { filename: string | null };

/** Returns whether the name of a file matches the search. */
export const isNamed = (file: Named, search: string): boolean => matchesName(file.filename ?? '', search.trim());

/**
 * Returns the numbers on the button below a group, or undefined when all its files are shown.
 * See docs/specification.md#files-page.
 */
export function moreToShow(all: number, shown: number): { more: number; remaining: number } | undefined {
  const remaining = all - shown;
  return remaining > 0 ? { more: Math.min(filesPerClick, remaining), remaining } : undefined;
}

/** See docs/specification.md#file-rows. */
export function nameLabel({ filename }: Named): string {
  return filename?.trim() ? filename : texts.unnamed;
}

/** See docs/specification.md#file-rows. */
export function typeLabel(fileTypeId: number | null, types: readonly FileType[]): string {
  if (fileTypeId === null) return texts.noType;
  return types.find((type) => type.id === fileTypeId)?.name ?? texts.unknownType(fileTypeId);
}

/** See docs/specification.md#file-rows. */
export function uploadDateLabel(moment: string | null | undefined): string {
  return moment && !Number.isNaN(Date.parse(moment)) ? formatDate(moment) : texts.unknownDate;
}

const extensionOf = (name: string): string | undefined => /(?<=[^.])\.[^.\s]{1,12}$/.exec(name)?.[0].toLowerCase();

/** Returns both extensions when the replacement has another one than the file. `.jpg` and `.jpeg` count as equal. */
export function extensionsDiffer(name: string, chosen: string): [name: string, chosen: string] | undefined {
  const [own, other] = [extensionOf(name), extensionOf(chosen)];
  if (!own || !other) return undefined;
  return own.replace('jpeg', 'jpg') === other.replace('jpeg', 'jpg') ? undefined : [own, other];
}
