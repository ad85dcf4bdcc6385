import cluster from 'node:cluster';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { requestMetricsOfAll, answerPrimary } from './metrics-of-workers.ts';

/** Counters, durations and gauges for a Prometheus server. */
export type Metrics = {
  /** `route` is the path in the contract, so that the number of labels stays small. */
  recordRequest: (request: { method: string; route: string; status: number; seconds: number }) => void;
  /** Times in milliseconds, CLS without a unit. */
  recordPage: (screen: string, name: string, value: number) => void;
  /** `problem` is 'missing' or 'damaged'. */
  incrementDamages: (problem: string) => void;
  /** The files of one upload, with their sizes. */
  incrementUploads: (files: readonly { size: number }[]) => void;
  read: () => Promise<{ type: string; text: string }>;
};

const requestSeconds = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
// The buckets surround the thresholds of web.dev for 'good' and 'poor' of each of the five vitals.
const pageSeconds = [0.05, 0.1, 0.2, 0.5, 0.8, 1, 1.8, 2.5, 3, 4, 6, 10];
const layoutShifts = [0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1];

/** Values at the time of the request. A value that cannot be read is missing. */
export type Gauges = Partial<Record<GaugeName, number>>;

const gaugeHelp = {
  stowage_database_up: 'Whether the database answers: 1 or 0',
  stowage_database_answer_seconds: 'Time that the database took to answer a short query',
  stowage_database_bytes: 'Size of the database',
  stowage_store_up: 'Whether the file store answers: 1 or 0',
  stowage_store_answer_seconds: 'Time that the file store took to answer',
  stowage_stored_files: 'Stored files with their earlier versions and those in the trash',
  stowage_stored_bytes: 'Total size of these files',
  stowage_damaged_files: 'Stored files that are currently known to be missing or damaged',
  stowage_disk_bytes: 'Size of the file system of the data folder',
  stowage_disk_free_bytes: 'Free space on the file system of the data folder',
  stowage_extractions_waiting: 'Files whose content is still to be extracted for search and previews',
  stowage_scanner_up: 'Whether the virus scanner answers: 1 or 0; missing without one',
  stowage_scans_waiting: 'Stored files that wait for the virus scanner',
  stowage_infected_files: 'Stored files in which the virus scanner found a virus',
  stowage_active_users: 'Users who were active in the last 15 minutes',
  stowage_last_backup_timestamp_seconds: 'Start time of the last completed backup',
  stowage_failing_jobs: 'Scheduled jobs whose last run failed',
} as const;
export type GaugeName = keyof typeof gaugeHelp;

export function makeMetrics(readGauges: () => Promise<Gauges>): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'stowage_http_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its response',
    labelNames: ['method', 'route', 'status'],
    buckets: requestSeconds,
    registers,
  });
  const pages = new Histogram({
    name: 'stowage_page_duration_seconds',
    help: 'Web vitals with a unit of time, as reported by browsers',
    labelNames: ['screen', 'vital'],
    buckets: pageSeconds,
    registers,
  });
  const shifts = new Histogram({
    name: 'stowage_page_layout_shift',
    help: 'Cumulative layout shift, as reported by browsers',
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
  const uploadedFiles = new Counter({
    name: 'stowage_uploaded_files_total',
    help: 'Files stored since the start',
    registers,
  });
  const uploadedBytes = new Counter({ name: 'stowage_uploaded_bytes_total', help: 'Bytes of these files', registers });
  // The gauges are set only in the worker that handles the request, and only during it. The others must not add values.
  const gauges = Object.entries(gaugeHelp).map(
    ([name, help]) => new Gauge({ name, help, registers, aggregator: 'max' }),
  );
  const clearGauges = () => {
    for (const gauge of gauges) gauge.remove();
  };
  clearGauges();
  const measure = async () => {
    const found = await readGauges();
    for (const [index, name] of (Object.keys(gaugeHelp) as GaugeName[]).entries()) {
      const value = found[name];
      if (value !== undefined) gauges[index]?.set(value);
    }
  };
  if (cluster.isWorker) answerPrimary(registry);
  return {
    incrementUploads: (files) => {
      uploadedFiles.inc(files.length);
      uploadedBytes.inc(files.reduce((sum, { size }) => sum + size, 0));
    },
    incrementDamages: (problem) => damages.inc({ problem }),
    recordRequest: ({ method, route, status, seconds }) =>
      requests.observe({ method, route, status: String(status) }, seconds),
    recordPage: (screen, name, value) =>
      name === 'CLS' ? shifts.observe({ screen }, value) : pages.observe({ screen, vital: name }, value / 1000),
    read: async () => {
      await measure();
      const text = cluster.isWorker ? await requestMetricsOfAll() : await registry.metrics();
      clearGauges();
      return { type: registry.contentType, text };
    },
  };
}
