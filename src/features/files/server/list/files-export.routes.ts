import type { filesExportContract } from '#features/files/list/files-export.contract.ts';
import { isHead } from '#server/http/mount.ts';
import type { Routes } from '#server/http/mount.ts';
import { asCsv, asXlsx } from '#server/http/table-answer.ts';
import { exportFiles } from './files-export.service.ts';

export const filesExportRoutes: Routes<typeof filesExportContract> = {
  csv: {
    gate: 'signed-in',
    handle: async ({ ctx, caller, input, http }) => asCsv(await exportFiles(ctx, caller, input, isHead(http))),
  },
  xlsx: {
    gate: 'signed-in',
    handle: async ({ ctx, caller, input, http }) => asXlsx(await exportFiles(ctx, caller, input, isHead(http))),
  },
};
