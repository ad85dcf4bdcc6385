import cluster from 'node:cluster';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { askForAll, answerPrimary } from './metrics-of-workers.ts';

/** What is counted and timed while the server runs, for a Prometheus server to read. */
export type Metrics = {
  /** `route` is the path as the contract spells it, so that there are few of them. */
  noteRequest: (request: { method: string; route: string; status: number; seconds: number }) => void;
  /** Times in milliseconds, CLS without a unit. */
  notePage: (screen: string, name: string, value: number) => void;
  /** `problem` is 'missing' or 'damaged'. */
  noteDamage: (problem: string) => void;
  /** Files that were stored together, by their sizes. */
  noteUpload: (files: readonly { size: number }[]) => void;
  read: () => Promise<{ type: string; text: string }>;
};

const requestSeconds = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
// Around what web.dev calls good and poor for each of the five.
const pageSeconds = [0.05, 0.1, 0.2, 0.5, 0.8, 1, 1.8, 2.5, 3, 4, 6, 10];
const layoutShifts = [0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1];

/** How things stand at the moment somebody reads the metrics; what cannot be asked is missing. */
export type Levels = Partial<Record<Level, number>>;

const levels = {
  stowage_database_up: 'Whether the database answers: 1 or 0',
  stowage_database_answer_seconds: 'How long the database took to answer a short question',
  stowage_database_bytes: 'Size of the database',
  stowage_replica_age_seconds: 'How old what is read from the replica may be; above 5 it is not read from',
  stowage_store_up: 'Whether the file store answers: 1 or 0',
  stowage_store_answer_seconds: 'How long the file store took to answer',
  stowage_stored_files: 'Stored files with their earlier versions and those in the trash',
  stowage_stored_bytes: 'Their bytes',
  stowage_damaged_files: 'Stored files that are known to be missing or damaged now',
  stowage_disk_bytes: 'Size of the disk of the data folder',
  stowage_disk_free_bytes: 'What is left of it',
  stowage_readings_waiting: 'Files that wait to be read for search and previews',
  stowage_active_users: 'People who were active in the last 15 minutes',
  stowage_last_backup_timestamp_seconds: 'When the last completed backup was begun',
  stowage_failing_rounds: 'Periodic work that failed the last time',
} as const;
export type Level = keyof typeof levels;

export function makeMetrics(look: () => Promise<Levels>): Metrics {
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
  const uploadedFiles = new Counter({
    name: 'stowage_uploaded_files_total',
    help: 'Files stored since the start',
    registers,
  });
  const uploadedBytes = new Counter({ name: 'stowage_uploaded_bytes_total', help: 'Their bytes', registers });
  // Only the worker that is asked says how things stand, and only while it is: the others have nothing to add.
  const gauges = Object.entries(levels).map(([name, help]) => new Gauge({ name, help, registers, aggregator: 'max' }));
  const forget = () => {
    for (const gauge of gauges) gauge.remove();
  };
  forget();
  const measure = async () => {
    const found = await look();
    for (const [place, name] of (Object.keys(levels) as Level[]).entries()) {
      const value = found[name];
      if (value !== undefined) gauges[place]?.set(value);
    }
  };
  if (cluster.isWorker) answerPrimary(registry);
  return {
    noteUpload: (files) => {
      uploadedFiles.inc(files.length);
      uploadedBytes.inc(files.reduce((sum, { size }) => sum + size, 0));
    },
    noteDamage: (problem) => damages.inc({ problem }),
    noteRequest: ({ method, route, status, seconds }) =>
      requests.observe({ method, route, status: String(status) }, seconds),
    notePage: (screen, name, value) =>
      name === 'CLS' ? shifts.observe({ screen }, value) : pages.observe({ screen, vital: name }, value / 1000),
    read: async () => {
      await measure();
      const text = cluster.isWorker ? await askForAll() : await registry.metrics();
      forget();
      return { type: registry.contentType, text };
    },
  };
}
