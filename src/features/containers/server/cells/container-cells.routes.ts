import type { cellsContract } from '#features/containers/cells/container-cells.contract.ts';
import type { Routes } from '#server/http/mount.ts';
import { managingRoles } from '#shared/access.ts';
import { productModules } from '#shared/product-modules.ts';
import { changeCells } from './container-cells.service.ts';

const managers = { roles: managingRoles, module: productModules.containers };

export const cellsRoutes: Routes<typeof cellsContract> = {
  change: { gate: managers, handle: ({ ctx, caller, input }) => changeCells(ctx, caller, input) },
};
