import { refuseUnconfirmed } from '#server/access/own-password.ts';
import type { Routes } from '#server/http/mount.ts';
import { managingRoles } from '#shared/access.ts';
import type { previewsContract } from '../previews.contract.ts';
import type { selectionContract } from '../selection.contract.ts';
import type { trashContract } from '../trash.contract.ts';
import type { versionsContract } from '../versions.contract.ts';
import { openMade, previewOf } from './previews.service.ts';
import { changeTypeOfSelected, moveSelected, trashSelected, zipSelected } from './selection.service.ts';
import { deleteFromTrash, restoreFile, trashSeenBy } from './trash.service.ts';
import { detailsOf, historyOf, restoreVersion, versionsOf } from './versions.service.ts';

const managers = { roles: managingRoles };

export const trashRoutes: Routes<typeof trashContract> = {
  list: { gate: managers, handle: ({ parts, caller, input }) => trashSeenBy(parts, caller, input) },
  restore: { gate: managers, handle: ({ parts, caller, input }) => restoreFile(parts, caller, input.id) },
  remove: {
    gate: managers,
    handle: async ({ parts, caller, input, http }) => {
      refuseUnconfirmed(parts, http);
      await deleteFromTrash(parts, caller, input.id);
    },
  },
};

export const versionsRoutes: Routes<typeof versionsContract> = {
  details: { gate: 'signed-in', handle: ({ parts, caller, input }) => detailsOf(parts, caller, input.id) },
  history: { gate: 'signed-in', handle: ({ parts, caller, input }) => historyOf(parts, caller, input.id) },
  list: { gate: 'signed-in', handle: ({ parts, caller, input }) => versionsOf(parts, caller, input.id) },
  restore: { gate: 'signed-in', handle: ({ parts, caller, input }) => restoreVersion(parts, caller, input) },
};

export const selectionRoutes: Routes<typeof selectionContract> = {
  zip: {
    gate: 'signed-in',
    handle: ({ parts, caller, input, http }) => zipSelected(parts, caller, input.ids, http.request.method === 'HEAD'),
  },
  trash: { gate: managers, handle: ({ parts, caller, input }) => trashSelected(parts, caller, input.ids) },
  changeType: { gate: managers, handle: ({ parts, caller, input }) => changeTypeOfSelected(parts, caller, input) },
  move: { gate: managers, handle: ({ parts, caller, input }) => moveSelected(parts, caller, input) },
};

export const previewsRoutes: Routes<typeof previewsContract> = {
  state: { gate: 'signed-in', handle: ({ parts, caller, input }) => previewOf(parts, caller, input.id) },
  thumbnail: {
    gate: 'signed-in',
    handle: ({ parts, caller, input }) => openMade(parts, caller, { id: input.id, kind: 'thumbnail' }),
  },
  page: {
    gate: 'signed-in',
    handle: ({ parts, caller, input }) => openMade(parts, caller, { id: input.id, kind: 'page' }),
  },
};
