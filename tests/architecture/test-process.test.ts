import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';

/** Runs a file with this text as `npm test` does. */
async function runFile(t: TestContext, text: string, ...options: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'stowage-runner-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'one.test.mjs');
  const counts = join(folder, 'counts.json');
  await writeFile(file, `import { describe, test } from 'node:test';\n${text}`);
  const args = [...options, 'bootstrap/test-process.mjs', counts, file];
  const { exitCode, output } = await new Promise<{ exitCode: unknown; output: string }>((resolve) => {
    execFile(process.execPath, args, { timeout: 60_000 }, (error, stdout, stderr) =>
      resolve({ exitCode: error?.code ?? 0, output: stdout + stderr }),
    );
  });
  return { exitCode, output, counts: JSON.parse(await readFile(counts, 'utf8')) };
}

test('a run counts its tests and names the failed ones', async (t) => {
  const { exitCode, output, counts } = await runFile(
    t,
    `test('good', () => {}); describe('block', () => { test('bad', () => { throw new Error('too heavy'); }); });`,
  );
  assert.equal(exitCode, 1);
  assert.match(output, /✔ good/);
  const { failures, ...numbers } = counts;
  assert.deepEqual(numbers, { passed: 1, failed: 1, skipped: 0 });
  assert.match(failures.join(), /^bad \(.*one\.test\.mjs:2\)\n.*too heavy/s);
  assert.equal(failures.length, 1);
});

test('a rejection that no test waits for fails the run, with its message and its place', async (t) => {
  const { exitCode, output, counts } = await runFile(
    t,
    `const leak = async () => { await null; throw new Error('adrift'); };
     test('good', async () => { void leak(); await new Promise((done) => setTimeout(done, 20)); });`,
  );
  assert.equal(exitCode, 1);
  assert.match(output, /Error: adrift\n +at leak \(.*one\.test\.mjs:2/);
  assert.match(counts.failures.join(), /adrift/);
});

test('a name that no test has fails the run', async (t) => {
  const { exitCode, output } = await runFile(t, `test('good', () => {});`, '--test-name-pattern=absent');
  assert.equal(exitCode, 1);
  assert.match(output, /No test has this name or is in these files\./);
});
