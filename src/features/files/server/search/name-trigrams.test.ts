import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fold } from '#shared/fold.ts';
import { wordsDecide, wordsOfName, wordsOfSearch } from './name-trigrams.rules.ts';

/** Returns whether the words of a search match the name. */
function selects(search: string, name: string): boolean {
  const words = wordsOfName(name);
  return wordsOfSearch(fold(search)).every((wanted) =>
    wanted.endsWith('*') ? words.some((word) => word.startsWith(wanted.slice(0, -1))) : words.includes(wanted),
  );
}

test('the index words of a name are its trigrams', () => {
  const triple = (letters: string) =>
    `x${Array.from(letters, (letter) => letter.charCodeAt(0).toString(16).padStart(4, '0')).join('')}`;
  const cases: [name: string, triples: string[]][] = [
    ['', []],
    ['a', ['a\u0001\u0001']],
    ['ab', ['ab\u0001', 'b\u0001\u0001']],
    ['ABC', ['abc', 'bc\u0001', 'c\u0001\u0001']],
    ['aaaa', ['aaa', 'aa\u0001', 'a\u0001\u0001']],
    ['É', ['e\u0001\u0001']],
    ['\u0301', []],
  ];
  for (const [name, triples] of cases) assert.deepEqual(wordsOfName(name), triples.map(triple), JSON.stringify(name));
});

test('index words contain only characters that both databases treat as part of a word', () => {
  for (const word of wordsOfName(`a'b"c; % _ * 装箱单 🚢 \\ é`)) assert.match(word, /^x[0-9a-f]{12}$/);
});

describe('a search for any part of a name finds it', () => {
  for (const name of [
    'Invoice 2026.pdf',
    'Zürich',
    '装箱单.xlsx',
    '🚢 manifest',
    'ﬁnal',
    'ab',
    'a',
    'aaaaaa',
    "50%_off'",
  ]) {
    test(name, () => {
      const letters = fold(name);
      for (let from = 0; from < letters.length; from += 1) {
        for (let to = from + 1; to <= letters.length; to += 1) {
          const part = letters.slice(from, to);
          // A lone surrogate cannot be searched for.
          if (part.isWellFormed()) assert.ok(selects(part, name), part);
        }
      }
    });
  }
});

describe('up to three letters, an index match is exact', () => {
  const cases: [search: string, name: string, expected: boolean][] = [
    ['a', 'xyz a', true],
    ['z', 'zebra', true],
    ['q', 'zebra', false],
    ['ra', 'zebra', true],
    ['ar', 'zebra', false],
    ['bra', 'zebra', true],
    ['ÉB', 'zébra', true],
    ['箱', '装箱单', true],
    ['abc', 'ab c', false],
  ];
  for (const [search, name, expected] of cases) {
    test(`${search} in ${name}`, () => {
      assert.equal(wordsDecide(fold(search)), true);
      assert.equal(selects(search, name), expected);
    });
  }

  test('and not from four letters on', () => {
    assert.equal(wordsDecide('abcd'), false);
  });
});

test('a long search uses a limited number of distinct words', () => {
  const long = Array.from({ length: 300 }, (_, index) => String.fromCharCode(97 + (index % 26), 97 + (index % 7))).join(
    '',
  );
  assert.equal(wordsOfSearch(long).length, 16);
  assert.equal(wordsOfSearch('a'.repeat(300)).length, 1);
  assert.ok(selects(long, `before ${long} after`));
});
