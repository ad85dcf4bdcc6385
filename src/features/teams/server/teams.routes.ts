import type { Routes } from '#server/http/mount.ts';
import { managingRoles } from '#shared/access.ts';
import { productModules } from '#shared/product-modules.ts';
import type { teamsContract } from '../teams.contract.ts';
import { listTeams } from './teams.queries.ts';
import { createTeam, removeTeam, updateTeam, usageOfTeam } from './teams.service.ts';

const gate = { roles: managingRoles, module: productModules.teams };

export const teamsRoutes: Routes<typeof teamsContract> = {
  list: { gate: 'signed-in', handle: ({ parts }) => listTeams(parts.db) },
  create: { gate, handle: ({ parts, caller, input }) => createTeam(parts, caller, input) },
  update: { gate, handle: ({ parts, caller, input }) => updateTeam(parts, caller, input) },
  remove: { gate, handle: ({ parts, caller, input }) => removeTeam(parts, caller, input.id) },
  usage: { gate, handle: ({ parts, input }) => usageOfTeam(parts, input.id) },
};
