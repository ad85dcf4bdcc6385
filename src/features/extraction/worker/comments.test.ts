import assert from 'node:assert/strict';
import { test } from 'node:test';
import { utils, write } from '@e965/xlsx';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { docxOf, odfOf, pptxOf, withParts, xlsxOf } from '#tests/office-files.ts';
import { textOf } from './text-of.ts';

const office = 'application/vnd.openxmlformats-officedocument';
const open = 'application/vnd.oasis.opendocument';
const textIn = async (bytes: Buffer, mediaType: string) => String(await textOf(bytes, { mediaType }));

const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

test('the comments of a Word document and the HTML of a report program in it are found', async () => {
  const document = withParts(docxOf(paragraph('Demurrage clause')), 'word/document.xml', {
    'word/comments.xml': ['comments', `<w:comments><w:comment>${paragraph('Ask the broker')}</w:comment></w:comments>`],
    'word/chunk.htm': [
      'aFChunk',
      '<html><meta charset="utf-8"><script>no()</script><p>Kaikante <b>frei</b>gegeben</p></html>',
    ],
    'word/mail.mht': ['aFChunk', 'Content-Type: text/html\r\n\r\n<p>Free time is over</p>'],
  });
  const text = await textIn(document, `${office}.wordprocessingml.document`);
  assert.match(text, /^Demurrage clause/);
  for (const part of ['Ask the broker', 'Kaikante freigegeben', 'Free time is over'])
    assert.ok(text.includes(part), text);
  assert.doesNotMatch(text, /no\(\)/);
});

test('the comments of a workbook and what it prints above and below each page are found', async () => {
  const row = '<row r="1"><c r="A1" t="inlineStr"><is><t>Rotterdam</t></is></c></row>';
  const printed =
    '<oddHeader>&amp;L&amp;"Arial,Bold"&amp;12Tariff desk&amp;RPage &amp;P</oddHeader><oddFooter>&amp;CQ&amp;&amp;A</oddFooter>';
  const plain = unzipSync(xlsxOf(row));
  const sheet = 'xl/worksheets/sheet1.xml';
  plain[sheet] = strToU8(
    Buffer.from(plain[sheet] ?? [])
      .toString()
      .replace('</worksheet>', `<headerFooter>${printed}</headerFooter></worksheet>`),
  );
  const bytes = withParts(Buffer.from(zipSync(plain)), sheet, {
    'xl/comments1.xml': [
      'comments',
      '<comments><authors><author>Ann</author></authors><commentList><comment ref="A1"><text><r><t>Berth 7 is closed</t></r></text></comment><comment ref="A2"><text><t>Plain note</t></text></comment></commentList></comments>',
    ],
    'xl/threadedComments/one.xml': [
      'threadedComment',
      '<ThreadedComments><threadedComment><text>Since Friday</text></threadedComment></ThreadedComments>',
    ],
  });
  const text = await textIn(bytes, `${office}.spreadsheetml.sheet`);
  for (const part of ['Rotterdam', 'Tariff desk', 'Berth 7 is closed', 'Plain note', 'Since Friday'])
    assert.ok(text.includes(part), `${part} is not in ${text}`);
  assert.doesNotMatch(text, /Arial|Ann|12Tariff/);
});

test('the comments of a presentation are found', async () => {
  const bytes = withParts(pptxOf('Mooring lines'), 'ppt/slides/slide1.xml', {
    'ppt/comments/comment1.xml': ['comments', '<p:cmLst><p:cm><p:text>Show the film</p:text></p:cm></p:cmLst>'],
  });
  assert.equal(await textIn(bytes, `${office}.presentationml.presentation`), 'Mooring lines Show the film');
});

test('the comments of an old and of a binary workbook are found', async () => {
  const sheet = utils.aoa_to_sheet([['Rotterdam'], [null, 'x']]);
  utils.cell_add_comment(sheet['A1'], 'Berth 7 is closed', 'Ann');
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'Rates');
  for (const [bookType, mediaType] of [
    ['biff8', 'application/vnd.ms-excel'],
    ['xlsb', 'application/vnd.ms-excel.sheet.binary.macroenabled.12'],
  ] as const) {
    const bytes = Buffer.from(write(book, { type: 'buffer', bookType }) as Uint8Array);
    assert.equal(await textIn(bytes, mediaType), 'Rates Rotterdam Berth 7 is closed x', bookType);
  }
});

test('comments, headers and footers of OpenDocument files are found, and deleted texts are not', async () => {
  const note = '<office:annotation><dc:creator>Ann</dc:creator><text:p>Ask the broker</text:p></office:annotation>';
  const styles =
    '<office:document-styles><office:styles><style:style style:name="Header"/></office:styles><office:master-styles><style:master-page><style:header><text:p>Reefer desk</text:p></style:header><style:footer><text:p>Quay <text:page-number>1</text:page-number></text:p></style:footer></style:master-page></office:master-styles></office:document-styles>';
  const withStyles = (document: Buffer) =>
    Buffer.from(zipSync({ ...unzipSync(document), 'styles.xml': strToU8(styles) }));
  const letter = odfOf(
    'text',
    `<text:tracked-changes><text:p>within sixty days</text:p></text:tracked-changes><text:p>Dear <text:s text:c="2"/>broker${note}</text:p>`,
  );
  assert.equal(await textIn(withStyles(letter), `${open}.text`), 'Dear broker Ask the broker Reefer desk Quay');
  const cell = `<table:table-cell office:value-type="string">${note}<text:p>Rotterdam</text:p></table:table-cell>`;
  const sheet = odfOf(
    'spreadsheet',
    `<table:table table:name="Rates"><table:table-row>${cell}</table:table-row></table:table>`,
  );
  assert.equal(
    await textIn(withStyles(sheet), `${open}.spreadsheet`),
    'Rates Ask the broker Rotterdam Reefer desk Quay',
  );
});
