import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanLine } from './clean-line.ts';

test('a line loses the spaces and zero-width spaces at its ends, and keeps other invisible characters', () => {
  for (const [text, cleaned] of [
    [' a b\t', 'a b'],
    ['\u200b=1', '=1'],
    ['\ufeff\u00a0\u2060a\u200b', 'a'],
    ['a\u200bb', 'a\u200bb'],
    ['\u200ea\u200f', '\u200ea\u200f'],
    ['👨\u200d👩', '👨\u200d👩'],
    ['a\u00a0b\u202fc', 'a b c'],
    ['a\r\nb\u0000c', 'a b c'],
    ['\ud800', '\ufffd'],
    [' \u200b', ''],
  ] as const)
    assert.equal(cleanLine(text), cleaned);
});

test('a line of a million spaces is cleaned in a time that grows with its length', () => {
  const spaces = ' '.repeat(1_000_000);
  assert.equal(cleanLine(`a${spaces}b`), `a${spaces}b`);
});
