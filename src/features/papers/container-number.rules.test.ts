import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkDigit, containerNumberIn, isContainerNumber, wrongCheckDigit } from './container-number.rules.ts';

/** How a container number may be written, and its normal form. */
const spellings: [text: string, number: string | undefined][] = [
  ['CSQU3054383', 'CSQU3054383'],
  [' csqu 305438-3 ', 'CSQU3054383'],
  ['CSQU 305438/3', 'CSQU3054383'],
  ['CSQU 305438 / 3', 'CSQU3054383'],
  ['CSQU 305438.3', 'CSQU3054383'],
  ['CSQU 305438\\3', 'CSQU3054383'],
  ['CSQU 305438–3', 'CSQU3054383'],
  ['CSQU-305.438/3', 'CSQU3054383'],
  ['CSQU 305438 (3)', 'CSQU3054383'],
  ['CSQU_305_438_3', 'CSQU3054383'],
  ['CSQ U 305.438-3', 'CSQU3054383'],
  ['Container CSQ U 305438/3, sealed', 'CSQU3054383'],
  ['ＣＳＱＵ３０５４３８３', 'CSQU3054383'],
  ['ZTE U 250.166-9', 'ZTEU2501669'],
  // The check digit is wrong.
  ['ABCU 123456/7', 'ABCU1234567'],
  ['MEDU8682493', 'MEDU8682493'],
  ['ZTE U 250.166-8', 'ZTEU2501668'],
  // No container numbers.
  ['how the u 305438-4 was bought', undefined],
  ['PO-2026-00017', undefined],
  ['CSQX3054383', undefined],
  ['CSQU305438', undefined],
  ['CSQU30543834', undefined],
  ['XCSQU3054383', undefined],
  ['', undefined],
];

for (const [text, number] of spellings)
  test(`'${text}' ${number === undefined ? 'has no container number' : `is read as ${number}`}`, () => {
    assert.equal(containerNumberIn(text), number);
  });

test('the check digit of a container number follows ISO 6346', () => {
  // The first number is the example of the standard. The remainder of the last is 10, which is written as 0.
  for (const number of ['CSQU3054383', 'TOLU4734787', 'BICU1234565', 'MSKU6011672', 'TEXU0000000']) {
    assert.ok(isContainerNumber(number), number);
    assert.equal(wrongCheckDigit(number), undefined, number);
  }
  assert.equal(checkDigit('CSQU305438'), 3);
  for (const wrong of [' csqu 305438-4 ', 'CSQU 305438/4', 'CSQ U 305.438-4'])
    assert.deepEqual(wrongCheckDigit(wrong), { number: 'CSQU 305438', expected: 3 });
  assert.equal(wrongCheckDigit('PO-2026-00017'), undefined);
});
