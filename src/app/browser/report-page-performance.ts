import { onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import { pagePerformanceContract } from '#features/page-performance/page-performance.contract.ts';
import type { Measurement } from '#features/page-performance/page-performance.contract.ts';
import { screenPaths } from '#shared/screen-paths.ts';
import { call } from '#web/call.ts';

/**
 * Reports once, when the page is left or hidden, because the measurements are final only then. This file is loaded
 * lazily, as docs/specification.md#calls asks.
 */
export function reportPagePerformance(): void {
  const screen = screenPaths.find((path) => path === window.location.pathname);
  if (!screen) return;
  const measured = new Map<Measurement['name'], number>();
  for (const observe of [onCLS, onFCP, onINP, onLCP, onTTFB]) observe(({ name, value }) => measured.set(name, value));
  const report = () => {
    if (document.visibilityState !== 'hidden' || measured.size === 0) return;
    const measurements = [...measured].map(([name, value]) => ({ name, value }));
    measured.clear();
    document.removeEventListener('visibilitychange', report);
    // A lost report does no harm.
    call(pagePerformanceContract.report, { screen, measurements }, { outlivesPage: true }).catch(() => {});
  };
  document.addEventListener('visibilitychange', report);
}
