import type { containerExportContract } from '#features/containers/list/container-export.contract.ts';
import type { Routes } from '#server/http/mount.ts';
import { productModules } from '#shared/product-modules.ts';
import { exportContainers, exportDelays } from './container-export.service.ts';

const gate = { module: productModules.containers };

export const containerExportRoutes: Routes<typeof containerExportContract> = {
  csv: { gate, handle: ({ ctx, caller, input }) => exportContainers(ctx, caller, input) },
  xlsx: { gate, handle: ({ ctx, caller, input }) => exportContainers(ctx, caller, input) },
  delayLogsCsv: { gate, handle: ({ ctx, caller, input }) => exportDelays(ctx, caller, input) },
  delayLogsXlsx: { gate, handle: ({ ctx, caller, input }) => exportDelays(ctx, caller, input) },
};
