import type { Http, Routes } from '#server/http/mount.ts';
import { productModules } from '#shared/product-modules.ts';
import type { containerExportContract } from '../container-export.contract.ts';
import { asCsv, asXlsx, exportContainers, exportDelays } from './container-export.service.ts';

const gate = { module: productModules.containers };
const isHead = ({ request }: Http) => request.method === 'HEAD';

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
