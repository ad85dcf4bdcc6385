// @ts-check
import asyncHooks from 'node:async_hooks';
import { createWriteStream } from 'node:fs';
import { compose } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import countTests from './test-counts.mjs';

/**
 * Runs the test files that match the patterns in this process: `node [OPTIONS] test-process.mjs COUNTS_FILE PATTERN…`.
 * The options are those with which Node's test runner selects tests. Prints the results, and writes the counts to the file.
 *
 * `node --test --test-isolation=none` does the same, but follows every promise, so that it can name the test of an
 * unhandled rejection. That takes a fifth of the processor time of the server tests. Here such a rejection still fails the
 * run and is shown (tests/architecture/test-process.test.ts). Only the name of its test is missing.
 */
const [countsFile = '', ...globPatterns] = process.argv.slice(2);
const { createHook } = asyncHooks;
asyncHooks.createHook = (callbacks) => createHook({ ...callbacks, trackPromises: false });
// The runner takes the function when it is loaded.
const { run } = await import('node:test');
asyncHooks.createHook = createHook;

const { spec: SpecReporter } = await import('node:test/reporters');
const events = run({ isolation: 'none', globPatterns });
events.on('test:summary', ({ success, counts }) => {
  if (counts.tests === 0) console.error('No test has this name or is in these files.');
  if (!success || counts.tests === 0) process.exitCode = 1;
});
// The test runner prints only the message; this adds the stack.
process.on('unhandledRejection', (error) => console.error(error));
events.compose(new SpecReporter()).pipe(process.stdout);
await pipeline(compose(events, countTests), createWriteStream(countsFile));
