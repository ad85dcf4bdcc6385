import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { contentDisposition } from './content-disposition.ts';

describe('a Content-Disposition names the file for every client', () => {
  const cases: [title: string, name: string, plain: string, encoded: string][] = [
    ['a plain name', 'report.pdf', 'report.pdf', 'report.pdf'],
    ['blanks', 'a b.txt', 'a b.txt', 'a%20b.txt'],
    ['letters outside ASCII', 'Zürich.pdf', 'Z_rich.pdf', 'Z%C3%BCrich.pdf'],
    ['letters of two code units', '🚢.png', '__.png', '%F0%9F%9A%A2.png'],
    ['quotation marks', 'say "hi".txt', 'say _hi_.txt', 'say%20%22hi%22.txt'],
    ['a backslash', 'a\\b', 'a_b', 'a%5Cb'],
    ['a percent sign', '100%', '100_', '100%25'],
    ['an escape', '%22', '_22', '%2522'],
    ['signs that RFC 8187 does not allow', "a'b(c)*d", "a'b(c)*d", 'a%27b%28c%29%2Ad'],
    ['signs that RFC 8187 allows', 'a!b~c-d_e.f', 'a!b~c-d_e.f', 'a!b~c-d_e.f'],
    ['a semicolon', 'a;b=c', 'a;b=c', 'a%3Bb%3Dc'],
    ['a line end', 'a\r\nb', 'a__b', 'a%0D%0Ab'],
    ['control characters', '\u0000\u007f', '__', '%00%7F'],
    ['an empty name', '', '', ''],
  ];
  for (const [title, name, plain, encoded] of cases) {
    test(title, () => {
      const expected = `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
      assert.equal(contentDisposition('attachment', name), expected);
      assert.equal(decodeURIComponent(encoded), name);
    });
  }
  test('inline', () => {
    assert.equal(contentDisposition('inline', 'a'), `inline; filename="a"; filename*=UTF-8''a`);
  });
  test('a lone surrogate, which cannot be encoded', () => {
    assert.equal(contentDisposition('inline', 'a\ud800b'), `inline; filename="a_b"; filename*=UTF-8''a%EF%BF%BDb`);
  });
});
