import type { Routes } from '#server/http/mount.ts';
import { productModules } from '#shared/product-modules.ts';
import type { containerFilesContract } from '../container-files.contract.ts';
import { containersOf, filesOf, linkFiles, unlinkFile } from './container-files.service.ts';

const viewers = { module: productModules.containers };

export const containerFilesRoutes: Routes<typeof containerFilesContract> = {
  files: { gate: viewers, handle: ({ ctx, caller, input }) => filesOf(ctx, caller, input) },
  link: { gate: viewers, handle: ({ ctx, caller, input }) => linkFiles(ctx, caller, input) },
  unlink: { gate: viewers, handle: ({ ctx, caller, input }) => unlinkFile(ctx, caller, input) },
  containers: { gate: viewers, handle: ({ ctx, caller, input }) => containersOf(ctx, caller, input.id) },
};
