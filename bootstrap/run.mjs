// @ts-check
// The entry point of every npm script. It must run on Node 20.19, because the pinned Node may not be installed yet.
import './check-node.mjs';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb } from './build-web.mjs';
import { install } from './install.mjs';
import { TaskError, readEnvFile, root, run, runNode } from './programs.mjs';
import { serve } from './serve.mjs';

/**
 * Each task returns the exit code, or undefined if it continues in this process. The start loads no module of another task,
 * which would take 30 ms.
 * @type {Record<string, (args: string[]) => Promise<number | undefined>>}
 */
const tasks = {
  // For an administrator whose service manager starts the server: it then has nothing to install or build.
  async build() {
    await buildWeb();
    return 0;
  },
  async start(args) {
    await buildWeb();
    readEnvFile();
    return serve('src/app/server/main.ts', args);
  },
  // Does not read .env: the demo must never write to the database that .env names.
  async demo(args) {
    await buildWeb();
    return serve('tools/demo/main.ts', args);
  },
  async admin(args) {
    readEnvFile();
    return serve('src/app/server/admin.ts', args);
  },
  async dev() {
    readEnvFile();
    return (await import('./dev.mjs')).dev();
  },
  // Asks the registry whether a version of package-lock.json has a known vulnerability. Fails if one has.
  advisories: (args) => run('npm', ['audit', '--package-lock-only', ...args], { cwd: root }),
  async 'verify-runtime'() {
    await (await import('./runtime.mjs')).verifyRuntime();
    return 0;
  },
  check: async () => (await import('./check.mjs')).check(),
  async test(args) {
    await buildWeb();
    return (await import('./tests.mjs')).runTests(args);
  },
  async faults(args) {
    await buildWeb();
    return (await import('./faults.mjs')).runFaults(args);
  },
  async bench(args) {
    await buildWeb();
    return runNode(['bench/bench.ts', ...args], { cwd: root });
  },
  release: async (args) => (await import('./release.mjs')).release(args),
  async screenshots() {
    await buildWeb();
    return (await import('./screenshots.mjs')).takeScreenshots();
  },
};

/** Prints the settings with their defaults, without installing anything. */
function printHelp() {
  console.log('Usage: npm start\n\nInstalls and builds what is missing, and starts the server. Ctrl-C stops it.\n');
  console.log(readFileSync(join(root, '.env.example'), 'utf8'));
}

const [name = '', ...args] = process.argv.slice(2);
const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined;
try {
  if (!task) throw new TaskError(`Name a task: npm run ${Object.keys(tasks).join(', npm run ')}.`);
  if (name === 'start' && args.some((arg) => arg === '--help' || arg === '-h')) printHelp();
  else {
    await install();
    const exitCode = await task(args);
    if (exitCode !== undefined) process.exitCode = exitCode;
  }
} catch (error) {
  if (!(error instanceof TaskError)) throw error;
  if (error.message) console.error(error.message);
  process.exitCode = error.exitCode;
}
