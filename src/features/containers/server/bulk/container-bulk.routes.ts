import type { bulkContract } from '#features/containers/bulk/container-bulk.contract.ts';
import type { Routes } from '#server/http/mount.ts';
import { managingRoles } from '#shared/access.ts';
import { productModules } from '#shared/product-modules.ts';
import { changeMany } from './container-bulk.service.ts';
import { undoBulk } from './container-undo.service.ts';

const managers = { roles: managingRoles, module: productModules.containers };

export const bulkRoutes: Routes<typeof bulkContract> = {
  change: { gate: managers, handle: ({ ctx, caller, input }) => changeMany(ctx, caller, input) },
  undo: { gate: managers, handle: ({ ctx, caller, input }) => undoBulk(ctx, caller, input.id) },
};
