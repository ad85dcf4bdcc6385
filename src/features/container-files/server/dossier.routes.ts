import { isHead } from '#server/http/mount.ts';
import type { Routes } from '#server/http/mount.ts';
import { productModules } from '#shared/product-modules.ts';
import type { dossierContract } from '../dossier.contract.ts';
import { zipDossier } from './dossier.service.ts';

export const dossierRoutes: Routes<typeof dossierContract> = {
  dossier: {
    gate: { module: productModules.containers },
    handle: ({ ctx, caller, input, http }) => zipDossier(ctx, caller, input, isHead(http)),
  },
};
