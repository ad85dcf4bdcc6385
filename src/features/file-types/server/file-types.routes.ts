import type { Routes } from '#server/http/mount.ts';
import { managingRoles } from '#shared/access.ts';
import { productModules } from '#shared/product-modules.ts';
import type { fileTypesContract } from '../file-types.contract.ts';
import { insertFileType, listFileTypes } from './file-types.queries.ts';
import { removeFileType, updateFileType, usageOfFileType } from './file-types.service.ts';

const gate = { roles: managingRoles, module: productModules.fileTypes };

export const fileTypesRoutes: Routes<typeof fileTypesContract> = {
  list: { gate: 'signed-in', handle: ({ parts }) => listFileTypes(parts.db) },
  create: { gate, handle: ({ parts, input }) => insertFileType(parts.db, input, parts.clock().toISOString()) },
  update: { gate, handle: ({ parts, input }) => updateFileType(parts, input.id, input) },
  remove: { gate, handle: ({ parts, input }) => removeFileType(parts, input.id) },
  usage: { gate, handle: ({ parts, input }) => usageOfFileType(parts, input.id) },
};
