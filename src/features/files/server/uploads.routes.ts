import type { Routes } from '#server/http/mount.ts';
import { productModules } from '#shared/product-modules.ts';
import type { uploadsContract } from '../uploads.contract.ts';
import { fileOfUpload, giveUpUpload, listUnfinishedOf, uploadsOf } from './uploads.service.ts';

const uploaders = { module: productModules.upload };

export const uploadsRoutes: Routes<typeof uploadsContract> = {
  list: { gate: uploaders, handle: ({ parts, caller }) => listUnfinishedOf(parts, caller) },
  create: { gate: uploaders, handle: async ({ parts, caller }) => uploadsOf(parts, caller) },
  progress: { gate: uploaders, handle: async ({ parts, caller }) => uploadsOf(parts, caller) },
  append: { gate: uploaders, handle: async ({ parts, caller }) => uploadsOf(parts, caller) },
  remove: { gate: uploaders, handle: ({ parts, caller, input }) => giveUpUpload(parts, caller, input.id) },
  file: { gate: uploaders, handle: ({ parts, caller, input }) => fileOfUpload(parts, caller, input.id) },
};
