import { queryOptions } from '@tanstack/react-query';
import { containerImportContract } from '#features/containers/container-import.contract.ts';
import { call } from '#web/call.ts';

export const importsKey = ['container imports'] as const;

export const importsQuery = queryOptions({
  queryKey: importsKey,
  queryFn: ({ signal }) => call(containerImportContract.list, {}, { signal }),
});
