import type { uploadsContract } from '#features/files/upload/resumable-upload.contract.ts';
import type { Routes } from '#server/http/mount.ts';
import { productModules } from '#shared/product-modules.ts';
import { fileOfUpload, giveUpUpload, listUnfinishedOf, uploadsOf } from './resumable-upload.service.ts';

const uploaders = { module: productModules.upload };

export const uploadsRoutes: Routes<typeof uploadsContract> = {
  list: { gate: uploaders, handle: ({ ctx, caller }) => listUnfinishedOf(ctx, caller) },
  create: { gate: uploaders, handle: async ({ ctx, caller }) => uploadsOf(ctx, caller) },
  progress: { gate: uploaders, handle: async ({ ctx, caller }) => uploadsOf(ctx, caller) },
  append: { gate: uploaders, handle: async ({ ctx, caller }) => uploadsOf(ctx, caller) },
  remove: { gate: uploaders, handle: ({ ctx, caller, input }) => giveUpUpload(ctx, caller, input.id) },
  file: { gate: uploaders, handle: ({ ctx, caller, input }) => fileOfUpload(ctx, caller, input.id) },
};
