import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const folder = join(import.meta.dirname, '../../docs/decisions');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

test('docs/decisions/README.md lists every decision once, with its title', () => {
  const expected = readdirSync(folder)
    .filter((name) => name !== 'README.md')
    .map((name) => ({ name, title: /^# (?:\d{4} )?(.+)$/m.exec(read(name))?.[1] ?? '' }));
  const numbered = /^- \[(\d{4})\]\((?<name>\1-[\w-]+\.md)\) (?<title>.+?)(?: \(superseded by .+\))?$/gm;
  const named = /^- \[(?<title>.+)\]\((?<name>[a-z][\w-]*\.md)\)$/gm;
  const listed = [numbered, named].flatMap((entry) =>
    [...read('README.md').matchAll(entry)].map(({ groups }) => ({ name: groups?.name, title: groups?.title })),
  );
  const inOrder = (rows: { name?: string | undefined; title?: string | undefined }[]) =>
    rows.map(({ name, title }) => `${name} ${title}`).toSorted();
  assert.deepEqual(inOrder(listed), inOrder(expected));
});
