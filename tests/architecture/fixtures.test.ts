import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  fixturePath,
  hostileGroups,
  hostileStrings,
  readFixture,
  readSamples,
  sampleNames,
  spreadsheetNames,
} from '#tests/fixtures.ts';
import { spreadsheetCases } from '#tests/spreadsheet-cases.ts';

const root = join(import.meta.dirname, '../..');

test('tests/fixtures/README.md lists every fixture, and nothing else', () => {
  const listed = [
    ...readFixture('README.md')
      .toString()
      .matchAll(/^\| `([^`]+)` \|/gm),
  ].map(([, name]) => name);
  assert.deepEqual(listed.toSorted(), [...sampleNames, 'strings.json'].toSorted());
});

test('the cases name each file of tests/fixtures/spreadsheets, and nothing else', () => {
  const named = Object.keys(spreadsheetCases).map((name) => `spreadsheets/${name}`);
  assert.deepEqual(named.toSorted(), spreadsheetNames);
});

test('fixtures are small', () => {
  const sheets = spreadsheetNames.map((name) => ({ name, bytes: readFixture(name) }));
  const sizes = [...readSamples(), ...sheets].map(({ name, bytes }) => [name, bytes.length] as const);
  assert.deepEqual(
    sizes.filter(([, size]) => size > 100_000),
    [],
  );
  assert.ok(sizes.reduce((sum, [, size]) => sum + size, 0) < 1_500_000);
});

test('hostile strings: each group has a title, and no string occurs twice', () => {
  const groups = hostileGroups();
  const strings = hostileStrings();
  assert.ok(groups.length >= 20 && strings.length >= 1_000, `${groups.length} groups, ${strings.length} strings`);
  assert.equal(new Set(strings).size, strings.length);
  for (const { title, strings: own } of groups) assert.ok(title.trim() !== '' && own.length > 0, title);
  // An editor that replaces characters which it cannot display would remove these.
  assert.ok(strings.some((text) => !text.isWellFormed()));
  for (const text of ['\0', '\u202e', '\u200b', '\ufeff', 'e\u0301', '\r\n'])
    assert.ok(
      strings.some((one) => one.includes(text)),
      JSON.stringify(text),
    );
});

test('tests read no file from outside the repository', () => {
  const tests = ['src', 'tests'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  assert.ok(tests.includes(fixturePath('../architecture/fixtures.test.ts')));
  const outside = tests.filter((path) => {
    const upwards = [...readFileSync(path, 'utf8').matchAll(/import\.meta\.dirname, '((?:\.\.\/)+)/g)];
    const depth = path.slice(root.length + 1).split('/').length - 1;
    return upwards.some(([, up = '']) => up.length / 3 > depth);
  });
  assert.deepEqual(outside, []);
});
