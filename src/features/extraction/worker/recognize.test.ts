import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFixture } from '#tests/fixtures.ts';
import { makeRecognizer } from './recognize.ts';

test('the recognized text of a Chinese scan has no blanks between Chinese letters, and keeps those beside others', async () => {
  const recognize = await makeRecognizer(['chi_sim', 'eng']);
  const text = recognize(readFixture('scan-zh.png'));
  assert.match(text, /^装箱单$/m);
  assert.match(text, /贸易有限公司/);
  assert.match(text, /第一至三百三十六箱/);
  assert.match(text, /240 箱 3,120 公斤/);
});
