import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { fileTypesQuery } from '#features/file-types/web/file-types.data.ts';
import { asQuery, asTextQuery, wholeView } from '#features/files/files-view.rules.ts';
import type { PageView } from '#features/files/files-view.rules.ts';
import { filesContract } from '#features/files/files.contract.ts';
import type { FilesOverview } from '#features/files/files.contract.ts';
import { texts } from '#features/files/files.texts.ts';
import { uploadsContract } from '#features/files/uploads.contract.ts';
import { teamsQuery } from '#features/teams/web/teams.data.ts';
import { call } from '#web/call.ts';

/** Everything that is known about files; refresh it after a write. */
export const filesKey = ['files'] as const;

export const uploadsKey = ['uploads'] as const;

/** What was begun before and can be resumed, here or on another device. */
export const uploadsQuery = queryOptions({
  queryKey: uploadsKey,
  queryFn: ({ signal }) => call(uploadsContract.list, {}, { signal }),
});

/** Files one call brings for a group: several clicks of 'Show N more files', so that most of them need no waiting. */
const filesPerCall = 30;

/** An overview and the view that it answers, which may be an earlier one while the next is on its way. */
export type ShownOverview = FilesOverview & { view: PageView };

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

/** Fetches what the files page begins with, for who is about to open it. What fails is said to who does open it. */
export async function prefetchFiles(client: QueryClient): Promise<void> {
  await Promise.all([
    client.prefetchQuery({ ...overviewQuery(wholeView), meta: {} }),
    client.prefetchQuery(teamsQuery),
    client.prefetchQuery(fileTypesQuery),
  ]);
}

/** One group from its first file on, page by page. */
export function groupQuery(view: PageView, groupId: number) {
  return infiniteQueryOptions({
    queryKey: [...filesKey, 'group', view, groupId],
    queryFn: ({ pageParam, signal }) =>
      call(
        filesContract.group,
        { ...asQuery(view, new Date()), group_id: groupId, limit: filesPerCall, after: pageParam },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    // A group left behind would come back with files that are gone by then; the overview has its first ones anyway.
    gcTime: 0,
  });
}

/** While documents are being read, those that are found may become more. */
const askAgainMs = 10_000;

/** What is found in the text of documents, page by page; how the list of names is arranged does not matter to it. */
export function textSearchQuery(view: PageView) {
  const asked: PageView = { ...view, search: view.search.trim(), grouping: wholeView.grouping, sort: wholeView.sort };
  return infiniteQueryOptions({
    queryKey: [...filesKey, 'text', asked],
    queryFn: async ({ pageParam, signal }) => ({
      search: asked.search,
      ...(await call(filesContract.textSearch, { ...asTextQuery(asked, new Date()), after: pageParam }, { signal })),
    }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    enabled: asked.search !== '',
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.pages[0]?.waiting ? askAgainMs : false),
  });
}

/** Where the browser views a file. Source: spec section 7. */
export const viewLink = (file: { filepath: string }): string => `/storage/${encodeURIComponent(file.filepath)}`;

export const thumbnailLink = (file: { id: number }): string => `/api/files/${file.id}/thumbnail`;

export const downloadLink = (file: { filepath: string }): string => `${viewLink(file)}?download=1`;
