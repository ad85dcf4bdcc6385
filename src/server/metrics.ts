import cluster from 'node:cluster';
import { Counter, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { askForAll, answerPrimary } from './metrics-of-workers.ts';

/** What is counted and timed while the server runs, for a Prometheus server to read. */
export type Metrics = {
  /** `route` is the path as the contract spells it, so that there are few of them. */
  noteRequest: (request: { method: string; route: string; status: number; seconds: number }) => void;
  /** Times in milliseconds, CLS without a unit. */
  notePage: (screen: string, name: string, value: number) => void;
  /** `problem` is 'missing' or 'damaged'. */
  noteDamage: (problem: string) => void;
  read: () => Promise<{ type: string; text: string }>;
};

const requestSeconds = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
// Around what web.dev calls good and poor for each of the five.
const pageSeconds = [0.05, 0.1, 0.2, 0.5, 0.8, 1, 1.8, 2.5, 3, 4, 6, 10];
const layoutShifts = [0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1];

export function makeMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'stowage_http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: requestSeconds,
    registers,
  });
  const pages = new Histogram({
    name: 'stowage_page_duration_seconds',
    help: 'Web vitals that are times, as browsers report them',
    labelNames: ['screen', 'vital'],
    buckets: pageSeconds,
    registers,
  });
  const shifts = new Histogram({
    name: 'stowage_page_layout_shift',
    help: 'Cumulative layout shift, as browsers report it',
    labelNames: ['screen'],
    buckets: layoutShifts,
    registers,
  });
  const damages = new Counter({
    name: 'stowage_damaged_files_total',
    help: 'Stored files that were found missing or damaged since the start',
    labelNames: ['problem'],
    registers,
  });
  if (cluster.isWorker) answerPrimary(registry);
  return {
    noteDamage: (problem) => damages.inc({ problem }),
    noteRequest: ({ method, route, status, seconds }) =>
      requests.observe({ method, route, status: String(status) }, seconds),
    notePage: (screen, name, value) =>
      name === 'CLS' ? shifts.observe({ screen }, value) : pages.observe({ screen, vital: name }, value / 1000),
    read: async () => ({
      type: registry.contentType,
      text: cluster.isWorker ? await askForAll() : await registry.metrics(),
    }),
  };
}
