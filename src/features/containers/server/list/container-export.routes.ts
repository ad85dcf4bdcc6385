import type { containerExportContract } from '#features/containers/list/container-export.contract.ts';
import { isHead } from '#server/http/mount.ts';
import type { Routes } from '#server/http/mount.ts';
import { asCsv, asXlsx } from '#server/http/table-answer.ts';
import { productModules } from '#shared/product-modules.ts';
import { exportContainers, exportDelays } from './container-export.service.ts';

const gate = { module: productModules.containers };

export const containerExportRoutes: Routes<typeof containerExportContract> = {
  csv: {
    gate,
    handle: async ({ ctx, caller, input, http }) => asCsv(await exportContainers(ctx, caller, input, isHead(http))),
  },
  xlsx: {
    gate,
    handle: async ({ ctx, caller, input, http }) => asXlsx(await exportContainers(ctx, caller, input, isHead(http))),
  },
  delayLogsCsv: {
    gate,
    handle: async ({ ctx, caller, input, http }) => asCsv(await exportDelays(ctx, caller, input, isHead(http))),
  },
  delayLogsXlsx: {
    gate,
    handle: async ({ ctx, caller, input, http }) => asXlsx(await exportDelays(ctx, caller, input, isHead(http))),
  },
};
