import { queryOptions } from '@tanstack/react-query';
import { filesContract } from '#features/files/core/files.contract.ts';
import { call } from '#web/call.ts';
import { filesKey } from '#web/query-keys.ts';

/** The number of files that a search finds by the names of files, teams and uploaders. */
export const foundFilesQuery = (search: string) =>
  queryOptions({
    queryKey: [...filesKey, 'found', search],
    queryFn: async ({ signal }) => (await call(filesContract.overview, { search }, { signal })).matching,
  });
