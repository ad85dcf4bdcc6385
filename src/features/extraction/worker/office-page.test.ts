import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import sharp from 'sharp';
import { readFixture } from '#tests/fixtures.ts';
import { docxOf, pptxOf } from '#tests/office-files.ts';
import { officeHtml } from './office-page.ts';
import { inlinePicture } from './picture.ts';

const made = (bytes: Buffer, kind: 'docx' | 'pptx') =>
  officeHtml(bytes, kind, (picture) => inlinePicture(Buffer.from(picture)).catch(() => undefined));
const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
const drawing =
  '<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="p" descr="Crane 7"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:blipFill><a:blip r:embed="r1"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>';
const square = () =>
  sharp({ create: { width: 9, height: 9, channels: 3, background: '#246' } })
    .png()
    .toBuffer();

describe('the page of a Word document', () => {
  test('follows the relations to a main part, a picture and notes with other names', async () => {
    const reference = '<w:p><w:r><w:t>Free days</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>';
    const page = await made(
      docxOf(`${drawing}${reference}`, {
        main: 'doc/Main2.xml',
        picture: await square(),
        others: { footnotes: { root: 'footnotes', inside: `<w:footnote w:id="2">${paragraph('Ten.')}</w:footnote>` } },
      }),
      'docx',
    );
    assert.match(page, /<img src="data:image\/webp;base64,[^"]+" alt="Crane 7"/);
    assert.match(page, /Free days<sup>1<\/sup>.*<sup>1<\/sup> Ten\./s);
  });

  test('shows its header, its footer and its comments with their authors', async () => {
    const commented = '<w:p><w:r><w:t>Quay 7</w:t></w:r><w:r><w:commentReference w:id="0"/></w:r></w:p>';
    const page = await made(
      docxOf(commented, {
        others: {
          header: { root: 'hdr', inside: paragraph('Kestrel Shipping') },
          footer: { root: 'ftr', inside: paragraph('Page 1') },
          comments: {
            root: 'comments',
            inside: `<w:comment w:id="0" w:author="Ann">${paragraph('Which gate?')}</w:comment>`,
          },
        },
      }),
      'docx',
    );
    const [header = '', body = '', footer = ''] = page
      .split(/<\/?aside class="band">|<\/aside>/)
      .filter((part) => /\w{4}/.test(part.replaceAll(/<[^>]*>/g, '')));
    assert.match(header, /Kestrel Shipping/);
    assert.match(body, /Quay 7<sup class="comment">\[C1\]<\/sup>/);
    assert.match(footer, /Page 1/);
    assert.match(page, /<sup class="comment">\[C1\]<\/sup> Ann: Which gate\?/);
  });

  test('shows no empty header', async () => {
    const header = { root: 'hdr', inside: '<w:p/>' };
    assert.doesNotMatch(await made(docxOf(paragraph('Quay 7'), { others: { header } }), 'docx'), /<aside/);
  });

  test('shows a comment on a formula', async () => {
    const formula = '<m:oMath><m:r><m:t>x</m:t></m:r></m:oMath>';
    const comments = { root: 'comments', inside: `<w:comment w:id="0">${paragraph('Which x?')}</w:comment>` };
    const page = await made(
      docxOf(`<w:p>${formula}<w:r><w:commentReference w:id="0"/></w:r></w:p>`, { others: { comments } }),
      'docx',
    );
    assert.match(page, /<\/math><sup class="comment">\[C1\]<\/sup>.*\[C1\]<\/sup> Which x\?/s);
  });

  test('shows headers with equal texts once', async () => {
    const header = { root: 'hdr', inside: paragraph('Kestrel Shipping') };
    const page = await made(docxOf(paragraph('Quay 7'), { others: { header, 'header-first': header } }), 'docx');
    assert.equal(page.match(/Kestrel Shipping/g)?.length, 1);
  });

  test('marks what tracked changes inserted and deleted', async () => {
    const run = (text: string, name = 't') => `<w:r><w:${name} xml:space="preserve">${text}</w:${name}></w:r>`;
    const deleted = `<w:del w:id="1" w:author="Ann">${run('sixty ', 'delText')}</w:del>`;
    const inserted = `<w:ins w:id="2" w:author="Ann">${run('forty ')}<w:r><w:rPr><w:b/></w:rPr><w:t>five</w:t></w:r></w:ins>`;
    const moved = `<w:moveFrom w:id="3">${run('old place')}</w:moveFrom><w:moveTo w:id="4">${run('new place')}</w:moveTo>`;
    const page = await made(
      docxOf(
        `<w:p><w:pPr><w:rPr><w:del w:id="9"/></w:rPr></w:pPr>${run('Within ')}${deleted}${inserted}${moved}${run(' of sailing')}</w:p>`,
      ),
      'docx',
    );
    assert.match(
      page,
      /Within <del>sixty <\/del><ins>forty <\/ins><b><ins>five<\/ins><\/b><del>old place<\/del><ins>new place<\/ins> of sailing/,
    );
  });

  test('shows formulas as MathML', async () => {
    const math = (inside: string) => `<w:p><m:oMathPara><m:oMath>${inside}</m:oMath></m:oMathPara></w:p>`;
    const letter = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
    const fraction = `<m:f><m:num>${letter('a')}</m:num><m:den>${letter('b')}</m:den></m:f>`;
    const power = `<m:sSup><m:e>${letter('x')}</m:e><m:sup>${letter('2')}</m:sup></m:sSup>`;
    const root = `<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/><m:e>${letter('c')}</m:e></m:rad>`;
    const page = await made(docxOf(math(`${fraction}${letter('+')}${power}${letter('=')}${root}`)), 'docx');
    assert.match(
      page,
      /<math display="block"><mrow><mfrac><mi>a<\/mi><mi>b<\/mi><\/mfrac><mo>\+<\/mo><msup><mi>x<\/mi><mn>2<\/mn><\/msup>/,
    );
    assert.match(page, /<msqrt><mi>c<\/mi><\/msqrt>/);
    assert.doesNotMatch(page, /\$|\\frac/);
  });

  test('shows a formula that asks for links, styles or scripts without them', async () => {
    const hostile = String.raw`\href{javascript:alert(1)}{x} &lt;script&gt; \style{background:url(https://spy.example)}{y}`;
    const page = await made(docxOf(`<w:p><m:oMath><m:r><m:t>${hostile}</m:t></m:r></m:oMath></w:p>`), 'docx');
    assert.match(page, /<math/);
    assert.doesNotMatch(page, /<script|<a |style=|href=/);
  });
});

describe('the page of slides', () => {
  test('shows no names of parts under pictures', async () => {
    const page = await made(readFixture('berth-training.pptx'), 'pptx');
    assert.match(page, /<img src="data:/);
    assert.doesNotMatch(page.replaceAll(/<[^>]*>/g, ' '), /\.(png|jpe?g)/);
  });

  test('rounds the numbers of charts as programs show them', async () => {
    const page = await made(pptxOf('Tons', ['4.4000000000000004', '1e21', '2.5', '']), 'pptx');
    assert.match(page, /<th>Quay 1<\/th><td>4\.4<\/td>/);
    assert.match(page, /<td>2\.5<\/td>/);
  });
});
