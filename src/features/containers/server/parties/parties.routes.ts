import type { partiesContract } from '#features/containers/parties/parties.contract.ts';
import type { Routes } from '#server/http/mount.ts';
import { managingRoles } from '#shared/access.ts';
import { productModules } from '#shared/product-modules.ts';
import { listParties } from './parties.queries.ts';
import { addParty, renameParty, setRate } from './parties.service.ts';
import { findPorts } from './ports.ts';
import { findDoubles, pageOfParties, reviewChange } from './used-parties.service.ts';

const viewers = { module: productModules.containers };
const managers = { roles: managingRoles, module: productModules.containers };

export const partiesRoutes: Routes<typeof partiesContract> = {
  list: { gate: viewers, handle: ({ ctx, input }) => listParties(ctx.db, input) },
  page: { gate: managers, handle: ({ ctx, caller, input }) => pageOfParties(ctx, caller, input) },
  doubles: { gate: managers, handle: ({ ctx, caller }) => findDoubles(ctx, caller) },
  change: { gate: managers, handle: ({ ctx, caller, input }) => reviewChange(ctx, caller, input) },
  add: { gate: managers, handle: ({ ctx, caller, input }) => addParty(ctx, caller, input.name) },
  rename: { gate: managers, handle: ({ ctx, caller, input }) => renameParty(ctx, caller, input) },
  setRate: { gate: managers, handle: ({ ctx, caller, input }) => setRate(ctx, caller, input) },
  ports: { gate: viewers, handle: async ({ input }) => findPorts(input.search, input.limit) },
};
