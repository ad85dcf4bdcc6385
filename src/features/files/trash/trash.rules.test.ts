import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRunningOut, isTyped, wordToType } from './trash.rules.ts';

test('the user types the file name to delete a file for good', () => {
  assert.equal(wordToType({ filename: 'tide.txt' }), 'tide.txt');
  assert.equal(wordToType({ filename: ' Übersicht (final) 2.pdf ' }), 'Übersicht (final) 2.pdf');
});

test('a word replaces a file name that is long, empty or has invisible characters', () => {
  for (const filename of [`${'x'.repeat(40)}.pdf`, '', '  ', 'a\u200bb.txt', 'a\u200fb.txt', 'a\u00a0b.txt'])
    assert.equal(wordToType({ filename }), 'DELETE', JSON.stringify(filename));
});

test('the typed name may differ in spaces, not in letters or their case', () => {
  assert.ok(isTyped(' two  words.txt', 'two words.txt'));
  assert.ok(isTyped('u\u0308ber.txt', '\u00fcber.txt'));
  assert.ok(!isTyped('Tide.txt', 'tide.txt'));
  assert.ok(!isTyped('', 'tide.txt'));
  assert.ok(!isTyped('delete', 'DELETE'));
});

test('the trash highlights files with less than four days left', () => {
  assert.deepEqual(
    [0, 3, 4, 30].map((days_left) => isRunningOut({ days_left })),
    [true, true, false, false],
  );
});
