import { queryOptions } from '@tanstack/react-query';
import { fileTypesContract } from '#features/file-types/file-types.contract.ts';
import { call } from '#web/call.ts';

export const fileTypesQuery = queryOptions({
  queryKey: ['file-types'],
  queryFn: ({ signal }) => call(fileTypesContract.list, {}, { signal }),
});
