// @ts-check
import { runTests, serverTests } from './tests.mjs';

/** Each setting makes one trial longer. */
const longTrials = {
  CRASH_ROUNDS: '200',
  CRASH_STEPS: 'all',
  CROWD_UPLOADS: '1000',
  CROWD_SLOW_CLIENTS: '200',
  DROPPED_DOWNLOADS: '2000',
  FUZZ_REQUESTS: '20000',
  HOSTILE_NAMES: 'all',
  WORST_DOCUMENT_LETTERS: '1000000',
  WORST_ENDPOINT_ROWS: '9000',
  STALLED_CLIENTS_MS: '60000',
  BIG_FILE_BYTES: String(1024 ** 3),
};

const trials = {
  title: 'Faults',
  files: ['tests/faults/**/*.test.ts', ...serverTests('backup', 'bucket', 'postgres', 'resumable', 'verify')],
};

/**
 * Runs the fault trials: repeated crashes, full disks, damaged files, many clients, hostile requests. `--short` runs the
 * short form of those that `npm test` leaves out. They use PostgreSQL if DATABASE_URL is set, and a bucket if STORAGE_URL
 * is set. Settings in the environment have precedence, so that a trial can be made longer.
 * @param {string[]} args
 */
export async function runFaults(args) {
  if (args.includes('--short')) return runTests([], [{ title: 'Faults', files: ['tests/faults/**/*.test.ts'] }]);
  for (const [name, value] of Object.entries(longTrials)) process.env[name] ??= value;
  return runTests(args, [trials]);
}
