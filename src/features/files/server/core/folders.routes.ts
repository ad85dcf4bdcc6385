import { maxFoldersListed } from '#features/files/core/folders.contract.ts';
import type { foldersContract } from '#features/files/core/folders.contract.ts';
import type { Routes } from '#server/http/mount.ts';
import { listFolders } from './folders.queries.ts';
import { fileViewer } from './visible-files.queries.ts';

export const foldersRoutes: Routes<typeof foldersContract> = {
  list: {
    gate: 'signed-in',
    handle: ({ ctx, caller, input }) =>
      listFolders(ctx.listDb, fileViewer(caller), { search: input.search, limit: maxFoldersListed }),
  },
};
