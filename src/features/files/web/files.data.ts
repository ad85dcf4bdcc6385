import { infiniteQueryOptions, keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Query, QueryClient } from '@tanstack/react-query';
import { fileTypesQuery } from '#features/file-types/web/file-types.data.ts';
import { filesContract } from '#features/files/core/files.contract.ts';
import type { FilesOverview } from '#features/files/core/files.contract.ts';
import { maxFilesPerRequest } from '#features/files/core/files.rules.ts';
import { texts } from '#features/files/core/files.texts.ts';
import { foldersContract } from '#features/files/core/folders.contract.ts';
import { filesView, asQuery, asTextQuery } from '#features/files/list/files-view.rules.ts';
import type { PageView } from '#features/files/list/files-view.rules.ts';
import { uploadsContract } from '#features/files/upload/resumable-upload.contract.ts';
import { maxProposedByText, typeProposalsContract } from '#features/files/upload/type-proposals.contract.ts';
import type { TypeProposal } from '#features/files/upload/type-proposals.rules.ts';
import { teamsQuery } from '#features/teams/web/teams.data.ts';
import type { Scan } from '#features/virus-scan/virus-scan.rules.ts';
import { callPages, callQuery } from '#web/call-query.ts';
import { call } from '#web/call.ts';
import { filesKey } from '#web/query-keys.ts';

export const uploadsKey = ['uploads'] as const;

/**
 * The proposed types for files before their upload, by their names on the client. Names without a proposal are missing.
 */
export function typeProposalsQuery(names: readonly string[]) {
  const asked = [...new Set(names)].slice(0, maxFilesPerRequest);
  return queryOptions({
    queryKey: ['type-proposals', asked],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, TypeProposal>> => {
      const { proposals } = await call(typeProposalsContract.propose, { names: asked }, { signal });
      return new Map(
        asked.flatMap((name, index) => {
          const proposal = proposals[index];
          return proposal ? [[name, proposal] as const] : [];
        }),
      );
    },
    enabled: asked.length > 0,
    // A removed file must not empty the other types.
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

const proposalsEveryMs = 20_000;

/** Other types of the first of these stored files, by their texts, for those who may change types. */
export function textProposalsQuery(ids: readonly number[], mayChange: boolean) {
  const asked = ids.slice(0, maxProposedByText);
  return queryOptions({
    queryKey: ['type-proposals', 'by text', asked],
    queryFn: async ({ signal }) => {
      const { proposals } = await call(typeProposalsContract.byText, { ids: asked.join(',') }, { signal });
      return new Map(proposals.map((proposal) => [proposal.file_id, proposal]));
    },
    enabled: mayChange && asked.length > 0,
    // No event is published when a text has been read.
    refetchInterval: proposalsEveryMs,
  });
}

/** The unfinished uploads of the user, started here or on another device. */
export const uploadsQuery = callQuery(uploadsKey, uploadsContract.list, {
  // An upload that was left a moment ago is unfinished now.
  staleTime: 0,
});

/** Files of a group in one request: several clicks of 'Show N more files', so that most clicks need no request. */
const filesPerCall = 30;

/** An overview and its view, which may be the previous view while the next one loads. */
export type ShownOverview = FilesOverview & { view: PageView };

/** Returns the file with this id if it is among the first rows of a group. */
export const listedIn = (overview: FilesOverview, id: number) =>
  overview.groups.flatMap((group) => group.files).find((one) => one.id === id);

export function overviewQuery(view: PageView) {
  return queryOptions({
    queryKey: [...filesKey, 'overview', view],
    queryFn: async ({ signal }): Promise<ShownOverview> => ({
      view,
      ...(await call(filesContract.overview, asQuery(view, new Date()), { signal })),
    }),
    placeholderData: keepPreviousData,
    meta: { failed: texts.loadFailed },
  });
}

/** Prefetches the first data of the files page. Errors are shown only when the page opens. */
export async function prefetchFiles(client: QueryClient): Promise<void> {
  await Promise.all([
    client.prefetchQuery({ ...overviewQuery(filesView.initial), meta: {} }),
    client.prefetchQuery(teamsQuery),
    client.prefetchQuery(fileTypesQuery),
  ]);
}

/** The files of a group, page by page from the first. */
export function groupQuery(view: PageView, groupId: number) {
  return callPages([...filesKey, 'group', view, groupId], filesContract.group, {
    input: { ...asQuery(view, new Date()), group_id: groupId, limit: filesPerCall },
    // A cached group could show deleted files later. The overview has its first files anyway.
    gcTime: 0,
  });
}

const scannedEveryMs = 5_000;

/** Refetches while documents wait for content extraction, because more of them may match then. */
const askAgainMs = 10_000;

const scannedKey = ['virus-scans'] as const;
const withScans = ['overview', 'group', 'details'];

/** Loads lists and details again while a shown file waits for its virus scan. No event is published when it ends. */
export function useReloadUntilScanned(scan: Scan | undefined): void {
  const client = useQueryClient();
  // One query for all rows, so that they share one timer.
  useQuery({
    queryKey: scannedKey,
    queryFn: async () => {
      const hasScans = ({ queryKey: [, part] }: Query) => withScans.includes(part as string);
      await client.invalidateQueries({ queryKey: filesKey, predicate: hasScans });
      return null;
    },
    enabled: scan?.state === 'waiting',
    initialData: null,
    staleTime: Infinity,
    refetchInterval: scannedEveryMs,
  });
}

/** The text search, page by page. Grouping and order of the view do not apply to it. */
export function textSearchQuery(view: PageView) {
  const searched: PageView = {
    ...view,
    search: view.search.trim(),
    grouping: filesView.initial.grouping,
    sort: filesView.initial.sort,
    order: undefined,
  };
  return infiniteQueryOptions({
    queryKey: [...filesKey, 'text', searched],
    queryFn: async ({ pageParam, signal }) => ({
      search: searched.search,
      ...(await call(filesContract.textSearch, { ...asTextQuery(searched, new Date()), after: pageParam }, { signal })),
    }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.pages[0]?.waiting ? askAgainMs : false),
  });
}

/** The URL at which the browser views a file. See docs/specification.md#calls. */
export const viewLink = (file: { filepath: string }): string => `/storage/${encodeURIComponent(file.filepath)}`;

export const thumbnailLink = (file: { id: number }): string => `/api/files/${file.id}/thumbnail`;

export const downloadLink = (file: { filepath: string }): string => `${viewLink(file)}?download=1`;

/** The filters with which the browser downloads the list. */
export function exportFilters(view: PageView) {
  const inTexts = view.search.trim() !== '' && view.waiting === undefined;
  return { ...asQuery(view, new Date()), ...(inTexts && { texts: 'yes' }) };
}

/** The folders whose path contains the text. */
export const foldersQuery = (search: string) =>
  callQuery([...filesKey, 'folders', search], foldersContract.list, {
    input: { search: search || undefined },
    placeholderData: keepPreviousData,
  });
