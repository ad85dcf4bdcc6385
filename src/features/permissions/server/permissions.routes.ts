import type { Routes } from '#server/http/mount.ts';
import { managingRoles } from '#shared/access.ts';
import { productModules } from '#shared/product-modules.ts';
import type { permissionsContract } from '../permissions.contract.ts';
import { listHistory, readPermissionMatrix, restorePermissions, savePermissions } from './permissions.service.ts';

const gate = { roles: managingRoles, module: productModules.permissions };

export const permissionsRoutes: Routes<typeof permissionsContract> = {
  list: { gate: 'signed-in', handle: ({ ctx }) => readPermissionMatrix(ctx.db) },
  save: { gate, handle: ({ ctx, caller, input }) => savePermissions(ctx, caller, input) },
  history: { gate, handle: ({ ctx }) => listHistory(ctx.db) },
  restore: { gate, handle: ({ ctx, caller, input }) => restorePermissions(ctx, caller, input) },
};
