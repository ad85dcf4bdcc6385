import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { snippetOf } from './snippet.rules.ts';
import { runsWithForms, wordsOfSearch, wordsOfText } from './text.rules.ts';
import type { SearchWord } from './text.rules.ts';

/** Returns whether an index of the text's words finds the text. */
function finds(search: string, text: string): boolean {
  const words = wordsOfText(text);
  const has = ({ word, isPrefix, or = [] }: SearchWord): boolean =>
    words.some((one) => (isPrefix ? one.startsWith(word) : one === word)) || or.some(has);
  const wanted = wordsOfSearch(search);
  return wanted.length > 0 && wanted.every(has);
}

const marked = (text: string, search: string) =>
  snippetOf(text, runsWithForms(search))
    .map((piece) => (piece.marked ? `[${piece.text}]` : piece.text))
    .join('');

describe('a search finds a text', () => {
  const cases: [title: string, search: string, text: string, expected: boolean][] = [
    ['one word', 'cargo', 'The cargo list', true],
    ['in another case', 'CARGO', 'the Cargo list', true],
    ['without accents', 'resume', 'Résumé', true],
    ['with accents', 'résumé', 'resume', true],
    ['with combining marks', 're\u0301sume\u0301', 'Résumé', true],
    ['two words in any order', 'list cargo', 'cargo list', true],
    ['one of two words is missing', 'cargo ship', 'cargo list', false],
    ['the beginning of the last word, four letters', 'carg', 'cargo', true],
    ['the beginning of the last word, three letters', 'car', 'cargo', true],
    ['the beginning of the last word, one letter', 'c', 'cargo', true],
    ['the beginning of the first word', 'carg list', 'cargo list', false],
    ['the middle of a word', 'argo', 'cargo', false],
    ['digits', '4711', 'Invoice No. 4711/2026', true],
    ['letters and digits', 'MSKU1234567', 'container MSKU1234567.', true],
    ['punctuation does not matter', 'e-mail', 'e mail', true],
    ['an apostrophe separates words', "o'brien", 'O Brien', true],
    ['no letter at all', '!?', 'a!?', false],
    ['nothing', '', 'a', false],
    ['two Chinese letters', '箱单', '装箱单', true],
    ['one Chinese letter', '箱', '装箱单', true],
    ['the last Chinese letter', '单', '装箱单', true],
    ['Chinese letters that are not adjacent', '装单', '装箱单', false],
    ['Japanese', 'ファイル', '日本語ファイル', true],
    ['Thai', 'ไฟล', 'ชื่อไฟล์', true],
    ['Korean words are separated by spaces', '파일', '한국어 파일', true],
    ['a final sigma', 'ΑΣ', 'Ωμέγα ας', true],
    ['a ligature', 'final', 'ﬁnal', true],
    ['a word of more than 40 letters', 'x'.repeat(60), 'x'.repeat(60), true],
    ['letters of two code units', '𝐓𝐡𝐞', 'the', true],
  ];
  for (const [title, search, text, expected] of cases) test(title, () => assert.equal(finds(search, text), expected));
});

test('the number and size of indexed words are limited', () => {
  const codes = Array.from({ length: 150_000 }, (_, index) => `code${index}`).join(' ');
  const bytes = wordsOfText(codes).reduce((sum, word) => sum + Buffer.byteLength(word), 0);
  assert.ok(bytes < 1_048_576, `${bytes}`);
  assert.equal(wordsOfSearch(Array.from({ length: 100 }, (_, index) => `word${index}`).join(' ')).length, 24);
  const letters = Array.from({ length: 345_000 }, (_, index) =>
    String.fromCodePoint(0x4e00 + ((index * 7919) % 20_000)),
  );
  const pairs = wordsOfText(letters.join('')).join('');
  assert.ok(Buffer.byteLength(pairs) < 1_048_576, 'one run of a script without spaces');
  assert.deepEqual(wordsOfText('again again AGAIN').length, new Set(wordsOfText('again')).size);
});

describe('a snippet marks the words of the search', () => {
  const cases: [title: string, text: string, search: string, expected: string][] = [
    ['one word', 'The cargo list', 'cargo', 'The [cargo] list'],
    ['in another case', 'The CARGO list', 'cargo', 'The [CARGO] list'],
    ['every occurrence', 'a cargo, a cargo', 'cargo', 'a [cargo], a [cargo]'],
    ['accents stay', 'Mon Résumé ici', 'resume', 'Mon [Résumé] ici'],
    ['the beginning of a word', 'The cargoes', 'carg', 'The [carg]oes'],
    ['whole words but for the last', 'lists of list cargo', 'list cargo', 'lists of [list] [cargo]'],
    ['a word that is not there', 'The cargo list', 'ship', 'The cargo list'],
    ['a number in another spelling', 'Order PO 2701 00413 of', 'po270100413', 'Order [PO 2701 00413] of'],
    ['no letter', 'The cargo', '!', 'The cargo'],
    ['Chinese', '装箱单', '箱单', '装[箱单]'],
    ['a final sigma', 'λόγος', 'λογοσ', '[λόγος]'],
    ['Chinese and Latin words', '装箱单 of cargo', 'cargo 箱单', '装[箱单] of [cargo]'],
    [
      'a word of more than 40 letters',
      `an ${'x'.repeat(60)} here`,
      `${'x'.repeat(60)} an`,
      `[an] [${'x'.repeat(60)}] here`,
    ],
    [
      'combining marks without end',
      `x cargo${'\u0316\u0301'.repeat(200_000)}`,
      'cargo',
      `x [${`cargo${'\u0316'.repeat(15)}${'\u0301'.repeat(15)}`.normalize('NFC')}]`,
    ],
    ['characters with a meaning in regular expressions', 'a.b (c)', 'a.b', '[a].[b] (c)'],
    ['an empty text', '', 'a', ''],
  ];
  for (const [title, text, search, expected] of cases) test(title, () => assert.equal(marked(text, search), expected));
});

