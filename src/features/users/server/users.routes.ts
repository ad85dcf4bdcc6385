import type { Routes } from '#server/http/mount.ts';
import { managingRoles, roles } from '#shared/access.ts';
import { productModules } from '#shared/product-modules.ts';
import type { usersContract } from '../users.contract.ts';
import { countTotals, listRoles, listUsers } from './users.queries.ts';
import {
  changeUserRole,
  changeUserTeam,
  pageOfUsers,
  reactivateUser,
  registerUser,
  removeUser,
  seeUser,
  signOutUser,
  suspendUser,
  turnOffUsersTwoFactor,
  updateUser,
} from './users.service.ts';

const managers = { roles: managingRoles };
const registrars = { roles: managingRoles, module: productModules.register };
const administrators = { roles: [roles.administrator] };

export const usersRoutes: Routes<typeof usersContract> = {
  roles: {
    gate: 'signed-in',
    handle: async ({ parts }) => (await listRoles(parts.db)).map((role) => ({ id: role.role_id, ...role })),
  },
  register: { gate: registrars, handle: ({ parts, caller, input }) => registerUser(parts, caller, input) },
  list: { gate: managers, handle: ({ parts, input }) => listUsers(parts.reader, input.search ?? '') },
  page: { gate: managers, handle: ({ parts, input }) => pageOfUsers(parts, input) },
  totals: { gate: managers, handle: ({ parts }) => countTotals(parts.reader) },
  find: { gate: 'signed-in', handle: ({ parts, caller, input }) => seeUser(parts, caller, input.id) },
  update: { gate: registrars, handle: ({ parts, caller, http, input }) => updateUser(parts, caller, http, input) },
  remove: { gate: managers, handle: ({ parts, caller, input }) => removeUser(parts, caller, input.id) },
  changeRole: { gate: administrators, handle: ({ parts, caller, input }) => changeUserRole(parts, caller, input) },
  changeTeam: { gate: administrators, handle: ({ parts, caller, input }) => changeUserTeam(parts, caller, input) },
  suspend: { gate: managers, handle: ({ parts, caller, input }) => suspendUser(parts, caller, input.id) },
  reactivate: { gate: managers, handle: ({ parts, caller, input }) => reactivateUser(parts, caller, input.id) },
  turnOffTwoFactor: {
    gate: managers,
    handle: ({ parts, caller, http, input }) => turnOffUsersTwoFactor(parts, caller, http, input.id),
  },
  signOut: { gate: managers, handle: ({ parts, caller, input }) => signOutUser(parts, caller, input.id) },
};
