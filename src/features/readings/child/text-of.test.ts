import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import { samplePaths } from '#tests/samples.ts';
import { hasText } from '../readings.rules.ts';
import { textOf } from './text-of.ts';

const office = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument.text';

/** Real documents, their kinds, and words that stand in them far from each other. */
const samples: Record<string, [mediaType: string, ...words: string[]]> = {
  'testPDF.pdf': ['application/pdf', 'Apache Tika is a toolkit', '15.9.2007'],
  'GeoTopo-komprimiert.pdf': ['application/pdf', 'Einführung in die Geometrie', 'Prof. Dr. Herrlich'],
  'testWORD.docx': [`${office}.wordprocessingml.document`, 'Sample Word Document Title', 'The table has things in it'],
  'testWORD_various.docx': [`${office}.wordprocessingml.document`, 'ゾルゲと尾崎', 'This is a footnote'],
  'testEXCEL.xlsx': [`${office}.spreadsheetml.sheet`, 'Numbers and their Squares', '225'],
  'testPPT_various2.pptx': [`${office}.presentationml.presentation`, 'FirstBullet', 'Notes for slide3'],
  'testODFwithOOo3.odt': [openDocument, 'a rather difficult test document', 'a simple footnote'],
  'testOpenOffice2.odt': [openDocument, 'written in NeoOffice'],
  'testRTF.rtf': ['application/rtf; charset=windows-1252', 'Test d’indexation Word'],
  'testWORD.doc': ['application/msword', 'This is a sample Microsoft Word Document.', 'This is the header'],
  'testMSG.msg': ['application/vnd.ms-outlook', 'MIME registry use cases', 'Jukka Zitting', 'type detection code'],
  'test-outlook.msg': ['application/vnd.ms-outlook', "L'Équipe Microsoft", 'Carnets d'],
  'testEML_embedded_xhtml_and_img.eml': [
    'message/rfc822; charset=utf-8',
    'This is the subject',
    'sender@test.com',
    'Using inline content',
    'testimage.jpeg',
  ],
  'testHTML.html': ['text/html; charset=utf-8', 'Indexation du fichier'],
  'testCSV.csv': ['text/csv; charset=utf-8', 'Numbers and their Squares'],
  'testXML.xml': ['application/xml; charset=utf-8', 'Tika test document', 'Indexation'],
  'testSVG.svg': ['image/svg+xml; charset=utf-8', 'Test SVG image'],
};

test('the words of real documents are read', async (t) => {
  const paths = new Map((await samplePaths()).map((path) => [basename(path), path]));
  for (const [filename, [mediaType, ...words]] of Object.entries(samples)) {
    const path = paths.get(filename);
    await t.test(filename, { skip: path === undefined }, async () => {
      assert.ok(hasText(mediaType));
      const text = (await textOf(readFileSync(path ?? ''), { mediaType, filename })) ?? '';
      for (const word of words) assert.ok(text.includes(word), `${word} is not in ${text.slice(0, 500)}`);
    });
  }
  const locked = paths.get('libreoffice-writer-password.pdf');
  await t.test('one that asks for a password has none', { skip: locked === undefined }, async () => {
    assert.equal(await textOf(readFileSync(locked ?? ''), { mediaType: 'application/pdf', filename: '' }), undefined);
  });
});

const of = (mediaType: string, bytes: Buffer | string) => textOf(Buffer.from(bytes), { mediaType, filename: 'x' });

test('text is read in the charset it was written in', async () => {
  assert.equal(await of('text/plain; charset=utf-16le', Buffer.from('\uFEFFKöln', 'utf16le')), 'Köln');
  assert.equal(await of('text/plain; charset=utf-16be', Buffer.from('\uFEFFKöln', 'utf16le').swap16()), 'Köln');
  assert.equal(await of('text/plain; charset=windows-1252', Buffer.from('K\xf6ln \x80 5', 'latin1')), 'Köln € 5');
  assert.equal(await of('text/csv; charset=no-such-charset', 'Köln'), 'Köln');
});

test('text is one line of whole letters without what cannot be seen', async () => {
  assert.equal(await of('text/plain; charset=utf-8', ' a\r\n\tb\u0000\u0007c\u00add \u202Ee\uE000f '), 'a b cd e f');
  assert.equal(await of('text/plain; charset=utf-8', 'ﬁle Ａ１ é'), 'file A1 é');
  assert.equal(await of('text/plain; charset=utf-8', ' \n'), undefined);
});

test('of long text the first mebibyte is kept, and no half letter', async () => {
  const text = await of('text/plain; charset=utf-8', `a${'装'.repeat(1_000_000)}`);
  assert.ok(text && Buffer.byteLength(text) <= 1024 * 1024 && Buffer.byteLength(text) > 1024 * 1024 - 4);
  assert.match(text, /^a装+$/);
  const expanding = await of('text/plain; charset=utf-8', '\uFDFA'.repeat(300_000));
  assert.ok(expanding && Buffer.byteLength(expanding) <= 1024 * 1024);
});

test('a page is what people read of it', async () => {
  const page = `<!doctype html><title>Rates</title><style>p{color:red}</style><p>Un<b>load</b>ing&amp;<p>gate
    <script>steal("secret")</script><noscript>no</noscript><template>later</template><img alt="x"><br>four`;
  assert.equal(await of('text/html; charset=utf-8', page), 'Rates Unloading& gate four');
  assert.equal(
    await of('application/xhtml+xml; charset=utf-8', '<?xml version="1.0"?><html><script>a</script><p>b</p></html>'),
    'b',
  );
  assert.equal(await of('application/xml; charset=utf-8', '<a>x<![CDATA[<y>]]><script>z</script></a>'), 'x<y> z');
});

test('a mail that only has a page is read', async () => {
  const mail = 'Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=\r\nContent-Type: text/html\r\n\r\n<p>Dock<script>no()</script>';
  assert.equal(await of('message/rfc822; charset=utf-8', mail), 'Grüße Dock');
});

test('pictures, sound and archives have no text', async () => {
  for (const mediaType of ['image/png', 'audio/mpeg', 'application/zip', 'application/vnd.ms-excel', 'video/mp4']) {
    assert.equal(hasText(mediaType), false);
    assert.equal(await of(mediaType, 'text'), undefined);
  }
});

test('what is not what it says costs its own text, and not much time', async () => {
  const kinds = Object.values(samples).map(([mediaType]) => mediaType);
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
      const text = await textOf(one, { mediaType, filename: '../x' }).catch((error: unknown) => {
        assert.ok(error instanceof Error || typeof error === 'string', String(error));
        return '';
      });
      assert.ok((text?.length ?? 0) <= 1024 * 1024);
    }
  }
});
