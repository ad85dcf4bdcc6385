import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const folder = join(import.meta.dirname, '../../docs/decisions');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const pages = readdirSync(folder).filter((name) => name !== 'README.md');
const titleOf = (name: string) => /^# (.+)$/m.exec(read(name))?.[1];

test('docs/decisions/README.md lists every decision once, with its title', () => {
  const entries = read('README.md').matchAll(/^- \[(?<title>.+)\]\((?<name>[^)]+)\)$/gm);
  const listed = [...entries].map(({ groups }) => `${groups?.['name']} ${groups?.['title']}`);
  assert.ok(pages.length > 20);
  assert.deepEqual(listed.toSorted(), pages.map((name) => `${name} ${titleOf(name)}`).toSorted());
});

test('every decision is named by its subject, has a heading for each choice and at most 600 words', () => {
  const isFine = (name: string) =>
    /^[a-z][a-z0-9-]*\.md$/.test(name) && /^## /m.test(read(name)) && read(name).split(/\s+/).length <= 600;
  assert.deepEqual(
    pages.filter((name) => !isFine(name)),
    [],
  );
});
