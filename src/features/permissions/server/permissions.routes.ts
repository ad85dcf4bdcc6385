import { listRoles } from '#features/users/server/users.queries.ts';
import { readPermissionTable } from '#server/access/access.queries.ts';
import type { Routes } from '#server/http/mount.ts';
import type { permissionsContract } from '../permissions.contract.ts';

export const permissionsRoutes: Routes<typeof permissionsContract> = {
  list: {
    gate: 'signed-in',
    handle: async ({ parts }) => {
      const table = await readPermissionTable(parts.db);
      return { permissions: [...table.permissions], modules: [...table.modules], roles: await listRoles(parts.db) };
    },
  },
};
