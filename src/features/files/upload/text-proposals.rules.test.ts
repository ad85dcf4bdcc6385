import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headWords, lookupsOf, typesOfNearest } from './text-proposals.rules.ts';

test('numbers, codes and short words of the beginning of a text are not compared', () => {
  for (const [text, words] of [
    ['BILL OF LADING No. 4711\nShipper: Bodegas Ruíz', ['bill', 'lading', 'shipper', 'bodegas', 'ruiz']],
    ['invoice invoice 2026-11-23 MSKU1234565', ['invoice']],
    ['商业发票 12', ['商业', '业发', '发票']],
    ['', []],
  ] as const)
    assert.deepEqual(headWords(text), words, text);
  assert.ok(headWords('ab cde '.repeat(10) + 'x'.repeat(900)).length <= 2);
});

test('three words are looked for together, at most three times', () => {
  assert.deepEqual(lookupsOf(['a', 'b']), []);
  assert.deepEqual(lookupsOf(['a', 'b', 'c', 'd']), [['a', 'b', 'c']]);
  assert.equal(lookupsOf(Array.from({ length: 30 }, (_, index) => `word${index}`)).length, 3);
});

test('documents of the same sender are less similar than those of the same form', () => {
  const form = ['northquay', 'freight', 'bill', 'lading', 'shipper', 'consignee', 'vessel'];
  const sameForm = { file_type_id: 1, words: ['maersk', 'line', 'bill', 'lading', 'shipper', 'consignee', 'vessel'] };
  const sameSender = { file_type_id: 2, words: ['northquay', 'freight', 'dear', 'customer', 'thank', 'you'] };
  assert.deepEqual(typesOfNearest(form, [sameSender, sameForm]), [1]);
  assert.deepEqual(typesOfNearest([], [sameForm]), []);
});
