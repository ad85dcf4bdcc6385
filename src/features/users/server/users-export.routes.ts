import type { Routes } from '#server/http/mount.ts';
import { roles } from '#shared/access.ts';
import type { usersExportContract } from '../users-export.contract.ts';
import { exportUsers } from './users-export.service.ts';

const gate = { roles: [roles.administrator] };

export const usersExportRoutes: Routes<typeof usersExportContract> = {
  csv: { gate, handle: ({ ctx, caller, input }) => exportUsers(ctx, caller, input) },
  xlsx: { gate, handle: ({ ctx, caller, input }) => exportUsers(ctx, caller, input) },
};
