import type { Routes } from '#server/http/mount.ts';
import { managingRoles } from '#shared/access.ts';
import { productModules } from '#shared/product-modules.ts';
import type { usersImportContract } from '../users-import.contract.ts';
import { runUsersImport } from './users-import-run.service.ts';
import { undoUsersImport } from './users-import-undo.service.ts';
import { checkUsersImport, listUsersImports, readUsersImport } from './users-import.service.ts';

const gate = { roles: managingRoles, module: productModules.register };

export const usersImportRoutes: Routes<typeof usersImportContract> = {
  read: { gate, handle: ({ ctx, caller, files, input }) => readUsersImport(ctx, caller, { files, ...input }) },
  check: { gate, handle: ({ ctx, caller, input }) => checkUsersImport(ctx, caller, input) },
  list: { gate, handle: ({ ctx, caller }) => listUsersImports(ctx, caller) },
  undo: { gate, handle: ({ ctx, caller, input: { id } }) => undoUsersImport(ctx, caller, id) },
  run: { gate, handle: ({ ctx, caller, input }) => runUsersImport(ctx, caller, input) },
};
