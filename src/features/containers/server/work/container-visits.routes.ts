import type { containerVisitsContract } from '#features/containers/work/container-visits.contract.ts';
import type { Routes } from '#server/http/mount.ts';
import { productModules } from '#shared/product-modules.ts';
import { recordVisit } from './container-visits.service.ts';

export const containerVisitsRoutes: Routes<typeof containerVisitsContract> = {
  visit: { gate: { module: productModules.containers }, handle: ({ ctx, caller }) => recordVisit(ctx, caller) },
};
