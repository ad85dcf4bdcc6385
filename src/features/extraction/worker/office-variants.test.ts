import assert from 'node:assert/strict';
import { test } from 'node:test';
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

test('the text of a large document is read in pieces', async () => {
  const body = '<w:p><w:r><w:t xml:space="preserve">Quay </w:t></w:r><w:r><w:tab/><w:t>7</w:t></w:r></w:p>'.repeat(
    200_000,
  );
  const text = await textOf(docxOf(`${paragraph}${body}`), { mediaType: docx });
  assert.match(text ?? '', /^Demurrage clause Quay 7 Quay 7/);
  assert.equal(Buffer.byteLength(text ?? '') > 1_000_000, true);
});
