import type { Routes } from '#server/http/mount.ts';
import { managingRoles } from '#shared/access.ts';
import { productModules } from '#shared/product-modules.ts';
import type { fileTypesContract } from '../file-types.contract.ts';
import { listFileTypes } from './file-types.queries.ts';
import { createFileType, removeFileType, updateFileType, usageOfFileType } from './file-types.service.ts';

const gate = { roles: managingRoles, module: productModules.fileTypes };

export const fileTypesRoutes: Routes<typeof fileTypesContract> = {
  list: { gate: 'signed-in', handle: ({ parts }) => listFileTypes(parts.db) },
  create: { gate, handle: ({ parts, caller, input }) => createFileType(parts, caller, input) },
  update: { gate, handle: ({ parts, caller, input }) => updateFileType(parts, caller, input) },
  remove: { gate, handle: ({ parts, caller, input }) => removeFileType(parts, caller, input.id) },
  usage: { gate, handle: ({ parts, input }) => usageOfFileType(parts, input.id) },
};
