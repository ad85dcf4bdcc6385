import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proposalFrom, triesOf, wordsOfFileName } from './type-proposals.rules.ts';

test('the words of a name are its words without numbers, codes and extension', () => {
  for (const [name, words] of [
    ['Packing list NQ-4711.pdf', ['packing', 'list']],
    ['Übergabe_Protokoll 2026-11-23.docx', ['ubergabe', 'protokoll']],
    ['MSKU1234565.pdf', []],
    ['bl 12.pdf', []],
    ['list list.pdf', ['list']],
    ['one two three four five six.txt', ['one', 'two', 'three', 'four']],
    ['.invoice', ['invoice']],
  ] as const)
    assert.deepEqual(wordsOfFileName(name), words, name);
});

test('all words are looked for first, then fewer', () => {
  assert.deepEqual(triesOf([]), []);
  assert.deepEqual(triesOf(['a', 'b', 'c']), [['a', 'b', 'c'], ['a', 'b'], ['b', 'c'], ['a'], ['c']]);
  assert.equal(triesOf(['a', 'b', 'c', 'd']).length, 5);
});

test('a type is proposed only if most of at least three similar files have it', () => {
  for (const [types, proposed] of [
    [[7, 7], undefined],
    [[7, 7, 7], { file_type_id: 7, matching: 3, similar: 3 }],
    [[5, 7, 7], { file_type_id: 7, matching: 2, similar: 3 }],
    [[5, 5, 7, 7], undefined],
    [[], undefined],
  ] as const)
    assert.deepEqual(proposalFrom(types), proposed, types.join());
});
