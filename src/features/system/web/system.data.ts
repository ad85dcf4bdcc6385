import { queryOptions } from '@tanstack/react-query';
import { systemContract } from '#features/system/system.contract.ts';
import { call } from '#web/call.ts';

const refreshEveryMs = 30_000;

export const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: ({ signal }) => call(systemContract.look, {}, { signal }),
  staleTime: 0,
  refetchInterval: refreshEveryMs,
});
