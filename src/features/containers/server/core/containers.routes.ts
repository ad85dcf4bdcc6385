import type { containersContract } from '#features/containers/core/containers.contract.ts';
import type { Routes } from '#server/http/mount.ts';
import { managingRoles } from '#shared/access.ts';
import { productModules } from '#shared/product-modules.ts';
import {
  countContainersByStatus,
  delaysOf,
  findOne,
  historyOf,
  pageOfContainers,
  pageOfTrash,
  streamContainers,
  totalsOf,
} from '../list/container-reads.service.ts';
import { removeContainer, restoreContainer } from './container-trash.service.ts';
import { changeStatus, createContainer, updateContainer } from './containers.service.ts';

const viewers = { module: productModules.containers };
const managers = { roles: managingRoles, module: productModules.containers };

export const containersRoutes: Routes<typeof containersContract> = {
  list: { gate: viewers, handle: async ({ ctx, caller }) => streamContainers(ctx, caller) },
  page: { gate: viewers, handle: ({ ctx, caller, input }) => pageOfContainers(ctx, caller, input) },
  counts: { gate: viewers, handle: ({ ctx, caller, input }) => countContainersByStatus(ctx, caller, input) },
  totals: { gate: viewers, handle: ({ ctx, caller, input }) => totalsOf(ctx, caller, input) },
  trash: { gate: managers, handle: ({ ctx, caller, input }) => pageOfTrash(ctx, caller, input) },
  find: { gate: viewers, handle: ({ ctx, caller, input }) => findOne(ctx, caller, input.id) },
  create: { gate: managers, handle: ({ ctx, caller, input }) => createContainer(ctx, caller, input) },
  update: { gate: managers, handle: ({ ctx, caller, input }) => updateContainer(ctx, caller, input) },
  remove: { gate: managers, handle: ({ ctx, caller, input }) => removeContainer(ctx, caller, input.id) },
  restore: { gate: managers, handle: ({ ctx, caller, input }) => restoreContainer(ctx, caller, input.id) },
  changeStatus: { gate: managers, handle: ({ ctx, caller, input }) => changeStatus(ctx, caller, input) },
  delayLogs: { gate: viewers, handle: ({ ctx, caller, input }) => delaysOf(ctx, caller, input.id, 'pfi') },
  exFactoryDelayLogs: {
    gate: viewers,
    handle: ({ ctx, caller, input }) => delaysOf(ctx, caller, input.id, 'ex_factory'),
  },
  history: { gate: viewers, handle: ({ ctx, caller, input }) => historyOf(ctx, caller, input) },
};
