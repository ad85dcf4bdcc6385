import { queryOptions } from '@tanstack/react-query';
import { sampleContract } from '#features/sample/sample.contract.ts';
import { call } from '#web/call.ts';

export const sampleQuery = queryOptions({
  queryKey: ['sample'],
  queryFn: ({ signal }) => call(sampleContract.find, {}, { signal }),
  staleTime: 0,
});
