import type { Routes } from '#server/http/mount.ts';
import { productModules } from '#shared/product-modules.ts';
import type { typeProposalsContract } from '../type-proposals.contract.ts';
import { proposeTypes } from './type-proposals.service.ts';

export const typeProposalsRoutes: Routes<typeof typeProposalsContract> = {
  propose: {
    gate: { module: productModules.upload },
    handle: ({ ctx, caller, input }) => proposeTypes(ctx, caller, input.names),
  },
};
