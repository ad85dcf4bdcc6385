import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasPatterns, hasPhrases, readTextSearch, scoreOf } from './phrase.rules.ts';

test('a phrase matches its words in order, whole, with any punctuation between them', () => {
  const cases: [search: string, text: string, matches: boolean][] = [
    ['"bill of lading"', 'The BILL of\n lading no. 4', true],
    ['"bill of lading"', 'lading of bill', false],
    ['"bill of lading"', 'bill of ladings', false],
    ['"bill of lading"', 'waybill of lading', false],
    ['"bill of lad', 'bill of lading', true],
    ['"bill-of/lading"', 'bill of lading', true],
    ['"of of"', 'bill of lading', false],
    ['"of of"', 'of, of', true],
    ['"générateurs à quai"', 'Generateurs a\u0300 quai', true],
    ['"集装箱"', '请在码头卸载集装箱。', true],
    ['"集装箱"', '装箱 集装', false],
    ['"box 集装"', 'box集装', true],
    ['"MSKU 123456 7 sealed"', 'MSKU1234567 sealed', true],
    ['cargo -"bill of lading"', 'bill of lading', false],
    ['cargo -"bill of lading"', 'bill lading', true],
    ['cargo -INV-2026', 'the INV 2026', false],
    ['"a.* (b"', 'a xx b', false],
  ];
  for (const [search, text, matches] of cases)
    assert.equal(hasPhrases(text, readTextSearch(search).phrases), matches, `${search} in ${text}`);
});

test('single words need only the index, and a search with only excluded words has no words', () => {
  const needsTexts = (search: string) => hasPatterns(readTextSearch(search).phrases);
  assert.deepEqual(['"bill"', 'bill -draft', '"-"', '-"x"', '"a b"', 'x -"a b"'].map(needsTexts), [
    false,
    false,
    false,
    false,
    true,
    true,
  ]);
  assert.deepEqual(readTextSearch('-draft -"copy"').words, []);
  const { words, without, text, unwantedNames } = readTextSearch('invoice "bill" -Draft');
  assert.deepEqual(
    [words.map(({ word, isPrefix }) => [word, isPrefix]), without.map(({ word }) => word), text, unwantedNames],
    [
      [
        ['bill', false],
        ['invoice', true],
      ],
      ['draft'],
      'invoice bill',
      ['draft'],
    ],
  );
  assert.equal(readTextSearch(`"${'word '.repeat(500)}"`).words.length, 24);
});

test('phrases and scores take linear time', { timeout: 60_000 }, () => {
  for (const part of ['a ', 'a-', ' ', 'a', '集', 'e\u0301', '. '])
    for (const search of ['"a a b"', '"集集装"', '"a b c"']) {
      const text = part.repeat(500_000 / part.length);
      hasPhrases(text, readTextSearch(search).phrases);
      scoreOf(text, readTextSearch(search).text);
    }
});

test('a text with more of the words, close together, scores higher', () => {
  const scores = ['cargo list, cargo list', 'cargo list', 'list of all cargo', 'cargo'].map((text) =>
    scoreOf(text, 'cargo list'),
  );
  for (const [index, score] of scores.entries())
    assert.ok(index === 0 || score < Number(scores[index - 1]), scores.join());
});
