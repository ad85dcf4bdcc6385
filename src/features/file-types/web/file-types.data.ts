import { queryOptions } from '@tanstack/react-query';
import { fileTypesContract } from '#features/file-types/file-types.contract.ts';
import { texts } from '#features/file-types/file-types.texts.ts';
import { call } from '#web/call.ts';

export const fileTypesQuery = queryOptions({
  queryKey: ['file-types'],
  queryFn: ({ signal }) => call(fileTypesContract.list, {}, { signal }),
});

/** The same list for the screens that report a failed load. */
export const reportedFileTypesQuery = queryOptions({ ...fileTypesQuery, meta: { failed: texts.loadFailed } });

/** The files of each type, for the management screen. */
export const fileTypeCountsQuery = queryOptions({
  queryKey: [...fileTypesQuery.queryKey, 'counts'],
  queryFn: async ({ signal }) => {
    const counts = await call(fileTypesContract.counts, {}, { signal });
    return new Map(counts.map((type) => [type.id, type.files]));
  },
});

/** Returns a file type as stored now, or undefined if that cannot be read. A form that shows the list stays as it is. */
export async function storedFileType(id: number) {
  const all = await call(fileTypesContract.list, {}).catch(() => []);
  return all.find((fileType) => fileType.id === id);
}

/** The number of files that deleting a file type affects. Loaded anew each time. */
export function fileTypeUsageQuery(id: number) {
  return queryOptions({
    queryKey: [...fileTypesQuery.queryKey, id, 'usage'],
    queryFn: ({ signal }) => call(fileTypesContract.usage, { id }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
}
