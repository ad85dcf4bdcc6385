import type { selectionContract } from '#features/files/list/selection.contract.ts';
import type { Routes } from '#server/http/mount.ts';
import { managingRoles } from '#shared/access.ts';
import {
  changeTypeOfSelected,
  moveSelected,
  restoreSelected,
  trashSelected,
  zipSelected,
} from './selection.service.ts';

export const selectionRoutes: Routes<typeof selectionContract> = {
  zip: {
    gate: 'signed-in',
    handle: ({ ctx, caller, input, http }) => zipSelected(ctx, caller, input.ids, http.request.method === 'HEAD'),
  },
  trash: { gate: 'signed-in', handle: ({ ctx, caller, input }) => trashSelected(ctx, caller, input.ids) },
  restore: { gate: 'signed-in', handle: ({ ctx, caller, input }) => restoreSelected(ctx, caller, input.ids) },
  changeType: { gate: 'signed-in', handle: ({ ctx, caller, input }) => changeTypeOfSelected(ctx, caller, input) },
  move: { gate: { roles: managingRoles }, handle: ({ ctx, caller, input }) => moveSelected(ctx, caller, input) },
};
