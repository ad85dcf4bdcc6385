import { queryOptions } from '@tanstack/react-query';
import { teamsContract } from '#features/teams/teams.contract.ts';
import { call } from '#web/call.ts';

export const teamsQuery = queryOptions({
  queryKey: ['teams'],
  queryFn: ({ signal }) => call(teamsContract.list, {}, { signal }),
});
