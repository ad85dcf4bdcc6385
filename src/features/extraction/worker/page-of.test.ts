import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import sharp from 'sharp';
import { readFixture } from '#tests/fixtures.ts';
import { docxOf, odfOf, xlsxOf } from '#tests/office-files.ts';
import { pageOf } from './page-of.ts';
import { inlinePicture } from './picture.ts';
import type { ShrinkPicture } from './shrink-picture.ts';

const office = 'application/vnd.openxmlformats-officedocument';
const docx = { mediaType: `${office}.wordprocessingml.document` };
const xlsx = { mediaType: `${office}.spreadsheetml.sheet` };
const pptx = { mediaType: `${office}.presentationml.presentation` };
const odf = (kind: string) => ({ mediaType: `application/vnd.oasis.opendocument.${kind}` });
const eml = { mediaType: 'message/rfc822; charset=utf-8' };
const msg = { mediaType: 'application/vnd.ms-outlook' };
const rtf = { mediaType: 'application/rtf; charset=utf-8' };

const shrink: ShrinkPicture = (bytes) => inlinePicture(Buffer.from(bytes)).catch(() => undefined);
const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
const made = async (bytes: Buffer | string, kind: { mediaType: string }) =>
  (await pageOf(Buffer.from(bytes), kind, shrink)) ?? '';
const rendered = (page: string) =>
  page
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

