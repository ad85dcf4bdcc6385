import { queryOptions } from '@tanstack/react-query';
import { teamsContract } from '#features/teams/teams.contract.ts';
import { texts } from '#features/teams/teams.texts.ts';
import { call } from '#web/call.ts';

export const teamsQuery = queryOptions({
  queryKey: ['teams'],
  queryFn: ({ signal }) => call(teamsContract.list, {}, { signal }),
});

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

/** Returns a team as stored now, or undefined if that cannot be read. A form that shows the list stays as it is. */
export async function storedTeam(id: number) {
  const all = await call(teamsContract.list, {}).catch(() => []);
  return all.find((team) => team.id === id);
}

/** The files, containers and members that deleting a team affects. Loaded anew each time. */
export function teamUsageQuery(id: number) {
  return queryOptions({
    queryKey: [...teamsQuery.queryKey, id, 'usage'],
    queryFn: ({ signal }) => call(teamsContract.usage, { id }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

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
