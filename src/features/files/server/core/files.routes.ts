import type { filesContract } from '#features/files/core/files.contract.ts';
import type { Routes } from '#server/http/mount.ts';
import { productModules } from '#shared/product-modules.ts';
import { overviewFiles, pageOfGroup } from '../list/files-overview.service.ts';
import { streamTeamsWithFiles } from '../list/teams-with-files.service.ts';
import { searchTexts } from '../search/text-search.service.ts';
import { refuseTarget } from '../upload/upload-target.service.ts';
import { fileEditableBy, openFile, removeFile, storeUpload, updateFile } from './files.service.ts';

export const filesRoutes: Routes<typeof filesContract> = {
  teamsWithFiles: {
    gate: 'signed-in',
    handle: async ({ ctx, caller }) => streamTeamsWithFiles(ctx, caller),
  },
  overview: {
    gate: 'signed-in',
    handle: ({ ctx, caller, input }) => overviewFiles(ctx, caller, input),
  },
  group: {
    gate: 'signed-in',
    handle: ({ ctx, caller, input }) => pageOfGroup(ctx, caller, input),
  },
  textSearch: {
    gate: 'signed-in',
    handle: ({ ctx, caller, input }) => searchTexts(ctx, caller, input),
  },
  upload: {
    gate: { module: productModules.upload },
    accept: ({ ctx, caller, input }) => refuseTarget(ctx.db, caller, input),
    handle: ({ ctx, caller, input, files }) => storeUpload(ctx, caller, input, files),
  },
  update: {
    gate: 'signed-in',
    accept: async ({ ctx, caller, input }) => void (await fileEditableBy(ctx, caller, input.id)),
    handle: ({ ctx, caller, input, files }) => updateFile(ctx, caller, input, files),
  },
  remove: {
    gate: 'signed-in',
    handle: ({ ctx, caller, input }) => removeFile(ctx, caller, input.id),
  },
  download: {
    gate: 'signed-in',
    handle: ({ ctx, caller, input, http }) =>
      openFile(ctx, caller, {
        filepath: input.filepath,
        version: input.version,
        download: input.download === '1',
        sendsBytes: http.request.method === 'GET',
        headers: http.request.headers,
      }),
  },
};
