// @ts-check
import { runTests } from './tests.mjs';

/** What `npm test` does in short: each setting here is the long form of one trial. */
const long = {
  CRASH_ROUNDS: '200',
  CRASH_STEPS: 'all',
  CROWD_UPLOADS: '1000',
  CROWD_SLOW_CLIENTS: '200',
  FUZZ_REQUESTS: '20000',
  BIG_FILE_BYTES: String(1024 ** 3),
};

const trials = ['backup', 'crash', 'crowd', 'disk-full', 'fuzz', 'hostile', 'memory', 'postgres', 'verify'].map(
  (name) => `tests/server/${name}.test.ts`,
);

/**
 * Does to a server what a bad year does: killed again and again, full disks, damaged files, crowds, strangers. On
 * PostgreSQL with DATABASE_URL set. Settings in the environment win, so that a trial can be made longer or repeated.
 * @param {string[]} args
 */
export async function runFaults(args) {
  for (const [name, value] of Object.entries(long)) process.env[name] ??= value;
  return runTests(args.length > 0 ? args : trials);
}
