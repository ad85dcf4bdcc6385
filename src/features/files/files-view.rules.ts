import type { FileType } from '#features/file-types/file-types.contract.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { largestId } from '#shared/fields.ts';
import { fold } from '#shared/fold.ts';
import { formatDate } from '#shared/format.ts';
import { groupings, sortOrders } from './files.contract.ts';
import type { filesContract, Grouping, SortOrder } from './files.contract.ts';
import { filesPerClick, uploadDates, uploadedSince } from './files.rules.ts';
import type { UploadDate } from './files.rules.ts';
import { texts } from './files.texts.ts';

/** How the files page is arranged: what its address says. */
export type PageView = {
  grouping: Grouping;
  sort: SortOrder;
  uploadDate: UploadDate;
  teamId: number | undefined;
  fileTypeId: number | undefined;
  search: string;
};

/** What the page shows when nothing is chosen. Source: spec section 2, Files & Documents. */
export const wholeView: PageView = {
  grouping: 'file_type',
  sort: 'uploaded_at',
  uploadDate: 'all',
  teamId: undefined,
  fileTypeId: undefined,
  search: '',
};

/** The longest search the call takes. */
const longestSearch = 255;

const names = {
  grouping: 'by',
  sort: 'sort',
  uploadDate: 'date',
  teamId: 'team',
  fileTypeId: 'type',
  search: 'q',
} as const;

/** Reads the address; whatever makes no sense in it counts as not chosen, so that an old link still opens. */
export function readView(address: URLSearchParams): PageView {
  return {
    grouping: oneOf(groupings, address.get(names.grouping)) ?? wholeView.grouping,
    sort: oneOf(sortOrders, address.get(names.sort)) ?? wholeView.sort,
    uploadDate: oneOf(uploadDates, address.get(names.uploadDate)) ?? wholeView.uploadDate,
    teamId: readId(address.get(names.teamId)),
    fileTypeId: readId(address.get(names.fileTypeId)),
    search: (address.get(names.search) ?? '').slice(0, longestSearch),
  };
}

/** The address of a view: only what differs from the whole view, so that an untouched page has a clean one. */
export function writeView(view: PageView): URLSearchParams {
  const chosen = Object.entries(names)
    .map(([key, name]) => [name, view[key as keyof PageView], wholeView[key as keyof PageView]] as const)
    .filter(([, value, initial]) => value !== initial && value !== undefined);
  return new URLSearchParams(chosen.map(([name, value]) => [name, String(value)]));
}

const previewName = 'preview';

/** The file whose preview an address shows. */
export const readPreviewed = (address: URLSearchParams): number | undefined => readId(address.get(previewName));

/** The same address with the preview of this file, or of none. */
export function writePreviewed(address: URLSearchParams, id: number | undefined): URLSearchParams {
  const changed = new URLSearchParams(address);
  if (id === undefined) changed.delete(previewName);
  else changed.set(previewName, String(id));
  return changed;
}

function oneOf<T extends string>(allowed: readonly T[], text: string | null): T | undefined {
  return allowed.find((value) => value === text);
}

function readId(text: string | null): number | undefined {
  const id = /^[0-9]{1,10}$/.test(text ?? '') ? Number(text) : 0;
  return id >= 1 && id <= largestId ? id : undefined;
}

/** The number on the Filters button. Our choice: a sort order and a search hide nothing behind that button, so they do not count. */
export function activeFilters(view: PageView): number {
  return [view.teamId !== undefined, view.fileTypeId !== undefined, view.uploadDate !== 'all'].filter(Boolean).length;
}

/** Whether files are being left out, by a filter or by the search. */
export function isNarrowed(view: PageView): boolean {
  return activeFilters(view) > 0 || view.search.trim() !== '';
}

/** The same view with everything in it again; grouping and order stay. */
export function withoutFilters(view: PageView): PageView {
  return { ...wholeView, grouping: view.grouping, sort: view.sort };
}

/** What the calls are asked for a view. */
export function asQuery(view: PageView, now: Date): InputOf<typeof filesContract.overview> {
  return {
    group_by: view.grouping,
    sort: view.sort,
    team_id: view.teamId,
    file_type_id: view.fileTypeId,
    uploaded_since: uploadedSince(view.uploadDate, now),
    search: view.search.trim() || undefined,
  };
}

/** What the search in texts is asked for a view; how the list is arranged does not matter to it. */
export function asTextQuery(view: PageView, now: Date): InputOf<typeof filesContract.textSearch> {
  const { team_id, file_type_id, uploaded_since, search = '' } = asQuery(view, now);
  return { team_id, file_type_id, uploaded_since, search };
}

/** Whether a file's own name has what was searched for. */
export const isNamed = (file: { filename: string }, search: string): boolean =>
  fold(file.filename).includes(fold(search.trim()));

/** What the button below a group offers; nothing when all of it is shown. Source: spec section 2, 'Show N more files (M remaining)'. */
export function moreToShow(all: number, shown: number): { more: number; remaining: number } | undefined {
  const remaining = all - shown;
  return remaining > 0 ? { more: Math.min(filesPerClick, remaining), remaining } : undefined;
}

/** Source: spec section 2, file row. */
export function nameLabel(file: { filename: string }): string {
  return file.filename.trim() === '' ? texts.unnamed : file.filename;
}

/** Source: spec section 2, file row. */
export function typeLabel(fileTypeId: number | null, types: readonly FileType[]): string {
  if (fileTypeId === null) return texts.noType;
  return types.find((type) => type.id === fileTypeId)?.name ?? texts.unknownType(fileTypeId);
}

/** Source: spec section 2, file row. */
export function uploadDateLabel(moment: string | null | undefined): string {
  return moment && !Number.isNaN(Date.parse(moment)) ? formatDate(moment) : texts.unknownDate;
}

const extensionOf = (name: string): string | undefined => /(?<=[^.])\.[^.\s]{1,12}$/.exec(name)?.[0].toLowerCase();

/** The two extensions when a replacement would make a name lie about its content; `.jpg` and `.jpeg` are not told apart by people, so neither here. */
export function extensionsDiffer(name: string, chosen: string): [name: string, chosen: string] | undefined {
  const [own, other] = [extensionOf(name), extensionOf(chosen)];
  if (!own || !other) return undefined;
  return own.replace('jpeg', 'jpg') === other.replace('jpeg', 'jpg') ? undefined : [own, other];
}
