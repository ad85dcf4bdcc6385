import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import sharp from 'sharp';
import { compoundFileOf } from '#tests/compound-files.ts';
import { pageOf } from './page-of.ts';
import { inlinePicture } from './picture.ts';

const shrink = (picture: Uint8Array) => inlinePicture(Buffer.from(picture)).catch(() => undefined);
const pageIn = async (mediaType: string, bytes: Buffer) => (await pageOf(bytes, { mediaType }, shrink)) ?? '';
const picture = (options: { width: number; height: number }) =>
  sharp({ create: { ...options, channels: 3, background: '#246', noise: { type: 'gaussian', mean: 90, sigma: 60 } } })
    .png({ compressionLevel: 0 })
    .toBuffer();

const mailWith = (html: string, ...parts: string[]) =>
  Buffer.from(
    [
      'Subject: Photos',
      'Content-Type: multipart/related; boundary=B',
      '',
      `--B\r\nContent-Type: text/html\r\n\r\n${html}`,
      ...parts.map((part) => `--B\r\n${part}`),
      '--B--',
    ].join('\r\n'),
  );
const part = (id: string, type: string, bytes: Buffer) =>
  `Content-Type: ${type}; name="${id}.png"\r\nContent-ID: <${id}>\r\nContent-Transfer-Encoding: base64\r\n\r\n${bytes
    .toString('base64')
    .replaceAll(/.{76}/g, '$&\r\n')}`;

describe('the page of a message', () => {
  test('shows pictures of its body that are larger than the page may be', async () => {
    const large = await picture({ width: 1600, height: 1100 });
    assert.ok(large.length > 4_000_000);
    const page = await pageIn(
      'message/rfc822',
      mailWith('<p><img alt="Crane" src="cid:a"></p>', part('a', 'image/png', large)),
    );
    assert.match(page, /<img src="data:image\/webp;base64,[^"]+" alt="Crane"/);
    assert.doesNotMatch(page, /class="files"/);
  });

  test('shows a picture whose type the message does not know, also without quotation marks and with escapes', async () => {
    const small = await picture({ width: 20, height: 20 });
    const html = '<img src=cid:a%40b><img src=\'cid:a@b\' alt=twice><img src="cid:none" alt="Gone">';
    const page = await pageIn('message/rfc822', mailWith(html, part('a@b', 'application/octet-stream', small)));
    assert.equal(page.match(/<img src="data:image\/webp/g)?.length, 2);
    assert.match(page, /<span class="lost">Gone<\/span>/);
  });

  test('shows the pictures of the body of a message that Outlook saved', async () => {
    const wide = (text: string) => Buffer.from(text, 'utf16le');
    const properties = (headBytes: number) => {
      const entry = Buffer.alloc(16);
      entry.writeUInt32LE(0x37_05_00_03, 0);
      entry.writeUInt32LE(6, 4);
      entry.writeUInt32LE(1, 8);
      return Buffer.concat([Buffer.alloc(headBytes), entry]);
    };
    const file = '__attach_version1.0_#00000000';
    const bytes = compoundFileOf({
      '__properties_version1.0': Buffer.alloc(32),
      '__substg1.0_0037001F': wide('Photos'),
      '__substg1.0_1013001F': wide(
        '<html><head><title>Photos</title></head><p>Crane <img src="cid:image1@01"></p></html>',
      ),
      [`${file}/__properties_version1.0`]: properties(8),
      [`${file}/__substg1.0_3707001F`]: wide('image1.png'),
      [`${file}/__substg1.0_3712001F`]: wide('image1@01'),
      [`${file}/__substg1.0_37010102`]: await picture({ width: 20, height: 20 }),
    });
    const page = await pageIn('application/vnd.ms-outlook', bytes);
    assert.match(page, /<p>Crane <img src="data:image\/webp/);
    assert.doesNotMatch(page, /image1\.png/);
    assert.equal(page.match(/Photos/g)?.length, 1);
  });
});

describe('the page of a book', () => {
  test('shows its pictures and its cover, and loads none from elsewhere', async () => {
    const chapter =
      '<html><body><svg><image xlink:href="../images/c%20d.png"/></svg><p>Quay <img src="../images/c%20d.png" alt="Plan"/><img src="https://spy.example/x.png" alt="Spy"/><img src="../../../etc/passwd" alt="Out"/></p></body></html>';
    const book = zipSync({
      mimetype: strToU8('application/epub+zip'),
      'META-INF/container.xml': strToU8('<container><rootfile full-path="OEBPS/book.opf"/></container>'),
      'OEBPS/book.opf': strToU8(
        '<package><manifest><item id="a" href="text/a.xhtml"/></manifest><spine><itemref idref="a"/></spine></package>',
      ),
      'OEBPS/text/a.xhtml': strToU8(chapter),
      'OEBPS/images/c d.png': await picture({ width: 20, height: 20 }),
    });
    const page = await pageIn('application/epub+zip', Buffer.from(book));
    assert.equal(page.match(/<img src="data:image\/webp/g)?.length, 2);
    assert.match(page, /alt="Plan"/);
    assert.doesNotMatch(page, /spy\.example|Spy|Out/);
  });
});

describe('the page of a drawing', () => {
  test('is a picture of it, without what it names elsewhere', async () => {
    const red = `<rect width="40" height="40" fill="#f00"/>`;
    const outside = `<image href="file://${import.meta.dirname}/../../../../public/icon-192.png" width="40" height="40"/>`;
    const page = await pageIn(
      'image/svg+xml; charset=utf-8',
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">${red}${outside}<script>alert(1)</script></svg>`,
      ),
    );
    const [, data = ''] =
      /<body class="svg"><img alt="Preview" src="data:image\/webp;base64,([^"]+)">/.exec(page) ?? [];
    const { data: pixels } = await sharp(Buffer.from(data, 'base64'))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    for (let at = 0; at < pixels.length; at += 3 * 97)
      assert.ok(Number(pixels[at]) > 240 && Number(pixels[at + 1]) < 20, `pixel ${at / 3}`);
    assert.doesNotMatch(page, /<script/);
  });

  test('fails for one that is damaged, so that its source is shown', async () => {
    await assert.rejects(pageIn('image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect')));
  });
});

test('the page of an HTML file has its text and its own pictures, and no title, styles, scripts, forms or foreign pictures', async () => {
  const small = (await picture({ width: 4, height: 4 })).toString('base64');
  const page = await pageIn(
    'text/html; charset=windows-1252',
    Buffer.from(
      `<html><head><title>Title</title><style>p{}</style></head><body onload="x()"><h1>Gr\u00fc\u00dfe</h1><form action="/x"><input value="v"></form><img src="data:image/png;base64,${small}" alt="own"><img src="https://spy.example/x.png" alt="spy"><script>alert(1)</script>`,
      'latin1',
    ),
  );
  assert.match(page, /<body class="html"><h1>Grüße<\/h1><img src="data:image\/png/);
  assert.doesNotMatch(page, /Title|onload|<script|<form|<input|spy\.example/);
});
