// @ts-check
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, statfsSync } from 'node:fs';
import { devNull, freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { findChromium, obtainChromium } from './chromium.mjs';
import { compileCache, start, pinnedNode, root, runNode } from './programs.mjs';

/** @typedef {{ title: string, files: string[] }} Part */

/**
 * The processor seconds of the longest screen tests, without the tests that `npm test` skips. The halves of the screen
 * tests take equally long by these numbers, so that no process waits for another one at the end. They are rounded, and
 * only their proportions matter.
 */
const screenSeconds = new Map(
  Object.entries({
    files: 26,
    'container-changes': 21,
    upload: 19,
    selection: 19,
    preview: 18,
    'container-table': 17,
    register: 17,
    'container-status': 17,
    coordinator: 16,
    navigation: 16,
    resumable: 14,
    permissions: 13,
    teams: 13,
    versions: 13,
    'admin-dashboard': 13,
    'container-page': 12,
    trash: 12,
    users: 12,
    login: 11,
    notifications: 10,
    'change-password': 10,
    'file-actions': 9,
    'main-job': 9,
    'file-types': 8,
    dashboards: 8,
    'quick-switcher': 8,
    'two-factor': 7,
    'text-search': 7,
    'container-bulk': 6,
    'container-fields': 6,
  }),
);
const otherScreenSeconds = 3;

/** Returns the files of the screen tests in two halves. */
function screensInHalves() {
  const ending = '.test.ts';
  const names = readdirSync(join(root, 'tests/screens')).flatMap((file) =>
    file.endsWith(ending) ? [file.slice(0, -ending.length)] : [],
  );
  const longestFirst = names
    .map((name) => ({ name, seconds: screenSeconds.get(name) ?? otherScreenSeconds }))
    .toSorted((one, other) => other.seconds - one.seconds);
  /** @type {{ seconds: number, names: string[] }[]} */
  const halves = [
    { seconds: 0, names: [] },
    { seconds: 0, names: [] },
  ];
  for (const { name, seconds } of longestFirst) {
    const [shorter] = halves.toSorted((one, other) => one.seconds - other.seconds);
    if (!shorter) break;
    shorter.seconds += seconds;
    shorter.names.push(name);
  }
  return halves.map(({ names: half }) => screensOf(...half));
}

/**
 * Each part is one process, and they run at the same time. The screen tests wait for the browser most of the time, and
 * some server tests wait for timeouts, so three processes keep two cores busy.
 * @returns {Part[]}
 */
const allParts = () => [
  {
    title: 'Server',
    files: ['src/**/*.test.ts', 'tests/*.test.ts', 'tests/architecture/**/*.test.ts', 'tests/server/**/*.test.ts'],
  },
  ...screensInHalves().map((files, index) => ({ title: `Screens, half ${index + 1}`, files })),
];

/**
 * The tests whose result depends on the database or the store. With DATABASE_URL or STORAGE_URL only these run, because
 * the result of the others is the same as on SQLite and the disk.
 * @type {Part[]}
 */
const backendParts = [
  {
    title: 'Features',
    files: [
      'src/features/**/server/**/!(container-report).test.ts',
      ...screensOf('main-job', 'signed-downloads', 'system'),
    ],
  },
  {
    title: 'Several servers',
    files: [
      'tests/faults/crash.test.ts',
      // Not about several servers: it is here because the features take the longest.
      'src/features/containers/server/report/container-report.test.ts',
      ...serverTests('postgres-events', 'several-servers', 'signed-downloads', 'workers'),
    ],
  },
  {
    title: 'Database and store',
    files: [
      'src/server/database/page-of.test.ts',
      ...serverTests(
        'anonymous-callers',
        'at-once',
        'backup',
        'blob-store',
        'bucket',
        'left-clients',
        'mail-in',
        'mail-in-failures',
        'migrations',
        'move',
        'old-backups',
        'postgres',
        'query-plans',
        'restore-elsewhere',
        'restore-points',
        'rights-lost-during-a-call',
        'scans',
        'transactions',
        'virus-scanner',
      ),
    ],
  },
];

/** @param {string[]} names */
export function serverTests(...names) {
  return names.map((name) => `tests/server/${name}.test.ts`);
}

/** @param {string[]} names */
function screensOf(...names) {
  return names.map((name) => `tests/screens/${name}.test.ts`);
}

/** The setting with which the long tests are skipped. See tests/support/long.ts. */
export const skippedLongTests = { LONG_TESTS: 'skip' };

/**
 * Runs the tests in the given files and folders, or else those of `npm test`. Passes options on to Node's test runner.
 * Without files and options, it skips the long tests.
 * @param {string[]} args
 * @param {Part[]} [parts] in place of those of `npm test`
 */
export async function runTests(args, parts) {
  const options = args.filter((arg) => arg.startsWith('-'));
  const named = args.filter((arg) => !arg.startsWith('-')).map(asPattern);
  const skipsLongTests = args.length === 0 && parts === undefined;
  const mayNeedBrowser = named.length === 0 || named.some((pattern) => /screens|sweeps/.test(pattern));
  const chromium = mayNeedBrowser ? await obtainChromium() : await findChromium();
  const folder = process.env['TMPDIR'] ?? folderInMemory();
  const env = {
    ...process.env,
    // Each product under test starts threads. Without the cache each thread would compile its program again.
    NODE_COMPILE_CACHE: compileCache,
    ...(folder && { TMPDIR: folder }),
    ...(chromium && { CHROMIUM: chromium }),
    ...(skipsLongTests && skippedLongTests),
  };
  if (named.length > 0) return runNode(testProcess({ options, countsFile: devNull, files: named }), { cwd: root, env });
  const hasBackend = process.env['DATABASE_URL'] !== undefined || process.env['STORAGE_URL'] !== undefined;
  return runParts(parts ?? (hasBackend ? backendParts : allParts()), options, env);
}

/** @param {{ options: string[], countsFile: string, files: string[] }} settings */
const testProcess = ({ options, countsFile, files }) => [
  ...options,
  'bootstrap/test-process.mjs',
  countsFile,
  ...files,
];

const gibibyte = 1024 ** 3;

/**
 * Returns a file system in memory with room for the data of the tests, if there is one. On a disk, a test waits after each write.
 */
function folderInMemory() {
  const folder = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > 4 * gibibyte && freemem() > 8 * gibibyte ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** @typedef {{ passed: number, failed: number, skipped: number, failures: string[] }} Counts */

/**
 * Runs the parts at the same time and prints one summary at the end. The output of the parts is not mixed: that of a part
 * appears when the part before it has ended.
 * @param {Part[]} parts
 * @param {string[]} options
 * @param {NodeJS.ProcessEnv} env
 */
async function runParts(parts, options, env) {
  const folder = mkdtempSync(join(tmpdir(), 'stowage-tests-'));
  try {
    const startedAt = performance.now();
    const running = parts.map((part, index) => startPart(part, { options, env, countsFile: join(folder, `${index}`) }));
    for (const { title, show, ended } of running) {
      console.log(`\n── ${title}`);
      show();
      await ended;
    }
    const results = await Promise.all(running.map((part) => part.ended));
    return summarize(results, secondsSince(startedAt));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {Part} part
 * @param {{ options: string[], env: NodeJS.ProcessEnv, countsFile: string }} settings
 */
function startPart({ title, files }, { options, env, countsFile }) {
  const startedAt = performance.now();
  const args = testProcess({ options, countsFile, files });
  const child = start(pinnedNode, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  /** @type {Buffer[]} */
  const buffered = [];
  let write = (/** @type {Buffer} */ chunk) => void buffered.push(chunk);
  child.output?.on('data', (/** @type {Buffer} */ chunk) => write(chunk));
  const allRead = child.output ? finished(child.output) : Promise.resolve();
  return {
    title,
    show: () => {
      write = (chunk) => void process.stdout.write(chunk);
      buffered.splice(0).forEach(write);
    },
    ended: Promise.all([child.ended, allRead]).then(([exitCode]) => ({
      title,
      exitCode,
      seconds: secondsSince(startedAt),
      counts: readCounts(countsFile),
    })),
  };
}

/** A killed process leaves no counts. @param {string} file @returns {Counts} */
function readCounts(file) {
  try {
    return /** @type {Counts} */ (JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return { passed: 0, failed: 0, skipped: 0, failures: ['the process ended before its last test'] };
  }
}

/** @param {number} startedAt */
const secondsSince = (startedAt) => Math.round((performance.now() - startedAt) / 1000);

/**
 * Prints the summary and returns the exit code. Programs read the last line.
 * @param {{ title: string, exitCode: number, seconds: number, counts: Counts }[]} results
 * @param {number} seconds
 */
function summarize(results, seconds) {
  const failures = results.flatMap(({ counts }) => counts.failures);
  if (failures.length > 0) console.log(`\nFailed tests:\n${failures.map((failure) => `  ${failure}`).join('\n')}`);
  console.log('');
  for (const { title, exitCode, counts, seconds: own } of results)
    console.log(
      `${exitCode === 0 ? '✓' : '✗'} ${title}: ${own} s, ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`,
    );
  console.log(`All parts: ${seconds} s`);
  /** @param {'passed' | 'failed'} outcome */
  const total = (outcome) => results.reduce((sum, { counts }) => sum + counts[outcome], 0);
  console.log(`${total('passed')} passed, ${total('failed')} failed`);
  return results.find(({ exitCode }) => exitCode !== 0)?.exitCode ?? 0;
}

/** @param {string} path */
function asPattern(path) {
  const isFolder = statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory();
  return isFolder ? `${path.replace(/\/+$/, '')}/**/*.test.ts` : path;
}
