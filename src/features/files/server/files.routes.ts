import type { Routes } from '#server/http/mount.ts';
import { managingRoles } from '#shared/access.ts';
import { productModules } from '#shared/product-modules.ts';
import type { filesContract } from '../files.contract.ts';
import { overviewFiles, pageOfGroup } from './files-overview.service.ts';
import { fileEditableBy, openFile, refuseWithoutTeam, removeFile, storeUpload, updateFile } from './files.service.ts';
import { streamTeamsWithFiles } from './teams-with-files.service.ts';
import { searchTexts } from './text-search.service.ts';

export const filesRoutes: Routes<typeof filesContract> = {
  teamsWithFiles: {
    gate: 'signed-in',
    handle: async ({ parts, caller }) => streamTeamsWithFiles(parts, caller),
  },
  overview: {
    gate: 'signed-in',
    handle: ({ parts, caller, input }) => overviewFiles(parts, caller, input),
  },
  group: {
    gate: 'signed-in',
    handle: ({ parts, caller, input }) => pageOfGroup(parts, caller, input),
  },
  textSearch: {
    gate: 'signed-in',
    handle: ({ parts, caller, input }) => searchTexts(parts, caller, input),
  },
  upload: {
    gate: { module: productModules.upload },
    accept: async ({ caller }) => void refuseWithoutTeam(caller),
    handle: ({ parts, caller, input, files }) => storeUpload(parts, caller, input, files),
  },
  update: {
    gate: 'signed-in',
    accept: async ({ parts, caller, input }) => void (await fileEditableBy(parts, caller, input.id)),
    handle: ({ parts, caller, input, files }) => updateFile(parts, caller, input, files),
  },
  remove: {
    gate: { roles: managingRoles },
    handle: ({ parts, caller, input }) => removeFile(parts, caller, input.id),
  },
  download: {
    gate: 'signed-in',
    handle: ({ parts, caller, input, http }) =>
      openFile(parts, caller, {
        filepath: input.filepath,
        version: input.version,
        download: input.download === '1',
        sendsBytes: http.request.method === 'GET',
        headers: http.request.headers,
      }),
  },
};
