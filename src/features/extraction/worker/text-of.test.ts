import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { documentSamples } from '#tests/document-samples.ts';
import { readFixture } from '#tests/fixtures.ts';
import { hasText } from '../extraction.rules.ts';
import { textOf } from './text-of.ts';

const office = 'application/vnd.openxmlformats-officedocument';

describe('the text of real documents is extracted', () => {
  for (const [filename, [mediaType, ...words]] of Object.entries(documentSamples)) {
    test(filename, async () => {
      assert.ok(hasText(mediaType));
      const text = (await textOf(readFixture(filename), { mediaType })) ?? '';
      for (const word of words) assert.ok(text.includes(word), `${word} is not in ${text.slice(0, 500)}`);
    });
  }
  const pdf = { mediaType: 'application/pdf' };
  test('a PDF that requires a password has no text', async () => {
    assert.equal(await textOf(readFixture('protected.pdf'), pdf), undefined);
  });
  test('a scanned page has no text', async () => {
    assert.equal(await textOf(readFixture('scan.pdf'), pdf), undefined);
  });
  test('a damaged PDF is refused', async () => {
    await assert.rejects(textOf(readFixture('damaged.pdf'), pdf), /Invalid PDF structure/);
  });
  test('scripts and deleted text are left out', async () => {
    const read = async (filename: string, mediaType: string) => textOf(readFixture(filename), { mediaType });
    assert.doesNotMatch(String(await read('bad-script.html', 'text/html; charset=utf-8')), /secret freight rates/);
    const contract = await read('contract-tracked.docx', `${office}.wordprocessingml.document`);
    assert.doesNotMatch(String(contract), /within sixty days/);
  });
});

const of = (mediaType: string, bytes: Buffer | string) => textOf(Buffer.from(bytes), { mediaType });

test('text is decoded in its charset', async () => {
  assert.equal(await of('text/plain; charset=utf-16le', Buffer.from('\uFEFFKöln', 'utf16le')), 'Köln');
  assert.equal(await of('text/plain; charset=utf-16be', Buffer.from('\uFEFFKöln', 'utf16le').swap16()), 'Köln');
  assert.equal(await of('text/plain; charset=windows-1252', Buffer.from('K\xf6ln \x80 5', 'latin1')), 'Köln € 5');
  assert.equal(await of('text/csv; charset=no-such-charset', 'Köln'), 'Köln');
});

test('NUL bytes in a text are left out, and do not make it Chinese', async () => {
  assert.equal(
    await of('text/plain; charset=utf-8', 'line one zarlo\n\0\0 line two zarmo\n'),
    'line one zarlo line two zarmo',
  );
});

test('letters of contacts and of JSON that are written as codes are found', async () => {
  const contact =
    'BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C5=81ukasi=\r\n=C5=84ski;Jan\r\nORG:a=C5\r\nEND:VCARD\r\n';
  const text = await of('text/vcard; charset=utf-8', contact);
  assert.match(text ?? '', /Łukasiński;Jan ORG:a=C5 END/);
  const latin = 'N;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:M=FCller\n';
  assert.match((await of('text/vcard; charset=utf-8', latin)) ?? '', /Müller/);
  const json = '{"name":"Gr\\u00f6\\u00dfe\\nvom Kai","path":"C:\\\\new"}';
  assert.match((await of('application/json; charset=utf-8', json)) ?? '', /"Größe vom Kai","path":"C:\\new"/);
});

test('text becomes one line without control characters, invisible characters and ligatures', async () => {
  assert.equal(await of('text/plain; charset=utf-8', ' a\r\n\tb\u0000\u0007c\u00add \u202Ee\uE000f '), 'a b cd e f');
  assert.equal(await of('text/plain; charset=utf-8', 'ﬁle Ａ１ é'), 'file A1 é');
  assert.equal(await of('text/plain; charset=utf-8', ' \n'), undefined);
});

test('long text is cut at 4 MiB and between letters', async () => {
  const text = await of('text/plain; charset=utf-8', `a${'装'.repeat(2_000_000)}`);
  assert.ok(text && Buffer.byteLength(text) <= 4 * 1024 * 1024 && Buffer.byteLength(text) > 4 * 1024 * 1024 - 4);
  assert.match(text, /^a装+$/);
  const expanding = await of('text/plain; charset=utf-8', '\uFDFA'.repeat(300_000));
  assert.ok(expanding && Buffer.byteLength(expanding) <= 4 * 1024 * 1024);
});

test('a text of combining marks takes linear time and keeps 30 marks of a letter', { timeout: 60_000 }, async () => {
  const text = await of('text/plain; charset=utf-8', `quay x${'\u0316\u0301'.repeat(250_000)} berth`);
  assert.match(text ?? '', /^quay x\p{M}{30} berth$/u);
});

test('the text of a page is its visible text', async () => {
  const page = `<!doctype html><title>Rates</title><style>p{color:red}</style><p>Un<b>load</b>ing&amp;<p>gate
    <script>steal("secret")</script><noscript>no</noscript><template>later</template><img alt="x"><br>four`;
  assert.equal(await of('text/html; charset=utf-8', page), 'Rates Unloading& gate four');
  assert.equal(
    await of('application/xhtml+xml; charset=utf-8', '<?xml version="1.0"?><html><script>a</script><p>b</p></html>'),
    'b',
  );
  assert.equal(await of('application/xml; charset=utf-8', '<a>x<![CDATA[<y>]]><script>z</script></a>'), 'x<y> z');
});

test('the text of a mail with only an HTML body is extracted', async () => {
  const mail = 'Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=\r\nContent-Type: text/html\r\n\r\n<p>Dock<script>no()</script>';
  assert.equal(await of('message/rfc822; charset=utf-8', mail), 'Grüße Dock');
});

test('images, audio and archives have no text', async () => {
  for (const mediaType of ['image/png', 'audio/mpeg', 'application/vnd.visio', 'video/mp4']) {
    assert.equal(hasText(mediaType), false);
    assert.equal(await of(mediaType, 'text'), undefined);
  }
});

test('a file that does not match its type fails without a crash', async () => {
  const kinds = Object.values(documentSamples).map(([mediaType]) => mediaType);
  const bytes = [
    Buffer.alloc(0),
    Buffer.alloc(100_000, 0xff),
    Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 1 0 R>>endobj trailer<</Root 1 0 R>>'),
    Buffer.from('PK\x03\x04'),
    Buffer.from(`{\\rtf1${'{'.repeat(50_000)}`),
    Buffer.from('<'.repeat(100_000)),
    Buffer.from(`<!DOCTYPE a [<!ENTITY b "${'c'.repeat(1000)}">]>${'<a>&b;'.repeat(10_000)}`),
    Buffer.from(`Content-Type: multipart/mixed; boundary=a\r\n\r\n${'--a\r\n'.repeat(20_000)}`),
  ];
  for (const mediaType of new Set(kinds)) {
    for (const one of bytes) {
      const text = await textOf(one, { mediaType }).catch((error: unknown) => {
        assert.ok(error instanceof Error || typeof error === 'string', String(error));
        return '';
      });
      assert.ok((text?.length ?? 0) <= 4 * 1024 * 1024);
    }
  }
});
