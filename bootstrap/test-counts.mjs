// @ts-check
import { relative } from 'node:path';
import { inspect } from 'node:util';
import { root } from './programs.mjs';

/**
 * A reporter for Node's test runner. Writes one line of JSON: how many tests passed and failed, and the name, location and
 * error of each failure. Leaves out a test that failed only because of a test inside it.
 * @param {AsyncIterable<import('node:test/reporters').TestEvent>} events
 */
// oxlint-disable-next-line import/no-default-export -- the test runner loads a reporter from the default export
export default async function* countTests(events) {
  /** @type {string[]} */
  const failures = [];
  let counts = { passed: 0, failed: 0, skipped: 0 };
  for await (const { type, data } of events) {
    if (type === 'test:fail' && !isParent(data)) failures.push(`${data.name} (${locationOf(data)})\n${errorOf(data)}`);
    // The test runner reports an error that belongs to no running test this way.
    if (type === 'test:diagnostic' && data.message.startsWith('Error: ')) failures.push(data.message);
    // With one process for all files, the summary of the whole run has no file.
    if (type === 'test:summary' && data.file === undefined) {
      const { tests, passed, skipped, todo } = data.counts;
      counts = { passed, failed: tests - passed - skipped - todo, skipped };
    }
  }
  yield `${JSON.stringify({ ...counts, failures })}\n`;
}

/** @param {{ details: { error: Error & { failureType?: string } } }} data */
const isParent = ({ details }) => details.error.failureType === 'subtestsFailed';

/** @param {{ file?: string, line?: number }} data */
const locationOf = ({ file, line }) => (file === undefined ? 'no file' : `${relative(root, file)}:${line ?? 0}`);

const maxErrorLines = 25;

/** @param {{ details: { error: Error & { cause?: unknown } } }} data */
function errorOf({ details: { error } }) {
  const lines = inspect(error.cause ?? error, { maxStringLength: 2_000 }).split('\n');
  return lines
    .slice(0, maxErrorLines)
    .map((line) => `    ${line.slice(0, 300)}`)
    .join('\n');
}
