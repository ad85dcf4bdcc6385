// @ts-check
import { root, runNode } from './programs.mjs';

const linted = ['src', 'tests', 'bootstrap', 'bench', 'tools', 'oxlint.config.ts', 'vite.config.ts'];

/** @type {[title: string, args: string[]][]} */
const parts = [
  ['Types of the server side', ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.server.json']],
  ['Types of the browser side', ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.web.json']],
  ['Lint and boundaries', ['node_modules/oxlint/bin/oxlint', ...linted]],
  ['Format', ['node_modules/oxfmt/bin/oxfmt', '--check', '.']],
  ['Unused code', ['node_modules/knip/bin/knip.js', '--no-progress', '--treat-config-hints-as-errors']],
];

/** Runs every static check. All of them run, also after one has failed. */
export async function check() {
  /** @type {string[]} */
  const failed = [];
  for (const [title, args] of parts) {
    console.log(`\n── ${title}`);
    const startedAt = performance.now();
    const exitCode = await runNode(args, { cwd: root });
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(exitCode === 0 ? `✓ ${title} (${seconds} s)` : `✗ ${title} (${seconds} s)`);
    if (exitCode !== 0) failed.push(title);
  }
  console.log(failed.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failed.join(', ')}.`);
  return failed.length === 0 ? 0 : 1;
}