// Each of these takes minutes if the time grows with the length of the text times that of the search.
test('a snippet of a text and a search of thousands of letters is made', { timeout: 60_000 }, () => {
  const words = Array.from({ length: 24 }, (_, index) => `${'a'.repeat(39)}${String.fromCodePoint(98 + index)}`);
  const cases: [text: string, search: string][] = [
    ['中'.repeat(345_000), `${'中'.repeat(1700)}国`],
    ['a'.repeat(1_000_000), `${'a'.repeat(15_000)}b`],
    [`${'a'.repeat(39)} `.repeat(25_000), words.join(' ')],
    ['e\u0301'.repeat(300_000), 'e'.repeat(15_000)],
  ];
  for (const [text, search] of cases) assert.ok(snippetOf(text, runsWithForms(search)).length > 0);
});

describe('the snippet of a long text', () => {
  const filler = 'lorem ipsum dolor sit amet '.repeat(40);
  test('shows the part in which the words are close together', () => {
    const shown = marked(`${filler}cargo ${filler}cargo manifest ${filler}`, 'cargo manifest');
    assert.match(shown, /^… .*\[cargo\] \[manifest\].* …$/);
  });
  test('is the start of the text when no word matches', () => {
    assert.match(marked(filler, 'cargo'), /^lorem ipsum .* …$/);
  });
  test('has a limited length', () => {
    for (const text of [filler, 'x'.repeat(10_000), '🚢'.repeat(5_000), `e${'\u0301'.repeat(100)}`.repeat(20)]) {
      const length = snippetOf(text, runsWithForms('cargo')).reduce((sum, piece) => sum + piece.text.length, 0);
      assert.ok(length <= 400, `${length}`);
    }
  });
  test('does not split surrogate pairs', () => {
    for (let shift = 0; shift < 4; shift += 1) {
      const shown = marked(`${'x'.repeat(shift)}${'🚢'.repeat(500)} cargo ${'🚢'.repeat(500)}`, 'cargo');
      assert.ok(shown.isWellFormed());
    }
  });
});

test('every spelling of a number finds every other one', () => {
  const isIn = (text: string, search: string) => finds(search, text);
  const spellings = [
    'QKYU 234623-0',
    'QKYU234623-0',
    'QKYU2346230',
    'qkyu 2346230',
    'QKYU-234-623-0',
    'QKYU 234 623 0',
  ];
  for (const text of spellings)
    for (const search of [...spellings, 'qkyu 234 623', 'qkyu 2346']) {
      assert.ok(isIn(`Load ${text} at gate 4.`, search), `${search} in ${text}`);
      assert.ok(isIn(`Load ${text} at gate 4.`, `gate ${search}`), `gate ${search} in ${text}`);
    }
  assert.ok(isIn('Load QKYU 234623 today', 'qkyu 234623'));
  assert.ok(!isIn('Load QKYU 234623-0', 'QKYU 234624-0'));
  assert.ok(!isIn('Load QKYU 234623-0', 'QKYU 234623-1'));
  const order = ['PO270100413', 'PO 2701 00413', 'PO-2701-00413', 'PO# 2701 00413', 'po 2701-00413'];
  for (const text of order)
    for (const search of order) {
      assert.ok(isIn(`Order ${text} of 3 May`, search), `${search} in ${text}`);
      assert.ok(isIn(`Order ${text} of 3 May`, `order ${search} may`), `${search} among words in ${text}`);
      assert.ok(!isIn('Order PO 2701 00414', search), search);
    }
  assert.ok(isIn('PO 2701 00413 12 cartons', 'PO270100413 cartons'));
  assert.ok(!isIn('po270100413', 'po 2701 00414') && !isIn('May 2701', 'may2701'));
  assert.ok(isIn('Order PO-2701-00413', 'PO 2701 00413') && isIn('Order PO-2701-00413', 'po270100413'));
  const marked = snippetOf('Load QKYU 234623-0 at gate 4.', runsWithForms('QKYU2346230')).filter(
    (piece) => piece.marked,
  );
  assert.deepEqual(marked, [{ text: 'QKYU 234623-0', marked: true }]);
});
