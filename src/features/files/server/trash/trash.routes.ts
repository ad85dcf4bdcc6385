import type { trashContract } from '#features/files/trash/trash.contract.ts';
import { refuseUnconfirmed } from '#server/access/gate.ts';
import type { Routes } from '#server/http/mount.ts';
import { managingRoles } from '#shared/access.ts';
import { deleteFromTrash, restoreFile, trashSeenBy } from './trash.service.ts';

const managers = { roles: managingRoles };

export const trashRoutes: Routes<typeof trashContract> = {
  list: { gate: managers, handle: ({ ctx, caller, input }) => trashSeenBy(ctx, caller, input) },
  restore: { gate: 'signed-in', handle: ({ ctx, caller, input }) => restoreFile(ctx, caller, input.id) },
  remove: {
    gate: managers,
    handle: async ({ ctx, caller, input, http }) => {
      refuseUnconfirmed(ctx, http);
      await deleteFromTrash(ctx, caller, input.id);
    },
  },
};
