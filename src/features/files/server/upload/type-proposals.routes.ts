import type { typeProposalsContract } from '#features/files/upload/type-proposals.contract.ts';
import type { Routes } from '#server/http/mount.ts';
import { managingRoles } from '#shared/access.ts';
import { productModules } from '#shared/product-modules.ts';
import { proposeTypesByText } from './text-proposals.service.ts';
import { proposeTypes } from './type-proposals.service.ts';

export const typeProposalsRoutes: Routes<typeof typeProposalsContract> = {
  propose: {
    gate: { module: productModules.upload },
    handle: ({ ctx, caller, input }) => proposeTypes(ctx, caller, input.names),
  },
  // The roles that may change the type of a file.
  byText: {
    gate: { roles: managingRoles },
    handle: ({ ctx, caller, input }) => proposeTypesByText(ctx, caller, input.ids),
  },
};
