import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { trashTexts } from '#features/files/keeping.texts.ts';
import { selectionContract } from '#features/files/selection.contract.ts';
import { trashContract } from '#features/files/trash.contract.ts';
import type { TrashedFile } from '#features/files/trash.contract.ts';
import { versionsContract } from '#features/files/versions.contract.ts';
import { call } from '#web/call.ts';
import { downloadLink, filesKey, viewLink } from './files.data.ts';

const filesPerCall = 50;

type TrashPart = { files: TrashedFile[]; next: string | undefined };

/** The trash, part by part; last deleted first. */
export const trashQuery = infiniteQueryOptions({
  queryKey: [...filesKey, 'trash'],
  queryFn: async ({ pageParam, signal }): Promise<TrashPart> => {
    const files = await call(trashContract.list, { after: pageParam, limit: filesPerCall }, { signal });
    const last = files.length === filesPerCall ? files.at(-1) : undefined;
    return { files, next: last && `${last.trashed_at},${last.id}` };
  },
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (part) => part.next,
  // Others delete and restore as well; whoever comes here wants to see what is there now.
  staleTime: 0,
  gcTime: 0,
  meta: { failed: trashTexts.loadFailed },
});

/** Whether a file is still shown in the trash. */
export function isInTrash(client: QueryClient, id: number): boolean {
  const shown = client.getQueryData<InfiniteData<TrashPart>>(trashQuery.queryKey);
  return shown?.pages.some((part) => part.files.some((file) => file.id === id)) ?? false;
}

// What is told about a file changes with every download, so it is asked anew each time.
const always = { staleTime: 0, gcTime: 0 };

export function detailsQuery(id: number) {
  return queryOptions({
    queryKey: [...filesKey, 'details', id],
    queryFn: ({ signal }) => call(versionsContract.details, { id }, { signal }),
    ...always,
  });
}

export function versionsQuery(id: number) {
  return queryOptions({
    queryKey: [...filesKey, 'versions', id],
    queryFn: ({ signal }) => call(versionsContract.list, { id }, { signal }),
    ...always,
  });
}

export function historyQuery(id: number) {
  return queryOptions({
    queryKey: [...filesKey, 'history', id],
    queryFn: ({ signal }) => call(versionsContract.history, { id }, { signal }),
    ...always,
  });
}

type Stored = { filepath: string };

export const viewVersionLink = (file: Stored, versionId: number): string => `${viewLink(file)}?version=${versionId}`;

export const downloadVersionLink = (file: Stored, versionId: number): string =>
  `${downloadLink(file)}&version=${versionId}`;

/** Where the browser saves several files as one archive. */
export const zipLink = (files: readonly { id: number }[]): string =>
  `${selectionContract.zip.path}?ids=${files.map((file) => file.id).join(',')}`;
