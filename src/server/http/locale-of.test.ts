import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localeOf } from './locale-of.ts';

const cases: [header: string | undefined, locale: string][] = [
  [undefined, 'en-US'],
  ['', 'en-US'],
  ['*', 'en-US'],
  ['de', 'de'],
  ['de-DE,de;q=0.9,en-US;q=0.8', 'de-DE'],
  ['DE-at', 'de-AT'],
  ['xx-invalid-language, fr;q=0.5', 'fr'],
  ['tlh, sv', 'sv'],
  ['ar-EG-u-nu-thai', 'ar-EG'],
  [`${'de-'.repeat(10_000)}, fr`, 'fr'],
  [`${'*,'.repeat(20)}fr`, 'en-US'],
  ['de\u0000DE', 'en-US'],
];

for (const [header, locale] of cases)
  test(`'${header?.slice(0, 40)}' is answered in the format of ${locale}`, () =>
    assert.equal(localeOf({ headers: { 'accept-language': header } }), locale));
