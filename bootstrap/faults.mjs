// @ts-check
import { runTests, serverTests, skippedLongTests } from './tests.mjs';

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

const trials = 'tests/faults/**/*.test.ts';
const sweeps = { title: 'Sweeps', files: ['tests/sweeps/**/*.test.ts'] };
const longParts = [
  { title: 'Faults', files: [trials, ...serverTests('backup', 'bucket', 'postgres', 'verify')] },
  sweeps,
  // Here because `npm test` leaves out the long ones.
  { title: 'Screens', files: ['tests/screens/**/*.test.ts'] },
];

/**
 * Runs the fault trials (repeated crashes, full disks, damaged files, many clients, hostile requests), the sweeps, which
 * test one property of all screens, and the screen tests with the long ones. `--short` runs the short form of the trials,
 * and the sweeps without their long tests. The trials use PostgreSQL if DATABASE_URL is set, and a bucket if STORAGE_URL
 * is set. Settings in the environment have precedence, so that a trial can be made longer.
 * @param {string[]} args
 */
export async function runFaults(args) {
  const isShort = args.includes('--short');
  for (const [name, value] of Object.entries(isShort ? skippedLongTests : longTrials)) process.env[name] ??= value;
  // One after the other in one process: in CI, three processes with the tests on PostgreSQL run beside them.
  if (isShort) return runTests([], [{ title: 'Faults', files: [trials, ...sweeps.files] }]);
  return runTests(args, longParts);
}
