import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emailKey } from './email-key.ts';

const equal = {
  NFC: 'müller@bücher.example',
  NFD: 'mu\u0308ller@bu\u0308cher.example',
  'capitals, with blanks and a domain in ASCII': ' MÜLLER@xn--bcher-kva.Example',
};

for (const [form, address] of Object.entries(equal))
  test(`an address in ${form} is compared as müller@bücher.example`, () => {
    assert.equal(emailKey(address), 'müller@bücher.example');
  });

const kept = [
  'ada@example.com:80',
  'ada@example.com/x',
  'ada@127.1',
  'ada@0x7f.1',
  'ada@',
  '@',
  'bücher',
  'a@xn--a',
  '',
];

for (const text of kept)
  test(`the text ${JSON.stringify(text)} is compared as it is written`, () => {
    assert.equal(emailKey(text), text);
  });

test('an address is compared by its first 254 characters, so that a sign-in stores no long text', () => {
  assert.equal(emailKey(`${'a'.repeat(900)}@example.com`), 'a'.repeat(254));
});
