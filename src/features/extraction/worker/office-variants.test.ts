import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { readFixture } from '#tests/fixtures.ts';
import { docxOf, pptxOf, repacked, xlsxOf } from '#tests/office-files.ts';
import { hasText } from '../extraction.rules.ts';
import { pageOf } from './page-of.ts';
import { textOf } from './text-of.ts';

const office = 'application/vnd.openxmlformats-officedocument';
const docx = `${office}.wordprocessingml.document`;
const xlsx = `${office}.spreadsheetml.sheet`;
const pptx = `${office}.presentationml.presentation`;

const rows = '<row r="1"><c r="A1" t="inlineStr"><is><t>Abkhazia</t></is></c><c r="B1"><v>0.5</v></c></row>';
const paragraph = '<w:p><w:r><w:t>Demurrage clause</w:t></w:r></w:p>';

async function assertRead(bytes: Buffer, mediaType: string, word: string): Promise<void> {
  assert.ok(hasText(mediaType), mediaType);
  assert.match((await textOf(bytes, { mediaType })) ?? '', new RegExp(word), `the text of ${mediaType}`);
  const page = await pageOf(bytes, { mediaType }, async () => undefined);
  assert.match(page ?? '', new RegExp(`>${word}<`), `the page of ${mediaType}`);
}

test('documents with macros, templates and slide shows are read like ordinary documents', async () => {
  for (const type of [
    `${office}.wordprocessingml.template`,
    'application/vnd.ms-word.document.macroenabled.12',
    'application/vnd.ms-word.template.macroenabled.12',
  ])
    await assertRead(docxOf(paragraph), type, 'Demurrage clause');
  for (const type of [
    `${office}.spreadsheetml.template`,
    'application/vnd.ms-excel.sheet.macroenabled.12',
    'application/vnd.ms-excel.template.macroenabled.12',
  ])
    await assertRead(xlsxOf(rows), type, 'Abkhazia');
  for (const type of [
    `${office}.presentationml.template`,
    `${office}.presentationml.slideshow`,
    'application/vnd.ms-powerpoint.presentation.macroenabled.12',
    'application/vnd.ms-powerpoint.slideshow.macroenabled.12',
    'application/vnd.ms-powerpoint.template.macroenabled.12',
  ])
    await assertRead(pptxOf('Mooring lines'), type, 'Mooring lines');
});

test('a workbook is read whatever its parts and its prefix are called', async () => {
  const prefixed = repacked(xlsxOf(rows), (path, text) => [
    path,
    path.endsWith('.rels') ? text : text.replaceAll(/<(\/?)(?=[a-z])/gi, '<$1x:').replace('xmlns=', 'xmlns:x='),
  ]);
  const renamed = repacked(xlsxOf(rows), (path, text) => [
    path.replace('worksheets/sheet1', 'worksheets/Sheet').replace('workbook.xml', 'book.xml'),
    text.replace('worksheets/sheet1', '/xl/worksheets/Sheet').replace('workbook.xml', 'book.xml'),
  ]);
  for (const workbook of [prefixed, renamed]) {
    await assertRead(workbook, xlsx, 'Abkhazia');
    const text = await textOf(workbook, { mediaType: xlsx });
    assert.equal(text, 'Rates Abkhazia 0.5', 'with the name of the sheet');
  }
});

test('a document and slides with another prefix are read', async () => {
  const other = (document: Buffer, prefix: string) =>
    repacked(document, (path, text) => [path, text.replaceAll(new RegExp(`\\b${prefix}(?=:|=")`, 'g'), 'ns0')]);
  await assertRead(other(docxOf(paragraph), 'w'), docx, 'Demurrage clause');
  await assertRead(other(pptxOf('Mooring lines'), 'a'), pptx, 'Mooring lines');
});

test('a document with other prefixes, or with none, keeps its tables and pictures', async () => {
  const drawing =
    '<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="p" descr="The crane"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:blipFill><a:blip r:embed="r1"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>';
  const table = `<w:tbl><w:tr><w:tc>${paragraph}</w:tc></w:tr></w:tbl>`;
  const usual = docxOf(`${table}${drawing}`, { picture: readFixture('damage-report.png') });
  const inMain = (change: (xml: string) => string): Buffer => {
    const parts = unzipSync(usual);
    parts['word/document.xml'] = strToU8(change(strFromU8(parts['word/document.xml'] ?? new Uint8Array())));
    return Buffer.from(zipSync(parts));
  };
  const numbered = inMain((xml) =>
    ['w', 'r', 'wp', 'a', 'pic'].reduce(
      (text, prefix, at) => text.replaceAll(new RegExp(`(?<=[</:\\s])${prefix}(?=:|=")`, 'g'), `ns${at}`),
      xml,
    ),
  );
  const unprefixed = inMain((xml) => xml.replaceAll(/(?<=<\/?)w:/g, '').replace('xmlns:w=', 'xmlns='));
  for (const bytes of [numbered, unprefixed]) {
    const page = await pageOf(bytes, { mediaType: docx }, async (picture) => picture);
    assert.match(page ?? '', /<td>.*Demurrage clause.*<\/td>/s);
    assert.match(page ?? '', /<img [^>]*src="data:image\/webp;base64,/);
  }
});

test('the text of a large document is read in pieces', async () => {
  const body = '<w:p><w:r><w:t xml:space="preserve">Quay </w:t></w:r><w:r><w:tab/><w:t>7</w:t></w:r></w:p>'.repeat(
    200_000,
  );
  const text = await textOf(docxOf(`${paragraph}${body}`), { mediaType: docx });
  assert.match(text ?? '', /^Demurrage clause Quay 7 Quay 7/);
  assert.equal(Buffer.byteLength(text ?? '') > 1_000_000, true);
});
