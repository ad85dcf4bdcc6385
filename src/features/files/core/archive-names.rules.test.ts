import assert from 'node:assert/strict';
import { test } from 'node:test';
import { archiveNames } from './archive-names.rules.ts';

const cases: [title: string, given: string[], expected: string[]][] = [
  [
    'ordinary names stay',
    ['a.txt', 'b.tar.gz', '.hidden', 'Überblick.pdf'],
    ['a.txt', 'b.tar.gz', '.hidden', 'Überblick.pdf'],
  ],
  ['equal names get a number before the extension', ['a.txt', 'a.txt', 'a.txt'], ['a.txt', 'a (2).txt', 'a (3).txt']],
  ['a number that is taken is skipped', ['a.txt', 'a (2).txt', 'a.txt'], ['a.txt', 'a (2).txt', 'a (3).txt']],
  ['names that differ in case only are equal', ['a.TXT', 'A.txt', 'Σς', 'σσ'], ['a.TXT', 'A (2).txt', 'Σς', 'σσ (2)']],
  [
    'names that differ in the form of an accent only are equal',
    ['caf\u00e9', 'cafe\u0301'],
    ['caf\u00e9', 'caf\u00e9 (2)'],
  ],
  ['characters that Windows refuses are replaced', ['a<b>:"|?*.txt', 'a/b\\c\u0007'], ['a_b______.txt', 'a_b_c_']],
  ['dots and blanks at the end are removed', ['a. .', 'b ', 'c.txt.', '. .'], ['a', 'b', 'c.txt', 'Unnamed File']],
  [
    'device names of Windows are prefixed',
    ['CON', 'nul.tar.gz', 'Com1.txt', 'LPT¹', 'aux .txt', 'con.', 'console', 'xcon'],
    ['_CON', '_nul.tar.gz', '_Com1.txt', '_LPT¹', '_aux .txt', '_con (2)', 'console', 'xcon'],
  ],
  [
    'a name keeps its extension and has at most 255 bytes',
    [`${'ü'.repeat(125)}x.txt`, `${'ü'.repeat(125)}x.txt`, `con.${'y'.repeat(251)}`, `a.${'🚢'.repeat(64)}`],
    [`${'ü'.repeat(125)}x.txt`, `${'ü'.repeat(123)} (2).txt`, `_con.${'y'.repeat(250)}`, `a.${'🚢'.repeat(63)}`],
  ],
];

for (const [title, given, expected] of cases)
  test(`in an archive, ${title}`, () => {
    assert.deepEqual(archiveNames(given), expected);
  });
