import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { boundaryOf, MalformedForm, readForm } from './read-form.ts';

type Part = { name: string; filename: string | undefined; content: string };

async function* chunksOf(pieces: Buffer[]): AsyncGenerator<Buffer, void> {
  yield* pieces;
}

async function partsOf(pieces: Buffer[], boundary = 'B'): Promise<Part[]> {
  const ctx: Part[] = [];
  for await (const { name, filename, bytes } of readForm(chunksOf(pieces), boundary)) {
    const content: Buffer[] = [];
    for await (const chunk of bytes) content.push(chunk);
    ctx.push({ name, filename, content: Buffer.concat(content).toString('latin1') });
  }
  return ctx;
}

const read = (text: string) => partsOf([Buffer.from(text)]);

/** A form of one part with these header lines. */
const withHeaders = (...lines: string[]) => `--B\r\n${lines.join('\r\n')}\r\n\r\nx\r\n--B--\r\n`;
const withDisposition = (parameters: string) => withHeaders(`Content-Disposition: form-data; ${parameters}`);

const part = (parameters: string, content: string) =>
  `--B\r\nContent-Disposition: form-data; ${parameters}\r\n\r\n${content}\r\n`;

// Sequences that resemble a delimiter.
const tricky = '\r\n--A\r\n--\r\n-B\r\n\r\n--b--\r\r\n-\n--B\n\r\n--';
const form = `${part('name="one"', '1')}${part('name="files[]"; filename="a.bin"', tricky)}${part('name="empty"; filename="b"', '')}${part('name="last"', '2')}--B--\r\n`;
const formParts: Part[] = [
  { name: 'one', filename: undefined, content: '1' },
  { name: 'files[]', filename: 'a.bin', content: tricky },
  { name: 'empty', filename: 'b', content: '' },
  { name: 'last', filename: undefined, content: '2' },
];

describe('the chunks of a form do not change its contents', () => {
  const bytes = Buffer.from(form);
  test('in one piece', async () => assert.deepEqual(await partsOf([bytes]), formParts));
  test('byte by byte', async () => {
    assert.deepEqual(await partsOf(Array.from(bytes, (byte) => Buffer.from([byte]))), formParts);
  });
  test('in two pieces, cut at every position', async () => {
    for (let at = 0; at <= bytes.length; at += 1)
      assert.deepEqual(await partsOf([bytes.subarray(0, at), bytes.subarray(at)]), formParts, `cut at ${at}`);
  });
  test('in three pieces around every delimiter', async () => {
    for (let at = bytes.indexOf('\r\n--B'); at !== -1; at = bytes.indexOf('\r\n--B', at + 1)) {
      for (let length = 1; length <= 8; length += 1) {
        const pieces = [bytes.subarray(0, at), bytes.subarray(at, at + length), bytes.subarray(at + length)];
        assert.deepEqual(await partsOf(pieces), formParts, `${length} bytes at ${at}`);
      }
    }
  });
  test('with empty chunks', async () => {
    const pieces = Array.from(bytes, (byte) => [Buffer.alloc(0), Buffer.from([byte])]).flat();
    assert.deepEqual(await partsOf(pieces), formParts);
  });
});

test('a form that is cut off at any byte is refused', async () => {
  const whole = form.length - '\r\n'.length;
  for (let length = 0; length < whole; length += 1)
    await assert.rejects(read(form.slice(0, length)), MalformedForm, `${length} bytes`);
  assert.deepEqual(await read(form.slice(0, whole)), formParts);
});

