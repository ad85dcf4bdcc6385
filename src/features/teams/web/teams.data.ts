import { queryOptions } from '@tanstack/react-query';
import { teamsContract } from '#features/teams/teams.contract.ts';
import { texts } from '#features/teams/teams.texts.ts';
import { call } from '#web/call.ts';

export const teamsQuery = queryOptions({
  queryKey: ['teams'],
  queryFn: ({ signal }) => call(teamsContract.list, {}, { signal }),
});

/** The same list for the screen that is about it, which says when it cannot be loaded. */
export const managedTeamsQuery = queryOptions({ ...teamsQuery, meta: { failed: texts.loadFailed } });

/** What deleting a team would touch, asked anew each time. */
export function teamUsageQuery(id: number) {
  return queryOptions({
    queryKey: [...teamsQuery.queryKey, id, 'usage'],
    queryFn: ({ signal }) => call(teamsContract.usage, { id }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
}
