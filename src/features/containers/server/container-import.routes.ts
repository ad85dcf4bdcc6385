import type { Routes } from '#server/http/mount.ts';
import { managingRoles } from '#shared/access.ts';
import { productModules } from '#shared/product-modules.ts';
import type { containerImportContract } from '../container-import.contract.ts';
import { checkImport, chooseHeadings, importTemplate, listImports, readImport } from './container-import.service.ts';
import { runImport } from './import-run.service.ts';
import { undoImport } from './import-undo.service.ts';

const gate = { roles: managingRoles, module: productModules.containers };

export const containerImportRoutes: Routes<typeof containerImportContract> = {
  read: { gate, handle: ({ ctx, caller, files }) => readImport(ctx, caller, files) },
  list: { gate, handle: ({ ctx, caller }) => listImports(ctx, caller) },
  template: { gate, handle: importTemplate },
  headings: { gate, handle: ({ ctx, caller, input }) => chooseHeadings(ctx, caller, input) },
  check: { gate, handle: ({ ctx, caller, input }) => checkImport(ctx, caller, input) },
  run: { gate, handle: ({ ctx, caller, input }) => runImport(ctx, caller, input) },
  undo: { gate, handle: ({ ctx, caller, input }) => undoImport(ctx, caller, input.id) },
};
