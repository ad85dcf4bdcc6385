import type { Routes } from '#server/http/mount.ts';
import { managingRoles } from '#shared/access.ts';
import { productModules } from '#shared/product-modules.ts';
import type { fileTypesContract } from '../file-types.contract.ts';
import { listFileTypeCounts, listFileTypes } from './file-types.queries.ts';
import { createFileType, removeFileType, updateFileType, usageOfFileType } from './file-types.service.ts';

const gate = { roles: managingRoles, module: productModules.fileTypes };

export const fileTypesRoutes: Routes<typeof fileTypesContract> = {
  list: { gate: 'signed-in', handle: ({ ctx }) => listFileTypes(ctx.db) },
  create: { gate, handle: ({ ctx, caller, input }) => createFileType(ctx, caller, input) },
  update: { gate, handle: ({ ctx, caller, input }) => updateFileType(ctx, caller, input) },
  remove: { gate, handle: ({ ctx, caller, input }) => removeFileType(ctx, caller, input.id) },
  counts: { gate, handle: ({ ctx }) => listFileTypeCounts(ctx.listDb) },
  usage: { gate, handle: ({ ctx, input }) => usageOfFileType(ctx, input.id) },
};
