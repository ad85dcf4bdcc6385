import type { Routes } from '#server/http/mount.ts';
import type { pagePerformanceContract } from '../page-performance.contract.ts';

export const pagePerformanceRoutes: Routes<typeof pagePerformanceContract> = {
  report: {
    gate: 'signed-in',
    handle: async ({ parts, input }) => {
      for (const { name, value } of input.measurements) parts.metrics?.notePage(input.screen, name, value);
    },
  },
};
