import { isHead } from '#server/http/mount.ts';
import type { Routes } from '#server/http/mount.ts';
import { asCsv, asXlsx } from '#server/http/table-answer.ts';
import { roles } from '#shared/access.ts';
import type { usersExportContract } from '../users-export.contract.ts';
import { exportUsers } from './users-export.service.ts';

const gate = { roles: [roles.administrator] };

export const usersExportRoutes: Routes<typeof usersExportContract> = {
  csv: {
    gate,
    handle: async ({ ctx, caller, input, http }) => asCsv(await exportUsers(ctx, caller, input, isHead(http))),
  },
  xlsx: {
    gate,
    handle: async ({ ctx, caller, input, http }) => asXlsx(await exportUsers(ctx, caller, input, isHead(http))),
  },
};
