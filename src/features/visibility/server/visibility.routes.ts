import type { Routes } from '#server/http/mount.ts';
import { managingRoles } from '#shared/access.ts';
import { productModules } from '#shared/product-modules.ts';
import type { visibilityContract } from '../visibility.contract.ts';
import { effectOfMatrix, effectOnUser, viewersOfContainer, viewersOfFile, visibleTo } from './visibility.service.ts';

const managers = { roles: managingRoles };

export const visibilityRoutes: Routes<typeof visibilityContract> = {
  fileViewers: { gate: managers, handle: ({ ctx, caller, input }) => viewersOfFile(ctx, caller, input) },
  containerViewers: {
    gate: { roles: managingRoles, module: productModules.containers },
    handle: ({ ctx, caller, input }) => viewersOfContainer(ctx, caller, input),
  },
  visible: { gate: managers, handle: ({ ctx, caller, input }) => visibleTo(ctx, caller, input) },
  effectOnUser: { gate: managers, handle: ({ ctx, caller, input }) => effectOnUser(ctx, caller, input) },
  effectOfMatrix: {
    gate: { roles: managingRoles, module: productModules.permissions },
    handle: ({ ctx, caller, input }) => effectOfMatrix(ctx, caller, input),
  },
};
