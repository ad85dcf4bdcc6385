// @ts-check
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');

/** The Node that the project runs on, whatever Node was there first. */
export const pinnedNode = join(root, 'node_modules/node/bin/node');

/** Ends the task with one line for the person who started it. */
export class CannotGoOn extends Error {
  /** @param {string} message @param {number} [exitCode] */
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

export function isPinnedNode() {
  const text = readFileSync(join(root, 'package.json'), 'utf8');
  const { dependencies } = /** @type {{ dependencies: { node: string } }} */ (JSON.parse(text));
  return process.version === `v${dependencies.node}`;
}

/** Settings from the file .env, if there is one; those in the environment win. */
export function readEnvFile() {
  const file = join(root, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}

/** @typedef {{ cwd?: string, env?: NodeJS.ProcessEnv }} Surroundings */

/** @type {NodeJS.Signals[]} */
const passedOn = ['SIGTERM', 'SIGINT', 'SIGHUP'];

/**
 * Runs a program with our own input and output. Signals sent to us reach it too; its end is told as an exit code.
 * @param {string} program
 * @param {string[]} args
 * @param {Surroundings} [surroundings]
 */
export function begin(program, args, surroundings = {}) {
  const child = spawn(program, args, { stdio: 'inherit', ...surroundings });
  /** @param {NodeJS.Signals} signal */
  const passOn = (signal) => {
    // Ctrl-C on a terminal goes to the whole group; sending it once more would look like a second Ctrl-C.
    if (signal === 'SIGINT' && process.stdin.isTTY) return;
    child.kill(signal);
  };
  for (const signal of passedOn) process.on(signal, passOn);
  const ended = endOf(child, program).finally(() => {
    for (const signal of passedOn) process.off(signal, passOn);
  });
  return { ended, stop: () => child.kill('SIGTERM') };
}

/** @param {import('node:child_process').ChildProcess} child @param {string} program @returns {Promise<number>} */
function endOf(child, program) {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new CannotGoOn(`${program} cannot be started: ${error.message}`)));
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}

/** @param {string} program @param {string[]} args @param {Surroundings} [surroundings] */
export const run = (program, args, surroundings) => begin(program, args, surroundings).ended;

/** @param {string[]} args @param {Surroundings} [surroundings] */
export const runNode = (args, surroundings) => run(pinnedNode, args, surroundings);
