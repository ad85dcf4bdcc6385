import { isHead } from '#server/http/mount.ts';
import type { Routes } from '#server/http/mount.ts';
import { asCsv, asXlsx } from '#server/http/table-answer.ts';
import { roles } from '#shared/access.ts';
import type { auditContract } from '../audit.contract.ts';
import { exportEntries, pageOfEntries } from './audit.service.ts';

const gate = { roles: [roles.administrator] };

export const auditRoutes: Routes<typeof auditContract> = {
  list: { gate, handle: ({ ctx, input }) => pageOfEntries(ctx, input) },
  csv: {
    gate,
    handle: async ({ ctx, caller, input, http }) => asCsv(await exportEntries(ctx, caller, input, isHead(http))),
  },
  xlsx: {
    gate,
    handle: async ({ ctx, caller, input, http }) => asXlsx(await exportEntries(ctx, caller, input, isHead(http))),
  },
};
