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

const managers = { roles: managingRoles };

export const selectionRoutes: Routes<typeof selectionContract> = {
  zip: {
    gate: 'signed-in',
    handle: ({ ctx, caller, input, http }) => zipSelected(ctx, caller, input.ids, http.request.method === 'HEAD'),
  },
  trash: { gate: managers, handle: ({ ctx, caller, input }) => trashSelected(ctx, caller, input.ids) },
  restore: { gate: managers, handle: ({ ctx, caller, input }) => restoreSelected(ctx, caller, input.ids) },
  changeType: { gate: managers, handle: ({ ctx, caller, input }) => changeTypeOfSelected(ctx, caller, input) },
  move: { gate: managers, handle: ({ ctx, caller, input }) => moveSelected(ctx, caller, input) },
};
