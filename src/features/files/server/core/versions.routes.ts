import type { versionsContract } from '#features/files/core/versions.contract.ts';
import type { Routes } from '#server/http/mount.ts';
import { detailsOf, historyOf, restoreVersion, versionsOf } from './versions.service.ts';

export const versionsRoutes: Routes<typeof versionsContract> = {
  details: { gate: 'signed-in', handle: ({ ctx, caller, input }) => detailsOf(ctx, caller, input.id) },
  history: { gate: 'signed-in', handle: ({ ctx, caller, input }) => historyOf(ctx, caller, input.id) },
  list: { gate: 'signed-in', handle: ({ ctx, caller, input }) => versionsOf(ctx, caller, input) },
  restore: { gate: 'signed-in', handle: ({ ctx, caller, input }) => restoreVersion(ctx, caller, input) },
};
