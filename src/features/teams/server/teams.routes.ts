import type { Routes } from '#server/http/mount.ts';
import type { teamsContract } from '../teams.contract.ts';
import { listTeams } from './teams.queries.ts';

export const teamsRoutes: Routes<typeof teamsContract> = {
  list: { gate: 'signed-in', handle: ({ parts }) => listTeams(parts.db) },
};
