import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const folder = join(import.meta.dirname, '../../docs/decisions');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

test('docs/decisions/README.md lists every decision once, with its title, and marks the superseded ones', () => {
  const expected = readdirSync(folder)
    .filter((name) => name !== 'README.md')
    .map((name) => {
      const [, title = ''] = /^# \d{4} (.+)$/m.exec(read(name)) ?? [];
      return { name, title, isSuperseded: read(name).includes('**Status.** Superseded') };
    });
  const listed = [
    ...read('README.md').matchAll(/^- \[(\d{4})\]\((\1-[\w-]+\.md)\) (.+?)( \(superseded by .+\))?$/gm),
  ].map(([, , name = '', title = '', superseded]) => ({ name, title, isSuperseded: superseded !== undefined }));
  const byName = (rows: typeof expected) => rows.toSorted((a, b) => a.name.localeCompare(b.name));
  assert.deepEqual(byName(listed), byName(expected));
});
