import type { Routes } from '#server/http/mount.ts';
import { managingRoles } from '#shared/access.ts';
import { productModules } from '#shared/product-modules.ts';
import type { permissionsContract } from '../permissions.contract.ts';
import { listHistory, readPanel, restorePermissions, savePermissions } from './permissions.service.ts';

const gate = { roles: managingRoles, module: productModules.permissions };

export const permissionsRoutes: Routes<typeof permissionsContract> = {
  list: { gate: 'signed-in', handle: ({ parts }) => readPanel(parts.db) },
  save: { gate, handle: ({ parts, caller, input }) => savePermissions(parts, caller, input) },
  history: { gate, handle: ({ parts }) => listHistory(parts.db) },
  restore: { gate, handle: ({ parts, caller, input }) => restorePermissions(parts, caller, input) },
};
