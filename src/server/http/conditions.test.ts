import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { beginsAtStart, conditionOf, rangeOf } from './conditions.ts';

const modifiedAt = '2026-03-01T12:00:00.700Z';
const entity = { size: 1_000, sha256: 'abc', modifiedAt };
const etag = '"abc"';
const date = 'Sun, 01 Mar 2026 12:00:00 GMT';
const earlier = 'Sun, 01 Mar 2026 11:59:59 GMT';
const later = 'Sun, 01 Mar 2026 12:00:01 GMT';

describe('If-None-Match and If-Modified-Since', () => {
  const cases: [title: string, headers: Record<string, string>, expected: boolean][] = [
    ['no condition', {}, false],
    ['the same tag', { 'if-none-match': etag }, true],
    ['the same tag, weak', { 'if-none-match': 'W/"abc"' }, true],
    ['another tag', { 'if-none-match': '"abd"' }, false],
    ['one of several tags', { 'if-none-match': '"x", W/"y" ,"abc"' }, true],
    ['none of several tags', { 'if-none-match': '"x","y"' }, false],
    ['any tag', { 'if-none-match': '*' }, true],
    ['a tag without quotation marks', { 'if-none-match': 'abc' }, false],
    ['an empty header', { 'if-none-match': '' }, false],
    ['a lower-case weak prefix, which is not one', { 'if-none-match': 'w/"abc"' }, false],
    ['the same second', { 'if-modified-since': date }, true],
    ['a later second', { 'if-modified-since': later }, true],
    ['an earlier second', { 'if-modified-since': earlier }, false],
    ['an invalid date', { 'if-modified-since': 'yesterday' }, false],
    ['a matching tag wins over an early date', { 'if-none-match': etag, 'if-modified-since': earlier }, true],
    ['another tag wins over a matching date', { 'if-none-match': '"x"', 'if-modified-since': date }, false],
  ];
  for (const [title, headers, expected] of cases)
    test(title, () => {
      assert.equal(conditionOf(headers, entity), expected ? 'fresh' : undefined);
    });
});

describe('If-Match and If-Unmodified-Since', () => {
  const cases: [title: string, headers: Record<string, string>, expected: 'failed' | 'fresh' | undefined][] = [
    ['the same tag', { 'if-match': etag }, undefined],
    ['the same tag, weak, which is never equal', { 'if-match': 'W/"abc"' }, 'failed'],
    ['another tag', { 'if-match': '"x"' }, 'failed'],
    ['one of several tags', { 'if-match': '"x" , "abc"' }, undefined],
    ['none of several tags', { 'if-match': '"x","y"' }, 'failed'],
    ['any tag', { 'if-match': '*' }, undefined],
    ['an empty header', { 'if-match': '' }, 'failed'],
    ['the same second', { 'if-unmodified-since': date }, undefined],
    ['a later second', { 'if-unmodified-since': later }, undefined],
    ['an earlier second', { 'if-unmodified-since': earlier }, 'failed'],
    ['an invalid date, which is ignored', { 'if-unmodified-since': 'yesterday' }, undefined],
    ['a matching tag wins over an early date', { 'if-match': etag, 'if-unmodified-since': earlier }, undefined],
    ['another tag wins over a later date', { 'if-match': '"x"', 'if-unmodified-since': later }, 'failed'],
    ['a failed If-Match wins over a matching If-None-Match', { 'if-match': '"x"', 'if-none-match': etag }, 'failed'],
    ['If-None-Match is evaluated after a matching If-Match', { 'if-match': etag, 'if-none-match': etag }, 'fresh'],
    [
      'a failed date wins over a matching If-None-Match',
      { 'if-unmodified-since': earlier, 'if-none-match': etag },
      'failed',
    ],
    ['both dates hold', { 'if-unmodified-since': date, 'if-modified-since': date }, 'fresh'],
  ];
  for (const [title, headers, expected] of cases)
    test(title, () => assert.equal(conditionOf(headers, entity), expected));
});

