import { queryOptions } from '@tanstack/react-query';
import { teamsContract } from '#features/teams/teams.contract.ts';
import { texts } from '#features/teams/teams.texts.ts';
import { callQuery } from '#web/call-query.ts';
import { call } from '#web/call.ts';

export const teamsQuery = callQuery(['teams'], teamsContract.list);

/** The same list for the management screen, which reports a failed load. */
export const managedTeamsQuery = queryOptions({ ...teamsQuery, meta: { failed: texts.loadFailed } });

/** The files and members of each team, for the management screen. */
export const teamCountsQuery = queryOptions({
  queryKey: [...teamsQuery.queryKey, 'counts'],
  queryFn: async ({ signal }) => {
    const counts = await call(teamsContract.counts, {}, { signal });
    return new Map(counts.map((team) => [team.id, team]));
  },
});

/** The files, containers and members that deleting a team affects. Loaded anew each time. */
export const teamUsageQuery = (id: number) =>
  callQuery([...teamsQuery.queryKey, id, 'usage'], teamsContract.usage, { input: { id }, staleTime: 0, gcTime: 0 });

/** Whether the server would refuse to delete the team. */
export function isTeamInUseQuery(id: number) {
  return queryOptions<boolean>({
    queryKey: [...teamsQuery.queryKey, id, 'in use'],
    queryFn: async ({ client }) => {
      const { files, trashed, containers } = await client.ensureQueryData(teamUsageQuery(id));
      return files + trashed + containers > 0;
    },
    staleTime: 0,
    gcTime: 0,
  });
}
