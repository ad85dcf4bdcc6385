import type { containerImportContract } from '#features/containers/import/container-import.contract.ts';
import type { Routes } from '#server/http/mount.ts';
import { managingRoles } from '#shared/access.ts';
import { productModules } from '#shared/product-modules.ts';
import { checkImport, chooseHeadings, importTemplate, listImports, readImport } from './container-import.service.ts';
import { discardImport, findUnfinishedImport, saveImportDraft } from './import-draft.service.ts';
import { exportLeftOut, listLeftOut } from './import-left-out.service.ts';
import { runImport } from './import-run.service.ts';
import { undoImport } from './import-undo.service.ts';

const gate = { roles: managingRoles, module: productModules.containers };

export const containerImportRoutes: Routes<typeof containerImportContract> = {
  read: { gate, handle: ({ ctx, caller, files, input }) => readImport(ctx, caller, { files, ...input }) },
  list: { gate, handle: ({ ctx, caller }) => listImports(ctx, caller) },
  unfinished: { gate, handle: ({ ctx, caller }) => findUnfinishedImport(ctx, caller) },
  saveDraft: { gate, handle: ({ ctx, caller, input }) => saveImportDraft(ctx, caller, input) },
  discard: { gate, handle: ({ ctx, caller, input }) => discardImport(ctx, caller, input.id) },
  leftOut: { gate, handle: ({ ctx, caller, input }) => listLeftOut(ctx, caller, input) },
  leftOutXlsx: { gate, handle: ({ ctx, caller, input }) => exportLeftOut(ctx, caller, input.id) },
  template: { gate, handle: importTemplate },
  headings: { gate, handle: ({ ctx, caller, input }) => chooseHeadings(ctx, caller, input) },
  check: { gate, handle: ({ ctx, caller, input }) => checkImport(ctx, caller, input) },
  run: { gate, handle: ({ ctx, caller, input }) => runImport(ctx, caller, input) },
  undo: { gate, handle: ({ ctx, caller, input }) => undoImport(ctx, caller, input.id) },
};
