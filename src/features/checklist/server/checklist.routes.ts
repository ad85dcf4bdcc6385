import type { checklistContract } from '#features/papers/checklist.contract.ts';
import { listRules } from '#features/papers/server/checklist.queries.ts';
import type { Routes } from '#server/http/mount.ts';
import { managingRoles } from '#shared/access.ts';
import { productModules } from '#shared/product-modules.ts';
import { addRule, papersOf, removeRule } from './checklist.service.ts';

const managers = { roles: managingRoles, module: productModules.fileTypes };

export const checklistRoutes: Routes<typeof checklistContract> = {
  list: { gate: managers, handle: ({ ctx }) => listRules(ctx.db) },
  add: { gate: managers, handle: ({ ctx, caller, input }) => addRule(ctx, caller, input) },
  remove: { gate: managers, handle: ({ ctx, caller, input }) => removeRule(ctx, caller, input.id) },
  papers: {
    gate: { module: productModules.containers },
    handle: ({ ctx, caller, input }) => papersOf(ctx, caller, input.id),
  },
};
