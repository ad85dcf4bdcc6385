import assert from 'node:assert/strict';
import { test } from 'node:test';
import { piecesOf } from './audit.rules.ts';

const cases: [text: string, max: number, pieces: string[]][] = [
  ['', 4, ['']],
  ['abcd', 4, ['abcd']],
  ['abcde', 4, ['abcd', 'e']],
  ['ab; cd; ef', 8, ['ab; cd;', ' ef']],
  ['ab; cdefgh', 4, ['ab;', ' cde', 'fgh']],
  ['abc; de', 4, ['abc;', ' de']],
];
for (const [text, max, pieces] of cases)
  test(`the text '${text}' is cut into pieces of at most ${max} characters`, () => {
    assert.deepEqual(piecesOf(text, max), pieces);
    assert.equal(piecesOf(text, max).join(''), text);
    assert.ok(piecesOf(text, max).every((piece) => piece.length <= max));
  });
