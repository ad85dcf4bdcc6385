import type { Routes } from '#server/http/mount.ts';
import { roles } from '#shared/access.ts';
import type { auditContract } from '../audit.contract.ts';
import { listEntries } from './audit.queries.ts';
import { exportEntries } from './audit.service.ts';

const gate = { roles: [roles.administrator] };

export const auditRoutes: Routes<typeof auditContract> = {
  list: { gate, handle: ({ ctx, input }) => listEntries(ctx.listDb, input) },
  csv: {
    gate,
    handle: ({ ctx, caller, input, http }) => exportEntries(ctx, caller, input, http.request.method === 'HEAD'),
  },
};
