import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isRenderable, renderedPart, withoutDelimiterLine } from './preview.rules.ts';

describe('the part of a Markdown text that is rendered', () => {
  const cases: [what: string, text: string, expected: string][] = [
    ['is a short text as a whole', 'a\nb', 'a\nb'],
    ['is empty for an empty text', '', ''],
    ['ends with a line in a long text', `${'x'.repeat(49_000)}\n${'y'.repeat(2000)}`, `${'x'.repeat(49_000)}\n`],
    ['is cut within a very long line', 'x'.repeat(60_000), 'x'.repeat(50_000)],
    ['has at most 600 lines', 'a\n'.repeat(1000), 'a\n'.repeat(600)],
  ];
  for (const [what, text, expected] of cases) test(what, () => assert.equal(renderedPart(text) === expected, true));
});

describe('Markdown that would stop the page for seconds', () => {
  for (const piece of ['[a](', '*a_', ']', '\\', '> ', '1. ', '- ', '[a](\n', 'http://a '])
    test(`is not rendered: ${JSON.stringify(piece)}, repeated for 50,000 characters`, () =>
      assert.equal(isRenderable(piece.repeat(50_000 / piece.length)), false));

  for (const [what, text] of [
    ['a list of 600 links', '- [a](https://example.com/a)\n'.repeat(600)],
    ['a table of 600 rows', '| a | [b](c) | *d* |\n'.repeat(600)],
    ['50,000 characters of prose', 'The vessel (Ever Calm) has left [Ningbo](b).\n\n'.repeat(1000)],
    ['long paragraphs', `${'Words, and *more* words. '.repeat(80)}\n\n`.repeat(25)],
  ] as const)
    test(`is not ${what}, which is rendered`, () => assert.equal(isRenderable(text), true));
});

describe('the first line of a table', () => {
  test('names the delimiter of the others for Excel and is not a row', () => {
    assert.deepEqual(withoutDelimiterLine('sep=;\r\nPort;Tons'), { delimiter: ';', rest: 'Port;Tons' });
  });
  test('is a row if it does not name a delimiter', () => {
    assert.deepEqual(withoutDelimiterLine('sep=;x\nPort;Tons'), { rest: 'sep=;x\nPort;Tons' });
  });
});
