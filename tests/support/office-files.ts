import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

const archive = (parts: Record<string, string | Uint8Array>): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(parts).map(([path, part]) => [path, typeof part === 'string' ? strToU8(part) : part]),
      ),
    ),
  );

/** Returns a copy of an Office document with other names and texts of its parts. */
export const repacked = (
  document: Buffer,
  part: (path: string, text: string) => [path: string, text: string],
): Buffer =>
  archive(Object.fromEntries(Object.entries(unzipSync(document)).map(([path, bytes]) => part(path, strFromU8(bytes)))));

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const officeTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageTypes = 'http://schemas.openxmlformats.org/package/2006';

const relations = (targets: readonly { type: string; target: string; isOutside?: boolean }[]) =>
  `${xml}<Relationships xmlns="${packageTypes}/relationships">${targets
    .map(
      ({ type, target, isOutside }, at) =>
        `<Relationship Id="r${at + 1}" Type="${officeTypes}/${type}" Target="${target}"${isOutside ? ' TargetMode="External"' : ''}/>`,
    )
    .join('')}</Relationships>`;

const contentTypes = (main: [path: string, type: string]) =>
  `${xml}<Types xmlns="${packageTypes}/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/${main[0]}" ContentType="application/vnd.openxmlformats-officedocument.${main[1]}.main+xml"/></Types>`;

