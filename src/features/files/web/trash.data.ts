import { infiniteQueryOptions } from '@tanstack/react-query';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { trashContract } from '#features/files/trash/trash.contract.ts';
import type { TrashedFile } from '#features/files/trash/trash.contract.ts';
import { trashTexts } from '#features/files/trash/trash.texts.ts';
import { call } from '#web/call.ts';
import { filesKey } from '#web/query-keys.ts';

const filesPerCall = 50;

type TrashPage = { files: TrashedFile[]; next: string | undefined };

/** The trash, page by page; last deleted first. */
export const trashQuery = infiniteQueryOptions({
  queryKey: [...filesKey, 'trash'],
  queryFn: async ({ pageParam, signal }): Promise<TrashPage> => {
    const files = await call(trashContract.list, { after: pageParam, limit: filesPerCall }, { signal });
    const last = files.length === filesPerCall ? files.at(-1) : undefined;
    return { files, next: last && `${last.trashed_at},${last.id}` };
  },
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.next,
  // Other users delete and restore files too, so the trash is not cached.
  staleTime: 0,
  gcTime: 0,
  meta: { failed: trashTexts.loadFailed },
});

/** Returns whether the page still shows the file in the trash. */
export function isInTrash(client: QueryClient, id: number): boolean {
  const shown = client.getQueryData<InfiniteData<TrashPage>>(trashQuery.queryKey);
  return shown?.pages.some((page) => page.files.some((file) => file.id === id)) ?? false;
}
