import type { Routes } from '#server/http/mount.ts';
import { managingRoles } from '#shared/access.ts';
import { productModules } from '#shared/product-modules.ts';
import type { teamsContract } from '../teams.contract.ts';
import { listTeamCounts, listTeams } from './teams.queries.ts';
import { createTeam, removeTeam, updateTeam, usageOfTeam } from './teams.service.ts';

const gate = { roles: managingRoles, module: productModules.teams };

export const teamsRoutes: Routes<typeof teamsContract> = {
  list: { gate: 'signed-in', handle: ({ ctx }) => listTeams(ctx.db) },
  create: { gate, handle: ({ ctx, caller, input }) => createTeam(ctx, caller, input) },
  update: { gate, handle: ({ ctx, caller, input }) => updateTeam(ctx, caller, input) },
  remove: { gate, handle: ({ ctx, caller, input }) => removeTeam(ctx, caller, input.id) },
  counts: { gate, handle: ({ ctx }) => listTeamCounts(ctx.listDb) },
  usage: { gate, handle: ({ ctx, input }) => usageOfTeam(ctx.db, input.id) },
};
