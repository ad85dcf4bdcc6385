import type { Routes } from '#server/http/mount.ts';
import { managingRoles } from '#shared/access.ts';
import { productModules } from '#shared/product-modules.ts';
import type { teamsContract } from '../teams.contract.ts';
import { insertTeam, listTeams } from './teams.queries.ts';
import { removeTeam, updateTeam, usageOfTeam } from './teams.service.ts';

const gate = { roles: managingRoles, module: productModules.teams };

export const teamsRoutes: Routes<typeof teamsContract> = {
  list: { gate: 'signed-in', handle: ({ parts }) => listTeams(parts.db) },
  create: { gate, handle: ({ parts, input }) => insertTeam(parts.db, input, parts.clock().toISOString()) },
  update: { gate, handle: ({ parts, input }) => updateTeam(parts, input.id, input) },
  remove: { gate, handle: ({ parts, input }) => removeTeam(parts, input.id) },
  usage: { gate, handle: ({ parts, input }) => usageOfTeam(parts, input.id) },
};
