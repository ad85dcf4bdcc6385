import type { Routes } from '#server/http/mount.ts';
import { roles } from '#shared/access.ts';
import type { auditContract } from '../audit.contract.ts';
import { exportEntries, pageOfEntries } from './audit.service.ts';

const gate = { roles: [roles.administrator] };

export const auditRoutes: Routes<typeof auditContract> = {
  list: { gate, handle: ({ ctx, input }) => pageOfEntries(ctx, input) },
  csv: { gate, handle: ({ ctx, caller, input }) => exportEntries(ctx, caller, input) },
  xlsx: { gate, handle: ({ ctx, caller, input }) => exportEntries(ctx, caller, input) },
};