describe('names of fields and files', () => {
  const cases: [title: string, parameters: string, name: string, filename: string | undefined][] = [
    ['a field', 'name="a"', 'a', undefined],
    ['a file', 'name="a"; filename="b.txt"', 'a', 'b.txt'],
    ['the file name first', 'filename="b.txt"; name="a"', 'a', 'b.txt'],
    ['no quotation marks', 'name=a; filename=b.txt', 'a', 'b.txt'],
    ['no blank', 'name="a";filename="b.txt"', 'a', 'b.txt'],
    ['a tab', 'name="a";\tfilename="b.txt"', 'a', 'b.txt'],
    ['parameters in upper case', 'NAME="a"; FILENAME="b"', 'a', 'b'],
    ['empty names', 'name=""; filename=""', '', ''],
    ['a semicolon inside quotation marks', 'name="a"; filename="x; y=z.txt"', 'a', 'x; y=z.txt'],
    ['a quotation mark with a backslash', 'name="a"; filename="say \\"hi\\".txt"', 'a', 'say "hi".txt'],
    ['a quotation mark without one', 'name="a"; filename="say "hi".txt"', 'a', 'say "hi".txt'],
    ['a quotation mark as %22 stays as it is', 'name="a"; filename="%22.txt"', 'a', '%22.txt'],
    ['a backslash stays as it is', 'name="a"; filename="C:\\dir\\b.txt"', 'a', 'C:\\dir\\b.txt'],
    ['letters outside ASCII', 'name="a"; filename="Zürich 🚢.txt"', 'a', 'Zürich 🚢.txt'],
    ['filename* alone', 'name="a"; filename*=UTF-8\'\'Z%C3%BCrich.txt', 'a', 'Zürich.txt'],
    ['filename* with a language', 'name="a"; filename*=utf-8\'de\'Z%C3%BCrich.txt', 'a', 'Zürich.txt'],
    ['filename* beside filename', 'name="a"; filename="b"; filename*=UTF-8\'\'c', 'a', 'b'],
    ['filename* in another character set is ignored', 'name="a"; filename*=latin1\'\'b', 'a', undefined],
    ['a parameter that only ends in name', 'xname="b"; name="a"', 'a', undefined],
    ['an unknown parameter', 'name="a"; size=3', 'a', undefined],
  ];
  for (const [title, parameters, name, filename] of cases)
    test(title, async () =>
      assert.deepEqual(await read(withDisposition(parameters)), [{ name, filename, content: 'x' }]),
    );
  test('a file name in ISO 8859-1, of a client that knows no UTF-8', async () => {
    const latin = Buffer.from(withDisposition('name="a"; filename="Müller.txt"'), 'latin1');
    assert.deepEqual(await partsOf([latin]), [{ name: 'a', filename: 'Müller.txt', content: 'x' }]);
  });
  test('a part of type octet-stream without a file name is a file', async () => {
    const headers = ['Content-Disposition: form-data; name="a"', 'Content-Type: application/octet-stream'];
    assert.deepEqual(await read(withHeaders(...headers)), [{ name: 'a', filename: '', content: 'x' }]);
  });
  test('header names in any case, and blanks around the value', async () => {
    assert.deepEqual(await read(withHeaders('CONTENT-disposition:\t form-data ; name="a"', 'X-Other: 1')), [
      { name: 'a', filename: undefined, content: 'x' },
    ]);
  });
});

describe('headers that are refused', () => {
  const ok = 'Content-Disposition: form-data; name="a"';
  const cases: [title: string, body: string][] = [
    ['no header', '--B\r\n\r\n\r\nx\r\n--B--\r\n'],
    ['no Content-Disposition', withHeaders('Content-Type: text/plain')],
    ['no name', withHeaders('Content-Disposition: form-data; filename="a"')],
    ['no parameter', withHeaders('Content-Disposition: form-data')],
    ['another disposition', withHeaders('Content-Disposition: attachment; name="a"')],
    ['a name without a closing quotation mark', withHeaders('Content-Disposition: form-data; name="a')],
    ['a header twice', withHeaders(ok, ok)],
    ['a header twice, in another case', withHeaders(ok, 'X-A: 1', 'x-a: 2')],
    ['no colon', withHeaders(ok, 'X-A')],
    ['a blank before the colon', withHeaders(ok, 'X-A : 1')],
    ['an empty header name', withHeaders(ok, ': 1')],
    ['a folded line', withHeaders(ok, ' more')],
    ['a line feed alone', withHeaders(`${ok}\nX-A: 1`)],
    ['a carriage return alone', withHeaders(`${ok}\rX-A: 1`)],
    ['too many lines', withHeaders(ok, ...Array.from({ length: 20 }, (_, index) => `X-${index}: 1`))],
    ['a huge line', withHeaders(ok, `X-A: ${'a'.repeat(20_000)}`)],
    ['headers without an end', `--B\r\n${ok}\r\nX-A: ${'a'.repeat(20_000)}`],
    ['filename* with a wrong escape', withHeaders('Content-Disposition: form-data; name="a"; filename*=UTF-8\'\'%E4%')],
  ];
  for (const [title, body] of cases) test(title, () => assert.rejects(read(body), MalformedForm));
  // With a pattern that tries each blank as a start, one form takes half a second and these take two minutes.
  test('many blanks before a carriage return alone, in linear time', { timeout: 60_000 }, async () => {
    const body = withHeaders(ok, `X:${' '.repeat(16_200)}\rx`);
    for (let round = 0; round < 300; round += 1) await assert.rejects(read(body), MalformedForm);
  });
  test('the maximum number of lines is accepted', async () => {
    const body = withHeaders(ok, ...Array.from({ length: 19 }, (_, index) => `X-${index}: 1`));
    assert.equal((await read(body)).length, 1);
  });
});

