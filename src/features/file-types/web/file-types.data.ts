import { queryOptions } from '@tanstack/react-query';
import { fileTypesContract } from '#features/file-types/file-types.contract.ts';
import { texts } from '#features/file-types/file-types.texts.ts';
import { call } from '#web/call.ts';

export const fileTypesQuery = queryOptions({
  queryKey: ['file-types'],
  queryFn: ({ signal }) => call(fileTypesContract.list, {}, { signal }),
});

/** The same list for the screen that is about it, which says when it cannot be loaded. */
export const managedFileTypesQuery = queryOptions({ ...fileTypesQuery, meta: { failed: texts.loadFailed } });

/** What deleting a file type would touch, asked anew each time. */
export function fileTypeUsageQuery(id: number) {
  return queryOptions({
    queryKey: [...fileTypesQuery.queryKey, id, 'usage'],
    queryFn: ({ signal }) => call(fileTypesContract.usage, { id }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
}
