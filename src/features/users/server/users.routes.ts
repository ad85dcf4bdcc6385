import { listRoles } from '#features/permissions/server/permissions.queries.ts';
import type { Routes } from '#server/http/mount.ts';
import { managingRoles, roles } from '#shared/access.ts';
import { productModules } from '#shared/product-modules.ts';
import type { usersContract } from '../users.contract.ts';
import { countTotals, listUsers } from './users.queries.ts';
import {
  changeUserRole,
  changeUserTeam,
  pageOfUsers,
  reactivateUser,
  registerUser,
  removeUser,
  getUser,
  signOutUser,
  suspendUser,
  turnOffUsersTwoFactor,
  updateUser,
} from './users.service.ts';
import type { RefusePoorPassword } from './users.service.ts';

const managers = { roles: managingRoles };
export const registrars = { roles: managingRoles, module: productModules.register };
const administrators = { roles: [roles.administrator] };

export const usersRoutes = (refusePoorPassword: RefusePoorPassword): Routes<typeof usersContract> => ({
  roles: {
    gate: 'signed-in',
    handle: async ({ ctx }) => (await listRoles(ctx.db)).map((role) => ({ id: role.role_id, ...role })),
  },
  register: {
    gate: registrars,
    handle: ({ ctx, caller, http, input }) => registerUser(ctx, caller, http, input, refusePoorPassword),
  },
  list: { gate: managers, handle: ({ ctx, input }) => listUsers(ctx.listDb, input.search ?? '') },
  page: { gate: managers, handle: ({ ctx, input }) => pageOfUsers(ctx, input) },
  totals: { gate: managers, handle: ({ ctx }) => countTotals(ctx.listDb) },
  find: { gate: 'signed-in', handle: ({ ctx, caller, input }) => getUser(ctx, caller, input.id) },
  update: { gate: registrars, handle: ({ ctx, caller, http, input }) => updateUser(ctx, caller, http, input) },
  remove: { gate: managers, handle: ({ ctx, caller, input }) => removeUser(ctx, caller, input.id) },
  changeRole: { gate: administrators, handle: ({ ctx, caller, input }) => changeUserRole(ctx, caller, input) },
  changeTeam: { gate: administrators, handle: ({ ctx, caller, input }) => changeUserTeam(ctx, caller, input) },
  suspend: { gate: managers, handle: ({ ctx, caller, input }) => suspendUser(ctx, caller, input.id) },
  reactivate: { gate: managers, handle: ({ ctx, caller, input }) => reactivateUser(ctx, caller, input.id) },
  turnOffTwoFactor: {
    gate: managers,
    handle: ({ ctx, caller, http, input }) => turnOffUsersTwoFactor(ctx, caller, http, input.id),
  },
  signOut: { gate: managers, handle: ({ ctx, caller, input }) => signOutUser(ctx, caller, input.id) },
});