describe('the text around the parts', () => {
  const body = `${part('name="a"', 'x')}--B--`;
  const accepted: [title: string, body: string, parts: number][] = [
    ['nothing after the end', body, 1],
    ['a line end after the end', `${body}\r\n`, 1],
    ['an epilogue', `${body}\r\nmore\r\n--B\r\n`, 1],
    ['a line end before the beginning', `\r\n${body}`, 1],
    ['a preamble', `hello\r\nthere\r\n${body}`, 1],
    ['no part at all', '--B--\r\n', 0],
    ['a preamble without a line end, which hides the first delimiter', `hello${body}`, 0],
    ['a delimiter of another form in the preamble', `--A\r\n${body}`, 1],
  ];
  for (const [title, text, ctx] of accepted) test(title, async () => assert.equal((await read(text)).length, ctx));
  const refused: [title: string, body: string][] = [
    ['nothing', ''],
    ['no delimiter', 'hello'],
    ['a long preamble', `${'a'.repeat(2_000)}\r\n${body}`],
    ['a long epilogue', `${body}${'a'.repeat(2_000)}`],
    ['only line feeds', form.replaceAll('\r\n', '\n')],
    ['a delimiter with text behind it', `${part('name="a"', 'x')}--Bx\r\n`],
    ['a blank behind a delimiter', `${part('name="a"', 'x')}--B \r\n`],
    ['one dash behind the last delimiter', `${part('name="a"', 'x')}--B-\r\n`],
    ['another boundary', body.replaceAll('--B', '--C')],
  ];
  for (const [title, text] of refused) test(title, () => assert.rejects(read(text), MalformedForm));
});

test('a large file is not buffered in memory', async () => {
  async function* body(): AsyncGenerator<Buffer, void> {
    yield Buffer.from('--B\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\n');
    for (let index = 0; index < 100; index += 1) yield Buffer.alloc(65_536, '\r\n--');
    yield Buffer.from('\r\n--B--');
  }
  let longest = 0;
  let size = 0;
  for await (const { bytes } of readForm(body(), 'B')) {
    for await (const chunk of bytes) {
      longest = Math.max(longest, chunk.length);
      size += chunk.length;
    }
  }
  assert.equal(size, 100 * 65_536);
  assert.ok(longest <= 65_536 + 16, `${longest}`);
});

test('a part that is not read to its end is an error of the program', async () => {
  await assert.rejects(async () => {
    for await (const { name } of readForm(chunksOf([Buffer.from(form)]), 'B')) assert.equal(name, 'one');
  }, /was not read to its end/);
});

test('the source is closed when the reader stops early', async () => {
  let isClosed = false;
  async function* body(): AsyncGenerator<Buffer, void> {
    try {
      yield Buffer.from(form);
    } finally {
      isClosed = true;
    }
  }
  for await (const { name } of readForm(body(), 'B')) {
    assert.equal(name, 'one');
    break;
  }
  assert.equal(isClosed, true);
});

describe('the boundary of a content type', () => {
  const cases: [contentType: string | undefined, expected: string | undefined][] = [
    [undefined, undefined],
    ['', undefined],
    ['multipart/form-data', undefined],
    ['multipart/form-data; boundary=abc', 'abc'],
    ['multipart/form-data;boundary=abc', 'abc'],
    ['multipart/form-data ; boundary=abc', 'abc'],
    ['Multipart/Form-Data; BOUNDARY=AbC', 'AbC'],
    ['multipart/form-data; boundary="a b:c"', 'a b:c'],
    ['multipart/form-data; charset=utf-8; boundary=abc', 'abc'],
    ['multipart/form-data; boundary=abc; charset=utf-8', 'abc'],
    ['multipart/form-data; boundary=abc ; charset=utf-8', 'abc'],
    ["multipart/form-data; boundary=a'()+_-./:=?", "a'()+_-./:=?"],
    ['multipart/form-data; xboundary=abc', undefined],
    ['multipart/form-data; boundary=', undefined],
    ['multipart/form-data; boundary=""', undefined],
    ['multipart/form-data; boundary="abc', undefined],
    [`multipart/form-data; boundary=${'a'.repeat(70)}`, 'a'.repeat(70)],
    [`multipart/form-data; boundary=${'a'.repeat(71)}`, undefined],
    ['multipart/mixed; boundary=abc', undefined],
    ['application/json', undefined],
    ['x-multipart/form-data; boundary=abc', undefined],
  ];
  for (const [contentType, expected] of cases)
    test(String(contentType), () => assert.equal(boundaryOf(contentType), expected));
});
