// @ts-check
// The door to every npm script. It must itself run on Node 20.19: the runtime that the project pins may not be here yet.
import { buildWeb } from './build-web.mjs';
import { check } from './check.mjs';
import { dev } from './dev.mjs';
import { runFaults } from './faults.mjs';
import { install } from './install.mjs';
import { CannotGoOn, readEnvFile, root, runNode } from './programs.mjs';
import { takeScreenshots } from './screenshots.mjs';
import { serve } from './serve.mjs';
import { runTests } from './tests.mjs';

/**
 * Each task answers the exit code, or nothing when it goes on in this very process.
 * @type {Record<string, (args: string[]) => Promise<number | undefined>>}
 */
const tasks = {
  // For where a service starts the program, which then has nothing left to install or build.
  async build() {
    await buildWeb();
    return 0;
  },
  async start(args) {
    await buildWeb();
    readEnvFile();
    return serve('src/app/server/main.ts', args);
  },
  // Reads no .env: the demo must never fill the records that the settings in there point to.
  async demo(args) {
    await buildWeb();
    return serve('src/app/server/demo.ts', args);
  },
  async admin(args) {
    readEnvFile();
    return serve('src/app/server/admin.ts', args);
  },
  async dev() {
    readEnvFile();
    return dev();
  },
  check,
  async test(args) {
    await buildWeb();
    return runTests(args);
  },
  faults: runFaults,
  async bench(args) {
    await buildWeb();
    return runNode(['bench/bench.ts', ...args], { cwd: root });
  },
  async screenshots() {
    await buildWeb();
    return takeScreenshots();
  },
};

const [name = '', ...args] = process.argv.slice(2);
const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined;
try {
  if (!task) throw new CannotGoOn(`Say which task: npm run ${Object.keys(tasks).join(', npm run ')}.`);
  await install();
  const exitCode = await task(args);
  if (exitCode !== undefined) process.exitCode = exitCode;
} catch (error) {
  if (!(error instanceof CannotGoOn)) throw error;
  if (error.message) console.error(error.message);
  process.exitCode = error.exitCode;
}
