import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { foldersContract } from '#features/files/core/folders.contract.ts';
import { call } from '#web/call.ts';
import { filesKey } from '#web/query-keys.ts';

/** The folders whose path contains the text. */
export const foldersQuery = (search: string) =>
  queryOptions({
    queryKey: [...filesKey, 'folders', search],
    queryFn: ({ signal }) => call(foldersContract.list, { search: search || undefined }, { signal }),
    placeholderData: keepPreviousData,
  });
