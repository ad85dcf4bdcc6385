import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatCalendarDate, formatDateTime, formatFor, formatSize, shortened } from './format.ts';

for (const [bytes, expected] of [
  [0, '0 Bytes'],
  [1, '1 Byte'],
  [1023, '1023 Bytes'],
  [1024, '1.00 KB'],
  [1536, '1.50 KB'],
  [2 * 1024 ** 2, '2.00 MB'],
  [5_000_000, '4.77 MB'],
  [3 * 1024 ** 4, '3072.00 GB'],
] as const)
  test(`a size of ${bytes} bytes is shown as ${expected}`, () => assert.equal(formatSize(bytes), expected));

for (const [locale, isolated] of [
  ['ar-EG', true],
  ['he-IL', true],
  ['de-DE', false],
] as const)
  test(`a date in ${locale} is ${isolated ? '' : 'not '}isolated from the sentence around it`, () => {
    const dates = formatFor({ locale, timeZone: 'UTC' }, () => [
      formatDateTime('2026-11-24T09:30:00Z'),
      formatCalendarDate('2026-11-24'),
    ]);
    for (const date of dates) assert.equal(/^\u2068.*\u2069$/.test(date), isolated, date);
  });

test('a long text is shortened to 200 letters, and never ends with half of a character', () => {
  assert.equal(shortened('x'.repeat(200)), 'x'.repeat(200));
  assert.equal(shortened(`${'x'.repeat(195)}     yes`), `${'x'.repeat(195)}…`);
  assert.equal(shortened(`${'x'.repeat(199)}😀 yes`), `${'x'.repeat(199)}…`);
});
