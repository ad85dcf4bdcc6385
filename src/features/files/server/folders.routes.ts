import type { Routes } from '#server/http/mount.ts';
import { maxFoldersListed } from '../folders.contract.ts';
import type { foldersContract } from '../folders.contract.ts';
import { listFolders } from './folders.queries.ts';
import { fileViewer } from './visible-files.queries.ts';

export const foldersRoutes: Routes<typeof foldersContract> = {
  list: {
    gate: 'signed-in',
    handle: ({ ctx, caller, input }) =>
      listFolders(ctx.listDb, fileViewer(caller), { search: input.search, limit: maxFoldersListed }),
  },
};
