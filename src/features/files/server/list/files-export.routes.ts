import type { filesExportContract } from '#features/files/list/files-export.contract.ts';
import type { Routes } from '#server/http/mount.ts';
import { exportFiles } from './files-export.service.ts';

export const filesExportRoutes: Routes<typeof filesExportContract> = {
  csv: { gate: 'signed-in', handle: ({ ctx, caller, input }) => exportFiles(ctx, caller, input) },
  xlsx: { gate: 'signed-in', handle: ({ ctx, caller, input }) => exportFiles(ctx, caller, input) },
};
