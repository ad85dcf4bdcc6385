import type { Routes } from '#server/http/mount.ts';
import { productModules } from '#shared/product-modules.ts';
import type { containerLooksContract } from '../container-looks.contract.ts';
import { lookAtContainers } from './container-looks.service.ts';

export const containerLooksRoutes: Routes<typeof containerLooksContract> = {
  look: { gate: { module: productModules.containers }, handle: ({ ctx, caller }) => lookAtContainers(ctx, caller) },
};