describe('Range and If-Range', () => {
  type Expected = { start: number; end: number } | 'unsatisfiable' | undefined;
  const cases: [title: string, headers: Record<string, string>, expected: Expected][] = [
    ['no range', {}, undefined],
    ['the first byte', { range: 'bytes=0-0' }, { start: 0, end: 0 }],
    ['the last byte', { range: 'bytes=999-999' }, { start: 999, end: 999 }],
    ['an open end', { range: 'bytes=10-' }, { start: 10, end: 999 }],
    ['an end behind the last byte', { range: 'bytes=10-5000' }, { start: 10, end: 999 }],
    ['a suffix', { range: 'bytes=-10' }, { start: 990, end: 999 }],
    ['a suffix longer than the file', { range: 'bytes=-5000' }, { start: 0, end: 999 }],
    ['an empty suffix', { range: 'bytes=-0' }, 'unsatisfiable'],
    ['a start behind the last byte', { range: 'bytes=1000-' }, 'unsatisfiable'],
    ['a start and an end behind the last byte', { range: 'bytes=1000-2000' }, 'unsatisfiable'],
    ['an end before the start', { range: 'bytes=10-9' }, undefined],
    ['an end before the start, both behind the last byte', { range: 'bytes=2000-1500' }, undefined],
    ['several ranges', { range: 'bytes=0-1,5-6' }, undefined],
    ['neither start nor end', { range: 'bytes=-' }, undefined],
    ['another unit', { range: 'items=0-1' }, undefined],
    ['a unit in upper case', { range: 'Bytes=0-1' }, { start: 0, end: 1 }],
    ['blanks around', { range: ' bytes=0-1 ' }, { start: 0, end: 1 }],
    ['a blank inside', { range: 'bytes=0 -1' }, undefined],
    ['a negative start', { range: 'bytes=-1-2' }, undefined],
    ['digits of another script', { range: 'bytes=١-٢' }, undefined],
    ['a number beyond all files', { range: `bytes=0-${'9'.repeat(400)}` }, { start: 0, end: 999 }],
    ['a start beyond all files', { range: `bytes=${'9'.repeat(400)}-` }, 'unsatisfiable'],
    ['If-Range with the tag', { range: 'bytes=1-2', 'if-range': etag }, { start: 1, end: 2 }],
    ['If-Range with another tag', { range: 'bytes=1-2', 'if-range': '"x"' }, undefined],
    ['If-Range with the tag, weak', { range: 'bytes=1-2', 'if-range': 'W/"abc"' }, undefined],
    ['If-Range with the date', { range: 'bytes=1-2', 'if-range': date }, { start: 1, end: 2 }],
    ['If-Range with a later date', { range: 'bytes=1-2', 'if-range': later }, undefined],
    ['If-Range with an earlier date', { range: 'bytes=1-2', 'if-range': earlier }, undefined],
    ['If-Range with neither a tag nor a date', { range: 'bytes=1-2', 'if-range': 'abc' }, undefined],
    ['a stale If-Range with an unsatisfiable range', { range: 'bytes=1000-', 'if-range': '"x"' }, undefined],
  ];
  for (const [title, headers, expected] of cases)
    test(title, () => assert.deepEqual(rangeOf(headers, entity), expected));
  for (const range of ['bytes=0-', 'bytes=0-0', 'bytes=-1'])
    test(`${range} of an empty file`, () => assert.equal(rangeOf({ range }, { ...entity, size: 0 }), 'unsatisfiable'));
});

describe('a response that begins with the first byte', () => {
  const cases: [range: string | undefined, expected: boolean][] = [
    [undefined, true],
    ['bytes=0-', true],
    ['bytes=0-10', true],
    ['bytes=-1000', true],
    ['bytes=1-', false],
    ['bytes=-10', false],
    ['bytes=1000-', false],
    ['bytes=5-6,0-1', true],
  ];
  for (const [range, expected] of cases)
    test(String(range), () => assert.equal(beginsAtStart(range === undefined ? {} : { range }, entity), expected));
});
