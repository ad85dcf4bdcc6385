// @ts-check
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium, obtainChromium } from './chromium.mjs';
import { root, runNode } from './programs.mjs';

const everything = ['src/**/*.test.ts', 'tests/**/*.test.ts'];

/**
 * Runs every test, or those in the files and folders named. Other arguments go to node's test runner as they are.
 * @param {string[]} args
 */
export async function runTests(args) {
  const options = args.filter((arg) => arg.startsWith('-'));
  const named = args.filter((arg) => !arg.startsWith('-')).map(asPattern);
  const mayNeedBrowser = named.length === 0 || named.some((pattern) => pattern.includes('screens'));
  const chromium = mayNeedBrowser ? await obtainChromium() : await findChromium();
  // One process for all files: they keep no state, and starting one per file would take ten times as long.
  return runNode(['--test', '--test-isolation=none', ...options, ...(named.length > 0 ? named : everything)], {
    cwd: root,
    env: { ...process.env, ...(chromium && { CHROMIUM: chromium }) },
  });
}

/** @param {string} path */
function asPattern(path) {
  const isFolder = statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory();
  return isFolder ? `${path.replace(/\/+$/, '')}/**/*.test.ts` : path;
}