const wordNames = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${officeTypes}" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"`;

type WordParts = {
  links?: string[];
  picture?: Buffer;
  /** Further parts by the type of their relation, such as 'header', and their elements. */
  others?: Record<string, { root: string; inside: string }>;
  /** The path of the main part, beside which the others are. */
  main?: string;
};

/** Returns a Word document with this body; its links, its picture and its other parts are its relations r1, r2, … in that order. */
export function docxOf(
  body: string,
  { links = [], picture, others = {}, main = 'word/document.xml' }: WordParts = {},
): Buffer {
  const [folder = '', name = ''] = main.split('/', 2);
  const targets = [
    ...links.map((target) => ({ type: 'hyperlink', target, isOutside: true })),
    ...(picture ? [{ type: 'image', target: 'media/image1.png' }] : []),
    ...Object.keys(others).map((type) => ({ type, target: `${type}1.xml` })),
  ];
  const part = (root: string, inside: string) => `${xml}<w:${root} ${wordNames}>${inside}</w:${root}>`;
  return archive({
    '[Content_Types].xml': contentTypes([main, 'wordprocessingml.document']),
    '_rels/.rels': relations([{ type: 'officeDocument', target: main }]),
    [`${folder}/_rels/${name}.rels`]: relations(targets),
    [main]: part('document', `<w:body>${body}</w:body>`),
    ...Object.fromEntries(
      Object.entries(others).map(([type, { root, inside }]) => [`${folder}/${type}1.xml`, part(root, inside)]),
    ),
    ...(picture && { [`${folder}/media/image1.png`]: picture }),
  });
}

type SheetParts = {
  formats?: string[];
  sheet?: string;
  isFrom1904?: boolean;
  /** All of the styles, in place of those of the formats. */
  styles?: string;
  /** The elements before and behind the rows. */
  before?: string;
  after?: string;
  /** Parts to which the sheet is related as r1, r2, …, by their types, and further parts by their paths. */
  related?: Record<string, string>;
  parts?: Record<string, string | Buffer>;
};

/** Returns a workbook with one sheet of these rows; `formats` are the number formats that cells name by `s="1"`, `s="2"`, … */
export function xlsxOf(
  rows: string,
  {
    formats = [],
    sheet = 'Rates',
    isFrom1904 = false,
    styles: stated,
    before = '',
    after = '',
    related = {},
    parts = {},
  }: SheetParts = {},
): Buffer {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const own = formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code}"/>`).join('');
  const styles = formats.map((_, at) => `<xf numFmtId="${164 + at}" applyNumberFormat="1"/>`).join('');
  return archive({
    '[Content_Types].xml': contentTypes(['xl/workbook.xml', 'spreadsheetml.sheet']),
    '_rels/.rels': relations([{ type: 'officeDocument', target: 'xl/workbook.xml' }]),
    'xl/workbook.xml': `${xml}<workbook xmlns="${main}" xmlns:r="${officeTypes}"><workbookPr date1904="${isFrom1904 ? 1 : 0}"/><sheets><sheet name="${sheet}" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      { type: 'worksheet', target: 'worksheets/sheet1.xml' },
      { type: 'styles', target: 'styles.xml' },
    ]),
    'xl/styles.xml': `${xml}<styleSheet xmlns="${main}">${stated ?? `<numFmts>${own}</numFmts><cellXfs><xf numFmtId="0"/>${styles}</cellXfs>`}</styleSheet>`,
    'xl/worksheets/sheet1.xml': `${xml}<worksheet xmlns="${main}">${before}<sheetData>${rows}</sheetData>${after}</worksheet>`,
    'xl/worksheets/_rels/sheet1.xml.rels': relations(
      Object.keys(related).map((type) => ({ type, target: `../${type}1.xml` })),
    ),
    ...Object.fromEntries(Object.entries(related).map(([type, part]) => [`xl/${type}1.xml`, `${xml}${part}`])),
    ...parts,
  });
}

/** Returns a presentation of one slide with this text, and with a chart of these numbers. */
export function pptxOf(text: string, chart?: readonly string[]): Buffer {
  const drawing = 'http://schemas.openxmlformats.org/drawingml/2006';
  const names = `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="${drawing}/main" xmlns:c="${drawing}/chart" xmlns:r="${officeTypes}"`;
  const frame = `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="9" name="Chart"/></p:nvGraphicFramePr><a:graphic><a:graphicData uri="${drawing}/chart"><c:chart r:id="r1"/></a:graphicData></a:graphic></p:graphicFrame>`;
  const points = (values: readonly string[]) =>
    values.map((value, at) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`).join('');
  return archive({
    '[Content_Types].xml': contentTypes(['ppt/presentation.xml', 'presentationml.presentation']),
    '_rels/.rels': relations([{ type: 'officeDocument', target: 'ppt/presentation.xml' }]),
    'ppt/presentation.xml': `${xml}<p:presentation ${names}><p:sldIdLst><p:sldId id="256" r:id="r1"/></p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations([{ type: 'slide', target: 'slides/slide1.xml' }]),
    'ppt/slides/slide1.xml': `${xml}<p:sld ${names}><p:cSld><p:spTree><p:sp><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>${chart ? frame : ''}</p:spTree></p:cSld></p:sld>`,
    ...(chart && {
      'ppt/slides/_rels/slide1.xml.rels': relations([{ type: 'chart', target: '../charts/chart1.xml' }]),
      'ppt/charts/chart1.xml': `${xml}<c:chartSpace ${names}><c:chart><c:plotArea><c:barChart><c:ser><c:tx><c:strRef><c:strCache>${points(['Tons'])}</c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache>${points(chart.map((_, at) => `Quay ${at + 1}`))}</c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache>${points(chart)}</c:numCache></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`,
    }),
  });
}

/** The relations of a part to pictures. */
export const pictureRelations = (...targets: readonly string[]): string =>
  relations(targets.map((target) => ({ type: 'image', target })));

/** Returns an Office document with further parts, to which one of its parts refers. */
export function withParts(document: Buffer, of: string, parts: Record<string, [type: string, xml: string]>): Buffer {
  const slash = of.lastIndexOf('/') + 1;
  const relations = `${of.slice(0, slash)}_rels/${of.slice(slash)}.rels`;
  const files = unzipSync(document);
  const known = files[relations] ? Buffer.from(files[relations]).toString() : '<Relationships></Relationships>';
  const more = Object.entries(parts).map(
    ([path, [type]], at) => `<Relationship Id="x${at}" Type="${officeTypes}/${type}" Target="/${path}"/>`,
  );
  files[relations] = strToU8(
    known.replace(/<\/Relationships>|(?<=<Relationships[^>]*)\/>/, (end) =>
      end === '/>' ? `>${more.join('')}</Relationships>` : `${more.join('')}${end}`,
    ),
  );
  for (const [path, [, xml]] of Object.entries(parts)) files[path] = strToU8(xml);
  return Buffer.from(zipSync(files));
}

const odfNames = ['office', 'text', 'table', 'draw', 'presentation', 'form', 'svg']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name === 'draw' ? 'drawing' : name}:1.0"`)
  .join(' ');

/** Returns an OpenDocument file of this kind with this content in its body. */
export function odfOf(kind: 'text' | 'spreadsheet' | 'presentation', inside: string): Buffer {
  const mediaType = `application/vnd.oasis.opendocument.${kind}`;
  return archive({
    mimetype: mediaType,
    'META-INF/manifest.xml': `${xml}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="${mediaType}"/></manifest:manifest>`,
    'content.xml': `${xml}<office:document-content ${odfNames}><office:body><office:${kind}>${inside}</office:${kind}></office:body></office:document-content>`,
  });
}

/** Returns an OpenDocument file of this kind in a single XML file. */
export const flatOdfOf = (kind: 'text' | 'spreadsheet', inside: string): Buffer =>
  Buffer.from(
    `${xml}<office:document ${odfNames} office:mimetype="application/vnd.oasis.opendocument.${kind}"><office:body><office:${kind}>${inside}</office:${kind}></office:body></office:document>`,
  );