/** Asserts that a page contains no scripts and loads nothing. */
function assertHarmless(page: string): void {
  const tags = page.match(/<[^>]*>/g) ?? [];
  for (const tag of tags) {
    assert.doesNotMatch(tag, /^<\/?(script|iframe|object|embed|link|form|input|svg|base|meta http)/i, tag);
    if (tag.startsWith('<m')) assert.doesNotMatch(tag, /^<math(?! display="(block|inline)">)|href|src|style/, tag);
    assert.doesNotMatch(tag, /\son\w+=/i, tag);
    assert.doesNotMatch(tag, /(src|background|srcset|poster)="(?!data:image\/)/i, tag);
    assert.doesNotMatch(tag, /href="(?!https?:|mailto:)/i, tag);
    assert.doesNotMatch(tag, /url\(|expression|@import/i, tag);
  }
}

describe('the preview page of a document', () => {
  test('contains the text of real documents and nothing active', async () => {
    const expected: [name: string, kind: typeof docx, ...texts: RegExp[]][] = [
      ['invoice.docx', docx, /<h1[^>]*>Commercial invoice 2026-4711/, /<b>within thirty days/, /<td><p>Nested table/],
      ['invoice.docx', docx, /<i>the date of shipment/, /<li[^>]*>CIF Hamburg<ul>/, /<sup>/, /bears interest of nine/],
      ['invoice.docx', docx, /href="https:\/\/example\.com\/vessels/, /<img src="data:image\/webp[^>]*alt="Crane 7/],
      [
        'contract-tracked.docx',
        docx,
        /deliver <del>within sixty days<\/del><ins>within forty-five days<\/ins> of sailing/,
        /<strike>An old clause/,
      ],
      ['contract-tracked.docx', docx, /H<sub>2<\/sub>SO/, /合同以中文和英文书就/, /العقد مكتوب باللغتين/],
      ['packing-list-zh.docx', docx, /<h1[^>]*>装箱单/, /<td><p[^>]*><span>陶瓷茶具/],
      ['freight-rates.xlsx', xlsx, /<h2>Freight rates<\/h2>.*<h2>Surcharges<\/h2>/s, /<td class="number">12\.5%<\/td>/],
      ['freight-rates.xlsx', xlsx, /<td class="number">2026-02-28<\/td>/, /<td class="number">4,145\.50<\/td>/],
      ['volumes-chart.xlsx', xlsx, /<th scope="row" class="row">9<\/th><td>August<\/td>/, /<td class="number">18,476</],
      ['volumes-chart.xlsx', xlsx, /<h2>Volumes<\/h2>.*<h2>Squares<\/h2>/s, /<td class="number">225<\/td>/],
      ['freight-rates.ods', odf('spreadsheet'), /<h2>Surcharges<\/h2>/, /<td>2026-01-15<\/td>/, /码头操作费/],
      [
        'freight-rates.ods',
        odf('spreadsheet'),
        /<td class="number">4,145\.50<\/td>/,
        /<td class="number">12\.5%<\/td>/,
      ],
      [
        'berth-training.pptx',
        pptx,
        /class="slide"/,
        /Berth safety training/,
        /<td><p[^>]*><span>VHF 74/,
        /<img src="data:/,
      ],
      [
        'berth-training.odp',
        odf('presentation'),
        /<li[^>]*>Keep clear of the spreader/,
        /<td><p[^>]*>VHF 74/,
        /安全第一/,
      ],
      ['booking-form.odt', odf('text'), /Booking request form/, /Gross weight in kg/],
      ['loading-instructions.odt', odf('text'), /<li[^>]*>Second item: read the data logger/, /<td><p>Frozen shrimp/],
      ['certificate-ar-letter.odt', odf('text'), /<h1 dir="auto">خطاب إلى وكيل السفينة/, /<li[^>]*>فاتورة تجارية/],
      ['claim-letter-de.rtf', rtf, /<b>Reklamation wegen Feuchteschäden/, /3\.200 €/, /Πειραιάς/, /<td><p><span>21 kg/],
      ['loading-report.rtf', rtf, /<b>heavy swell/, /Grüße aus Rotterdam, 鹿特丹, روتردام/],
      [
        'freight-rates.xls',
        { mediaType: 'application/vnd.ms-excel' },
        /<h2>Freight rates<\/h2>.*<h2>Surcharges<\/h2>/s,
      ],
      ['freight-rates.xls', { mediaType: 'application/vnd.ms-excel' }, /<td class="number">12\.5%<\/td>/],
      [
        'berth-training.ppt',
        { mediaType: 'application/vnd.ms-powerpoint' },
        /class="slide"><p dir="auto">[^<]*Berth safety/,
      ],
      [
        'delivery-note-de.doc',
        { mediaType: 'application/msword' },
        /Kopfzeile: .*<p[^>]*>[^<]*Maschinenfabrik Größwang.*Fußzeile: /,
      ],
      ['tarifs-fr.msg', msg, /<h1>Tarifs d&#39;été pour l&#39;entrepôt/, /<b>nouveaux tarifs/, /Équipe exploitation/],
      [
        'arrival-notice.msg',
        msg,
        /<dd>Jule Petersen/,
        /王小明/,
        /<dt>Cc<\/dt><dd>Dock office/,
        /<li>delivery-order\.txt/,
      ],
      ['shipping-notice.eml', eml, /<h1>Shipping notice for order 88/, /Harbour desk &#60;desk@example\.com&#62;/],
      ['shipping-notice.eml', eml, /<img src="data:image\/webp;base64,[^>]*alt="Crane"/, /<li>weights\.csv/],
      ['quotation-zh.eml', eml, /<h1>海运费报价/, /王小明/, /Jürgen Hölm/, /整箱运费每个四十尺集装箱一千八百美元/],
    ];
    const pages = new Map<string, string>();
    for (const [name, kind, ...texts] of expected) {
      const page = pages.get(name) ?? (await made(readFixture(name), kind));
      if (!pages.has(name)) assertHarmless(page);
      pages.set(name, page);
      for (const text of texts) assert.match(page, text, name);
    }
  });

  test('leaves out the speaker notes of slides', async () => {
    for (const [name, kind] of [
      ['berth-training.pptx', pptx],
      ['berth-training.odp', odf('presentation')],
      ['berth-training.ppt', { mediaType: 'application/vnd.ms-powerpoint' }],
    ] as const)
      assert.doesNotMatch(await made(readFixture(name), kind), /film about mooring lines/, name);
  });

  test('numbers footnotes in the order of their references', async () => {
    const note = (id: string, text: string) =>
      `<text:p>${text} term<text:note text:id="${id}" text:note-class="footnote"><text:note-citation>x</text:note-citation>` +
      `<text:note-body><text:p>Note of ${text}.</text:p></text:note-body></text:note></text:p>`;
    const page = await made(odfOf('text', `${note('ftn7', 'first')}${note('ftn3', 'second')}`), odf('text'));
    for (const [number, text] of ['first', 'second'].entries()) {
      assert.match(page, new RegExp(`${text} term<sup>${number + 1}</sup>`));
      assert.match(page, new RegExp(`<sup>${number + 1}</sup> Note of ${text}\\.`));
    }
    assert.doesNotMatch(page, /ftn|↩/);
  });

  test('does not exist for types that no library reads well', async () => {
    for (const mediaType of ['application/vnd.visio', 'application/octet-stream', 'video/mp4'])
      assert.equal(await pageOf(Buffer.from('x'), { mediaType }, shrink), undefined);
  });

  test('turns dangerous links and scripts in the text into plain text', async () => {
    const link = (id: number) => `<w:p><w:hyperlink r:id="r${id}"><w:r><w:t>link ${id}</w:t></w:r></w:hyperlink></w:p>`;
    const bytes = docxOf(`${link(1)}${link(2)}${link(3)}${paragraph('&lt;script&gt;alert(1)&lt;/script&gt;')}`, {
      links: ['javascript:alert(1)', 'https://example.com/a', 'data:text/html,&lt;script&gt;alert(1)&lt;/script&gt;'],
    });
    const page = await made(bytes, docx);
    assertHarmless(page);
    assert.match(rendered(page), /link 1 link 2 link 3 &lt;script&gt;alert\(1\)/);
    assert.deepEqual(page.match(/href="[^"]*"/g), ['href="https://example.com/a"']);
  });

  test('contains the images of the document, scaled down', async () => {
    const noise = {
      create: {
        width: 1800,
        height: 300,
        channels: 3,
        background: '#246',
        noise: { type: 'gaussian', mean: 128, sigma: 30 },
      },
    } as const;
    const picture = await sharp(noise).png().toBuffer();
    const drawing =
      '<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="p" descr="The crane"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:blipFill><a:blip r:embed="r1"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>';
    const page = await made(docxOf(drawing, { picture }), docx);
    assertHarmless(page);
    const shown = /<img src="data:image\/webp;base64,([^"]+)"/.exec(page)?.[1];
    assert.ok(shown, rendered(page));
    assert.equal((await sharp(Buffer.from(shown, 'base64')).metadata()).width, 1400);
    assert.ok(page.length < picture.length / 2);
  });

  test('shows dates and percentages of a workbook in their formats, and text as text', async () => {
    const rows =
      '<row r="3"><c r="B3" s="1"><v>45000</v></c><c r="C3" s="2"><v>0.256</v></c><c r="D3" t="b"><v>1</v></c><c r="E3" t="inlineStr" s="1"><is><t>45000</t></is></c><c r="F3"><v>1234.5</v></c></row>' +
      '<row r="4"><c r="B4" t="inlineStr"><is><t>&lt;img src=x onerror=alert(1)&gt;</t></is></c></row>';
    const page = await made(xlsxOf(rows, { formats: ['yyyy\\-mm\\-dd', '0.0%'], sheet: '&lt;b&gt;Q1' }), xlsx);
    assertHarmless(page);
    const old = await made(xlsxOf(rows, { formats: ['yyyy\\-mm\\-dd', '0.0%'], isFrom1904: true }), xlsx);
    assert.match(rendered(old), / 2027-03-16 25\.6% /);
    assert.match(rendered(page), /&#60;b&#62;Q1 B C D E F 3 2023-03-15 25\.6% TRUE 45000 1234\.5 4 &#60;img/);
  });

  test('stays small for a workbook that claims a million rows and all columns', async () => {
    const far = '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>9</v></c></row>';
    assert.ok((await made(xlsxOf(far), xlsx)).length < 20_000);
    const many = Array.from(
      { length: 3000 },
      (_, row) => `<row r="${row + 1}"><c r="A${row + 1}"><v>${row}</v></c></row>`,
    );
    const page = await made(xlsxOf(many.join('')), xlsx);
    assert.match(page, /Only the first 500 rows and 1 column are shown/);
    assert.doesNotMatch(page, />501</);
  });

  test('shows OpenDocument slides and tables and does not expand repeated cells', async () => {
    const cell = (text: string, repeated = 1) =>
      `<table:table-cell office:value-type="string" table:number-columns-repeated="${repeated}"><text:p>${text}</text:p></table:table-cell>`;
    const sheet = `<table:table table:name="Ports"><table:table-row table:number-rows-repeated="1000000">${cell('Rotterdam', 16_000)}</table:table-row></table:table>`;
    const ods = await made(odfOf('spreadsheet', sheet), odf('spreadsheet'));
    assertHarmless(ods);
    assert.match(ods, /<h2>Ports<\/h2>/);
    assert.match(ods, /<td>Rotterdam<\/td>/);
    assert.ok(ods.length < 2_000_000, String(ods.length));
    const slide = (text: string) =>
      `<draw:page draw:name="p"><draw:frame><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame></draw:page>`;
    const odp = await made(odfOf('presentation', slide('Welcome aboard') + slide('Gate 4')), odf('presentation'));
    assert.equal(odp.match(/class="slide"/g)?.length, 2);
    assert.match(rendered(odp), /Welcome aboard.*Gate 4/);
  });

  test('shows the embedded images of a mail but no remote ones, and names its attachments', async () => {
    const pixel = 'R0lGODlhAQABAAAAACwAAAAAAQABAAA=';
    const mail = [
      'From: "Ana <b>" <ana@example.com>',
      'To: Ben <ben@example.com>, carla@example.com',
      'Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=',
      'Date: Sat, 21 Nov 2026 09:00:00 +0100',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=x',
      '',
      '--x',
      'Content-Type: text/html; charset=utf-8',
      '',
      '<p onclick="alert(1)">Hello</p><script>alert(1)</script><img src="https://spy.example/x.gif"><img src="cid:one">' +
        '<a href="javascript:alert(1)">click</a><style>@import url(https://spy.example)</style><form action="/"><input></form>',
      '--x',
      'Content-Type: image/gif; name=one.gif',
      'Content-ID: <one>',
      'Content-Transfer-Encoding: base64',
      '',
      pixel,
      '--x',
      'Content-Type: application/pdf; name="bill <1>.pdf"',
      'Content-Disposition: attachment; filename="bill <1>.pdf"',
      'Content-Transfer-Encoding: base64',
      '',
      'JVBERg==',
      '--x--',
      '',
    ].join('\r\n');
    const page = await made(mail, eml);
    assertHarmless(page);
    assert.match(page, /<h1>Grüße<\/h1>/);
    assert.match(page, /<dd>Ben &#60;ben@example\.com&#62;, carla@example\.com<\/dd>/);
    assert.match(
      page,
      /<dd><time datetime="2026-11-21T08:00:00.000Z" title="Sat, 21 Nov 2026 09:00:00 \+0100">Sat, 21 Nov 2026 08:00:00 GMT<\/time><\/dd>/,
    );
    assert.match(page, new RegExp(`src="data:image/gif;base64,${RegExp.escape(pixel)}"`));
    assert.match(page, /<li>bill &#60;1&#62;\.pdf<\/li>/);
    assert.doesNotMatch(page, /spy\.example|one\.gif/);
  });

  test('is refused for zip bombs and for files that are not archives', async () => {
    const bomb = Buffer.from(zipSync({ 'word/document.xml': strToU8('<w:document/>') }));
    // The unpacked size in the central directory.
    bomb.writeUInt32LE(0xf0_00_00_00, bomb.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 24);
    await assert.rejects(pageOf(bomb, docx, shrink), /unpacks to too much/);
    await assert.rejects(pageOf(Buffer.from('no archive at all'), docx, shrink));
  });

  test('of a document that the library cannot hold in memory is its text', async () => {
    const page = await made(docxOf(paragraph('Quay 7').repeat(60_000)), docx);
    assert.match(page, /<p dir="auto">Quay 7<\/p><p dir="auto">Quay 7<\/p>.*Only its beginning is shown/);
  });

  test('of a long document is cut and says so', async () => {
    const page = await made(docxOf(paragraph('word '.repeat(200)).repeat(2000)), docx);
    assert.ok(page.length < 2_000_000, String(page.length));
    assert.match(page, /Only its beginning is shown/);
  });

  test('of a document without text says so', async () => {
    assert.match(await made(docxOf('<w:p/>'), docx), /There is no text in this document/);
  });
});
