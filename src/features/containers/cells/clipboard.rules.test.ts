import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withFormulas } from '#shared/formulas.ts';
import { blockOfText, textOfBlock } from './clipboard.rules.ts';

test('a copied block is read with quoted cells, line breaks in them, and any kind of line ends', () => {
  const blocks: [string, string[][]][] = [
    ['one', [['one']]],
    ['', [['']]],
    ['a\tb\r\nc\td\r\n', [['a', 'b'], ['c', 'd']]], // prettier-ignore
    ['a\n\nb', [['a'], [''], ['b']]],
    ['a\t\n', [['a', '']]],
    ['"two\nlines"\t"say ""so"""\rx', [['two\nlines', 'say "so"'], ['x']]],
    // A quotation mark within a cell, and one that never ends, are letters.
    ['5" pipe\t"half\tb', [['5" pipe', '"half', 'b']]],
    ['"a" b\tc', [['"a" b', 'c']]],
  ];
  for (const [text, rows] of blocks) assert.deepEqual(blockOfText(text), rows, JSON.stringify(text));
});

test('a large block is read in a time that grows with its length', () => {
  const text = `${'"open '.repeat(20_000)}\n${'x\t'.repeat(50_000)}`;
  assert.equal(blockOfText(text).length, 2);
});

test('a block for a spreadsheet has no formula and is read again as it was', () => {
  const block = [
    ['=1+1', 'plain', '-3'],
    ['two\nlines', 'a "quoted" word', '+49 40'],
    ['', 'tab\there', '@sum'],
  ];
  const text = textOfBlock(block);
  for (const cell of blockOfText(text).flat()) assert.doesNotMatch(cell, /^[=+\-@]/);
  assert.deepEqual(
    blockOfText(text).map((row) => row.map(withFormulas)),
    block,
  );
});
