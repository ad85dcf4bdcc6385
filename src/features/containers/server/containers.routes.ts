import type { Routes } from '#server/http/mount.ts';
import { managingRoles } from '#shared/access.ts';
import { productModules } from '#shared/product-modules.ts';
import type { containersContract } from '../containers.contract.ts';
import { delaysOf, historyOf, pageOfContainers, pageOfTrash, streamContainers } from './containers-lists.service.ts';
import {
  changeStatus,
  containerOf,
  createContainer,
  removeContainer,
  restoreContainer,
  updateContainer,
} from './containers.service.ts';

const viewers = { module: productModules.containers };
const managers = { roles: managingRoles, module: productModules.containers };

export const containersRoutes: Routes<typeof containersContract> = {
  list: { gate: viewers, handle: async ({ parts }) => streamContainers(parts) },
  page: { gate: viewers, handle: ({ parts, input }) => pageOfContainers(parts, input) },
  trash: { gate: managers, handle: ({ parts, input }) => pageOfTrash(parts, input) },
  find: { gate: viewers, handle: ({ parts, input }) => containerOf(parts.db, input.id) },
  create: { gate: managers, handle: ({ parts, caller, input }) => createContainer(parts, caller, input) },
  update: { gate: managers, handle: ({ parts, caller, input }) => updateContainer(parts, caller, input) },
  remove: { gate: managers, handle: ({ parts, caller, input }) => removeContainer(parts, caller, input.id) },
  restore: { gate: managers, handle: ({ parts, caller, input }) => restoreContainer(parts, caller, input.id) },
  changeStatus: { gate: managers, handle: ({ parts, caller, input }) => changeStatus(parts, caller, input) },
  delayLogs: { gate: viewers, handle: ({ parts, input }) => delaysOf(parts, input.id, 'pfi') },
  exFactoryDelayLogs: { gate: viewers, handle: ({ parts, input }) => delaysOf(parts, input.id, 'ex_factory') },
  history: { gate: viewers, handle: ({ parts, input }) => historyOf(parts, input) },
};
