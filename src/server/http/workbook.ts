import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A text, a number, or a calendar date. Texts are stored as texts, so a spreadsheet never runs them as formulas. */
export type Cell = string | number | null | { date: string };

/** Returns a workbook of one sheet. Source: ECMA-376, Part 1, SpreadsheetML. */
export function workbookOf(rows: AsyncIterable<Cell[][]>): Readable {
  const zip = new ZipFile();
  const stream = new PassThrough();
  const sheet = Readable.from(sheetOf(rows), { objectMode: false });
  const fail = (error: Error) => void stream.destroy(error);
  zip.on('error', fail);
  sheet.once('error', fail);
  // Runs also if the client has disconnected.
  stream.once('close', () => sheet.destroy());
  for (const [path, text] of Object.entries(fixedParts)) zip.addBuffer(Buffer.from(`${xml}${text}`), path);
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml', { compressionLevel: 3 });
  zip.end();
  (zip.outputStream as Readable).on('error', fail).pipe(stream);
  return stream;
}

/** V8 frees a text of 128 KB or more only when it collects the whole heap, so a few hundred of them take 100 MB. */
const pieceLetters = 48 * 1024;

/** Generates the sheet of a table in pieces. */
export async function* sheetOf(rows: AsyncIterable<Cell[][]> | Iterable<Cell[][]>): AsyncGenerator<string> {
  let row = 0;
  yield `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`;
  for await (const batch of rows) {
    let piece = '';
    for (const cells of batch) {
      row += 1;
      piece += `<row r="${row}">${cells.map((cell, index) => cellOf(cell, `${columnName(index)}${row}`)).join('')}</row>`;
      if (piece.length < pieceLetters) continue;
      yield piece;
      piece = '';
    }
    yield piece;
  }
  yield '</sheetData></worksheet>';
}

function cellOf(cell: Cell, reference: string): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`;
  if (typeof cell === 'object') return `<c r="${reference}" s="1"><v>${dayNumber(cell.date)}</v></c>`;
  return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`;
}

/**
 * The day number of a date from 1900 on. Excel counts 29 February 1900, which did not exist, as number 60, so the days before
 * it have a number less. Source: ECMA-376, 18.17.4.1.
 */
function dayNumber(date: string): number {
  const days = Math.round((Date.parse(date) - Date.UTC(1899, 11, 30)) / 86_400_000);
  return days > 60 ? days : days - 1;
}

/** 0 is A, 26 is AA. */
const columnName = (index: number): string =>
  (index < 26 ? '' : columnName(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

/** The longest text of a cell. */
const maxCellLetters = 32_767;

// oxlint-disable-next-line no-control-regex -- XML 1.0 has no such characters
const notInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Spreadsheets read '_x0041_' as the character with this code. Source: ECMA-376, 22.9.2.19. */
const escapeLike = /_(?=x[0-9A-Fa-f]{4}_)/g;

const escapeXml = (text: string) =>
  text
    .slice(0, maxCellLetters)
    .toWellFormed()
    .replace(notInXml, '')
    .replaceAll(escapeLike, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const sheetml = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const fixedParts = {
  '[Content_Types].xml': `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetml}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetml}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetml}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relationships}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relationships}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="1"><font/></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf xfId="0" numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`,
};
