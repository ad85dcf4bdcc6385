// @ts-check
import { runTests } from './tests.mjs';

/** Each setting makes one trial longer than in `npm test`. */
const longTrials = {
  CRASH_ROUNDS: '200',
  CRASH_STEPS: 'all',
  CROWD_UPLOADS: '1000',
  CROWD_SLOW_CLIENTS: '200',
  DROPPED_DOWNLOADS: '2000',
  FUZZ_REQUESTS: '20000',
  HOSTILE_NAMES: 'all',
  WORST_DOCUMENT_LETTERS: '1000000',
  STALLED_CLIENTS_MS: '60000',
  BIG_FILE_BYTES: String(1024 ** 3),
};

const trials = [
  'backup',
  'bucket',
  'crash',
  'crowd',
  'disk-faults',
  'disk-full',
  'dropped-downloads',
  'fuzz',
  'hostile',
  'memory',
  'names',
  'postgres',
  'stalled-clients',
  'verify',
  'worst-requests',
].map((name) => `tests/server/${name}.test.ts`);

/**
 * Runs the fault trials in their long form: repeated crashes, full disks, damaged files, many clients, hostile requests.
 * They use PostgreSQL if DATABASE_URL is set, and a bucket if STORAGE_URL is set. Settings in the environment have
 * precedence, so that a trial can be made longer.
 * @param {string[]} args
 */
export async function runFaults(args) {
  for (const [name, value] of Object.entries(longTrials)) process.env[name] ??= value;
  return runTests(args.length > 0 ? args : trials);
}
