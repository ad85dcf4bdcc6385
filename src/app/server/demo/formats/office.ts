import { escapeMarkup, xmlHead } from './markup.ts';
import { zipOf } from './zip.ts';

const contentTypes = 'http://schemas.openxmlformats.org/package/2006/content-types';
const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships';
const officeRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const officeParts = 'application/vnd.openxmlformats-officedocument';

export type Cell = string | number;

/** What a text document says: a title, then paragraphs, then a table. */
export type TextDocument = { title: string; paragraphs: string[]; table: Cell[][] };

const typesPart = (parts: Record<string, string>) =>
  `${xmlHead}<Types xmlns="${contentTypes}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${Object.entries(
    parts,
  )
    .map(([name, type]) => `<Override PartName="/${name}" ContentType="${officeParts}.${type}+xml"/>`)
    .join('')}</Types>`;

const relation = (id: number, kind: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${officeRelations}/${kind}" Target="${target}"/>`;

const relationsPart = (...relations: string[]) =>
  `${xmlHead}<Relationships xmlns="${relationships}">${relations.join('')}</Relationships>`;

/** A Word document. */
export function docxOf({ title, paragraphs, table }: TextDocument): Buffer {
  const run = (text: Cell, look = '') =>
    `<w:r><w:rPr>${look}</w:rPr><w:t xml:space="preserve">${escapeMarkup(text)}</w:t></w:r>`;
  const paragraph = (text: Cell, look = '') => `<w:p>${run(text, look)}</w:p>`;
  const border = (side: string) => `<w:${side} w:val="single" w:sz="4" w:color="999999"/>`;
  const borders = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map(border).join('');
  const row = (cells: Cell[], place: number) =>
    `<w:tr>${cells.map((cell) => `<w:tc><w:tcPr><w:tcW w:w="2200" w:type="dxa"/></w:tcPr>${paragraph(cell, place === 0 ? '<w:b/>' : '')}</w:tc>`).join('')}</w:tr>`;
  const grid = (table[0] ?? []).map(() => '<w:gridCol w:w="2200"/>').join('');
  const body = [
    paragraph(title, '<w:b/><w:sz w:val="36"/>'),
    ...paragraphs.map((text) => paragraph(text)),
    `<w:tbl><w:tblPr><w:tblBorders>${borders}</w:tblBorders></w:tblPr><w:tblGrid>${grid}</w:tblGrid>${table.map(row).join('')}</w:tbl>`,
    '<w:p/>',
  ].join('');
  return zipOf([
    { name: '[Content_Types].xml', bytes: typesPart({ 'word/document.xml': 'wordprocessingml.document.main' }) },
    { name: '_rels/.rels', bytes: relationsPart(relation(1, 'officeDocument', 'word/document.xml')) },
    {
      name: 'word/document.xml',
      bytes: `${xmlHead}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
    },
  ]);
}

const columnName = (place: number) => String.fromCharCode(65 + place);

/** An Excel workbook with one sheet of at most 26 columns. */
export function xlsxOf(sheet: string, rows: Cell[][]): Buffer {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const cell = (value: Cell, name: string) =>
    typeof value === 'number'
      ? `<c r="${name}"><v>${value}</v></c>`
      : `<c r="${name}" t="inlineStr"><is><t xml:space="preserve">${escapeMarkup(value)}</t></is></c>`;
  const row = (cells: Cell[], place: number) =>
    `<row r="${place + 1}">${cells.map((value, column) => cell(value, `${columnName(column)}${place + 1}`)).join('')}</row>`;
  return zipOf([
    {
      name: '[Content_Types].xml',
      bytes: typesPart({
        'xl/workbook.xml': 'spreadsheetml.sheet.main',
        'xl/worksheets/sheet1.xml': 'spreadsheetml.worksheet',
      }),
    },
    { name: '_rels/.rels', bytes: relationsPart(relation(1, 'officeDocument', 'xl/workbook.xml')) },
    {
      name: 'xl/workbook.xml',
      bytes: `${xmlHead}<workbook xmlns="${main}" xmlns:r="${officeRelations}"><sheets><sheet name="${escapeMarkup(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    { name: 'xl/_rels/workbook.xml.rels', bytes: relationsPart(relation(1, 'worksheet', 'worksheets/sheet1.xml')) },
    {
      name: 'xl/worksheets/sheet1.xml',
      bytes: `${xmlHead}<worksheet xmlns="${main}"><cols><col min="1" max="1" width="34" customWidth="1"/></cols><sheetData>${rows.map(row).join('')}</sheetData></worksheet>`,
    },
  ]);
}

/** An OpenDocument text. Its first entry says what it is. */
export function odtOf({ title, paragraphs, table }: TextDocument): Buffer {
  const mimetype = 'application/vnd.oasis.opendocument.text';
  const oasis = 'urn:oasis:names:tc:opendocument:xmlns';
  const paragraph = (text: Cell) => `<text:p>${escapeMarkup(text)}</text:p>`;
  const row = (cells: Cell[]) =>
    `<table:table-row>${cells.map((cell) => `<table:table-cell office:value-type="string">${paragraph(cell)}</table:table-cell>`).join('')}</table:table-row>`;
  const columns = `<table:table-column table:number-columns-repeated="${table[0]?.length ?? 1}"/>`;
  const body = `<text:h text:outline-level="1">${escapeMarkup(title)}</text:h>${paragraphs.map(paragraph).join('')}<table:table table:name="Table1">${columns}${table.map(row).join('')}</table:table>`;
  return zipOf([
    { name: 'mimetype', bytes: mimetype },
    {
      name: 'META-INF/manifest.xml',
      bytes: `${xmlHead}<manifest:manifest xmlns:manifest="${oasis}:manifest:1.0" manifest:version="1.2"><manifest:file-entry manifest:full-path="/" manifest:version="1.2" manifest:media-type="${mimetype}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
    },
    {
      name: 'content.xml',
      bytes: `${xmlHead}<office:document-content xmlns:office="${oasis}:office:1.0" xmlns:text="${oasis}:text:1.0" xmlns:table="${oasis}:table:1.0" office:version="1.2"><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    },
  ]);
}
