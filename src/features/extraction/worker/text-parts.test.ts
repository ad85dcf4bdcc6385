import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fairShare, makeTextParts } from './text-parts.ts';

test('small parts of a text that is too long are whole, and large ones have the same share of the rest', () => {
  assert.equal(fairShare([100, 10, 200], 110), 50);
  assert.equal(fairShare([10, 20], 30), 30);
  const parts = makeTextParts(110);
  for (const [letter, count] of [
    ['a', 300],
    ['b', 10],
    ['c', 500],
  ] as const) {
    for (let at = 0; at < count && !parts.isFull(); at += 1) parts.add(letter);
    parts.endPart();
  }
  assert.deepEqual(parts.read(), { text: `${'a'.repeat(50)}\n${'b'.repeat(10)}\n${'c'.repeat(50)}`, isCut: true });
});

test('many large parts never need more memory than some times the limit, and each keeps its share', () => {
  const parts = makeTextParts(100);
  for (let part = 0; part < 50; part += 1) {
    parts.add('x'.repeat(100));
    parts.endPart();
  }
  assert.deepEqual(parts.read(), { text: Array.from({ length: 50 }, () => 'xx').join('\n'), isCut: true });
});

test('a text that is not too long is whole', () => {
  const parts = makeTextParts(100);
  parts.add('quay');
  assert.equal(parts.isFull(), false);
  parts.endPart();
  parts.add('berth');
  assert.deepEqual(parts.read(), { text: 'quay\nberth', isCut: false });
});
