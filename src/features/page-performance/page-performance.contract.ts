import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { screenPaths } from '#shared/screen-paths.ts';

/** One measurement by a browser. Times are in milliseconds; CLS has no unit. */
const measurement = z.object({
  name: z.enum(['CLS', 'FCP', 'INP', 'LCP', 'TTFB']),
  value: z.number().min(0).max(3_600_000),
});
export type Measurement = z.infer<typeof measurement>;

/** The report of the page's performance, which docs/specification.md#calls mentions without its shape. */
export const pagePerformanceContract = {
  report: {
    method: 'POST',
    path: '/api/page-performance',
    summary: 'Reports the load and response times of a screen, for the metrics.',
    body: z.object({ screen: z.enum(screenPaths), measurements: z.array(measurement).min(1).max(10) }),
  },
} as const satisfies Contract;
