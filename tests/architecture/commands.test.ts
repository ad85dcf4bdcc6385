import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { adminProgram } from '#tests/admin-program.ts';
import { commandsInText, root, shellBlocks } from '#tests/document-commands.ts';

const documents = ['README.md', 'docs/administration.md', 'docs/bucket.md'];

const read = (name: string) => readFileSync(join(root, name), 'utf8');

/** One for each command. A line of the table has all commands with the same test. */
const rows = (read('tests/architecture/commands.md').match(/^\| `.+$/gm) ?? []).flatMap((row) => {
  const [, commands = '', shown = ''] = /^\| (`[^|]+`) \| (.+) \|$/.exec(row) ?? [];
  return [...commands.matchAll(/`([^`]+)`/g)].map(([, command = '']) => ({ command, shown }));
});

test('tests/architecture/commands.md lists every command of the documents, and no other', () => {
  const documented = new Set([
    ...documents.flatMap((name) => shellBlocks(name).flat()),
    ...documents.flatMap(commandsInText),
  ]);
  assert.deepEqual(rows.map(({ command }) => command).toSorted(), [...documented].toSorted());
});

test('every command is run by an existing test, or marked as not run', () => {
  for (const { command, shown } of rows) {
    const tests = [...shown.matchAll(/`([^`]+\.test\.ts)`: "([^"]+)"/g)];
    for (const [, path = '', title = ''] of tests) assert.ok(read(path).includes(title), `${path}: ${title}`);
    assert.ok(tests.length > 0 || /^not run|^it is the run itself$/.test(shown), command);
  }
});

test('every script, administration command and file that a command names exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const help = spawnSync(process.execPath, [adminProgram, '--help'], { encoding: 'utf8' }).stdout;
  const names = [...help.matchAll(/^ {2}npm run admin -- ([a-z-]+(?: [a-z-]+)?) /gm)].map(([, name = '']) => name);
  for (const { command } of rows) {
    // `npm pack` is a command of npm itself.
    const [, script] = /npm (?!pack )(?:run )?([a-z-]+)/.exec(command) ?? [];
    assert.ok(script === undefined || Object.hasOwn(scripts, script), command);
    const [, words] = /(?:admin --|stowage admin) ([a-z][a-z -]*[a-z])/.exec(command) ?? [];
    assert.ok(words === undefined || names.some((name) => `${words} `.startsWith(`${name} `)), command);
    for (const [path] of command.matchAll(/deploy\/[\w.-]+|(?<= )\.env\.example/g))
      assert.ok(existsSync(join(root, path)), command);
  }
});
