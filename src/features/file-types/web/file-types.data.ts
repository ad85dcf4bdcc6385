import { queryOptions } from '@tanstack/react-query';
import { fileTypesContract } from '#features/file-types/file-types.contract.ts';
import { texts } from '#features/file-types/file-types.texts.ts';
import { callQuery } from '#web/call-query.ts';
import { call } from '#web/call.ts';

export const fileTypesQuery = callQuery(['file-types'], fileTypesContract.list);

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

/** The number of files that deleting a file type affects. Loaded anew each time. */
export const fileTypeUsageQuery = (id: number) =>
  callQuery([...fileTypesQuery.queryKey, id, 'usage'], fileTypesContract.usage, {
    input: { id },
    staleTime: 0,
    gcTime: 0,
  });
