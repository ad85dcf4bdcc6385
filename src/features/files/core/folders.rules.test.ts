import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanFolder, longestFolderBytes } from './folders.rules.ts';

test('a folder has only clean parts', () => {
  const cases: [given: string | null | undefined, cleaned: string | null][] = [
    [undefined, null],
    [null, null],
    ['', null],
    ['/', null],
    ['Incoming/2026/March', 'Incoming/2026/March'],
    ['/Incoming//2026/', 'Incoming/2026'],
    ['Incoming\\2026', 'Incoming/2026'],
    ['../../etc/./x', 'etc/x'],
    [' . / .. /a', 'a'],
    ['a\u0000b/\u202e/ c ', 'ab/c'],
    ['装箱单/Zürich', '装箱单/Zürich'],
    ['\ud800', '\ufffd'],
  ];
  for (const [given, cleaned] of cases) assert.equal(cleanFolder(given), cleaned, JSON.stringify(given));
});

test('a long folder loses its last parts', () => {
  const parts = Array.from({ length: 200 }, (_, index) => `part ${index}`);
  const cut = cleanFolder(parts.join('/')) ?? '';
  assert.ok(Buffer.byteLength(cut) <= longestFolderBytes);
  assert.equal(cut, parts.slice(0, cut.split('/').length).join('/'));
  assert.equal(cleanFolder('x'.repeat(5000))?.length, 255);
});
