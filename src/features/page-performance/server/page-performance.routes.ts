import type { Routes } from '#server/http/mount.ts';
import type { pagePerformanceContract } from '../page-performance.contract.ts';

export const pagePerformanceRoutes: Routes<typeof pagePerformanceContract> = {
  report: {
    gate: 'signed-in',
    handle: async ({ ctx, input }) => {
      for (const { name, value } of input.measurements) ctx.metrics?.recordPage(input.screen, name, value);
    },
  },
};
