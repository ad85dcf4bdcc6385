import type { containerReportContract } from '#features/containers/report/container-report.contract.ts';
import type { Routes } from '#server/http/mount.ts';
import { productModules } from '#shared/product-modules.ts';
import { reportFor, reportTable } from './container-report.service.ts';

const gate = { module: productModules.containers };

export const containerReportRoutes: Routes<typeof containerReportContract> = {
  report: { gate, handle: ({ ctx, caller, input }) => reportFor(ctx, caller, input) },
  csv: { gate, handle: ({ ctx, caller, input }) => reportTable(ctx, caller, input) },
};
