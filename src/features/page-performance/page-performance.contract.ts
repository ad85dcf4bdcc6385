import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { screenPaths } from '#shared/screen-paths.ts';

/** What a browser measured of one page. Times are in milliseconds; CLS has no unit. */
const measurement = z.object({
  name: z.enum(['CLS', 'FCP', 'INP', 'LCP', 'TTFB']),
  value: z.number().min(0).max(3_600_000),
});
export type Measurement = z.infer<typeof measurement>;

/** The report of page performance of spec section 7. */
export const pagePerformanceContract = {
  report: {
    method: 'POST',
    path: '/api/page-performance',
    summary: 'Reports how quickly a screen was shown and answered; seen in the metrics.',
    body: z.object({ screen: z.enum(screenPaths), measurements: z.array(measurement).min(1).max(10) }),
  },
} as const satisfies Contract;
