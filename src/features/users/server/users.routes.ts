import type { Routes } from '#server/http/mount.ts';
import type { usersContract } from '../users.contract.ts';
import { listRoles } from './users.queries.ts';

export const usersRoutes: Routes<typeof usersContract> = {
  roles: {
    gate: 'signed-in',
    handle: async ({ parts }) => (await listRoles(parts.db)).map((role) => ({ id: role.role_id, ...role })),
  },
};
