import type { containerReportContract } from '#features/containers/report/container-report.contract.ts';
import { isHead } from '#server/http/mount.ts';
import type { Routes } from '#server/http/mount.ts';
import { asCsv } from '#server/http/table-answer.ts';
import { productModules } from '#shared/product-modules.ts';
import { reportFor, reportTable } from './container-report.service.ts';

const gate = { module: productModules.containers };

export const containerReportRoutes: Routes<typeof containerReportContract> = {
  report: { gate, handle: ({ ctx, caller, input }) => reportFor(ctx, caller, input) },
  csv: {
    gate,
    handle: async ({ ctx, caller, input, http }) => asCsv(await reportTable(ctx, caller, input, isHead(http))),
  },
};
