import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { utils, write } from '@e965/xlsx';
import { pack } from 'tar-stream';
import { charsetSamples } from './charset-samples.ts';
import { word6Of } from './compound-files.ts';
import { encodeIn, encodeWide } from './encode.ts';
import { docxOf, odfOf, pptxOf, repacked, withParts, xlsxOf } from './office-files.ts';
import { formOf, lineAt } from './pdf-files.ts';
import { epubOf, zipOf, zipOfNames } from './zip.ts';

/** A document that was made by code, and all of its text that a search should find. */
export type MadeDocument = { name: string; bytes: Buffer; text: string };

const cyrillic = 'Ведомость груза: контейнер прибыл в порт';
const sentences = [
  'Verified gross mass of container KHLU 471100-8: 21,480 kg',
  'Schäden an der Lukenabdeckung, Größe und Übergewicht',
  'Déchargement réfrigéré à l’entrepôt',
  cyrillic,
  'Φορτωτική για το λιμάνι',
  '装箱单 竹制托盘 三百箱',
  '船荷証券 コンテナ番号',
  '선하증권 컨테이너 번호',
  'بوليصة الشحن إلى الميناء',
  'שטר מטען למכולה',
];
const text = sentences.join('\n');
const latin = 'Verified gross mass of container KHLU 471100-8 is 21480 kg';

const lines = (line: (sentence: string) => string) => sentences.map(line).join('');
const office = {
  docx: docxOf(lines((one) => `<w:p><w:r><w:t>${one}</w:t></w:r></w:p>`)),
  xlsx: xlsxOf(lines((one) => `<row><c t="inlineStr"><is><t>${one}</t></is></c></row>`)),
  pptx: pptxOf(text),
};
const withPrefix = (document: Buffer, prefix: string) =>
  repacked(document, (path, part) => [path, part.replaceAll(new RegExp(`\\b${prefix}(?=:|=")`, 'g'), 'ns0')]);
/** Templates and slide shows are the same formats with another content type. */
const asKind = (document: Buffer, kind: 'template' | 'slideshow') =>
  repacked(document, (path, part) => [
    path,
    part.replace(/(?<=openxmlformats-officedocument\.\w+\.)\w+(?=\.main\+xml)/, kind),
  ]);
const withMainPrefix = (document: Buffer) =>
  repacked(document, (path, part) => [
    path,
    path.endsWith('.rels') ? part : part.replaceAll(/<(\/?)(?=[a-z])/gi, '<$1x:').replace('xmlns=', 'xmlns:x='),
  ]);

const sheet = utils.book_new();
utils.book_append_sheet(sheet, utils.aoa_to_sheet(sentences.map((one) => [one])), 'Rates');
const workbook = (bookType: 'xlsb' | 'biff8') => Buffer.from(write(sheet, { type: 'buffer', bookType }) as Uint8Array);

const rtf = (source: string) =>
  `{\\rtf1\\ansi ${Array.from(source, (letter) => (letter === '\n' ? '\\par ' : letter < '\u007f' ? letter : `\\u${(letter.charCodeAt(0) << 16) >> 16}?`)).join('')}}`;

const wordLines = lines((one) => `<w:p><w:r><w:t>${one}</w:t></w:r></w:p>`);
const openLines = lines((one) => `<text:p>${one}</text:p>`);

/** Returns an old or a binary workbook with all sentences in a comment. */
function commented(bookType: 'xlsb' | 'biff8'): Buffer {
  const cells = utils.aoa_to_sheet([['Rates']]);
  utils.cell_add_comment(cells['A1'], text);
  const book = utils.book_new();
  utils.book_append_sheet(book, cells, 'Rates');
  return Buffer.from(write(book, { type: 'buffer', bookType }) as Uint8Array);
}

/** Returns a message with this part. */
const forwarded = (part: string, type: string) =>
  `Subject: Fwd\nContent-Type: multipart/mixed; boundary=B\n\n--B\nContent-Type: text/plain\n\nsee below\n--B\nContent-Type: ${type}\nContent-Disposition: attachment\n\n${part}\n--B--\n`;

async function tarOf(names: readonly string[]): Promise<Buffer> {
  const archive = pack();
  for (const name of names) archive.entry({ name }, 'x');
  archive.finalize();
  return buffer(archive);
}

/** Returns documents of every format that code can write. */
export async function madeDocuments(): Promise<MadeDocument[]> {
  const names = sentences.map((one) => `${one.replaceAll(/[:,.]/g, '')}.txt`);
  const tar = await tarOf(names);
  const zip = await buffer(zipOf(names.map((name) => [name, 'x'])));
  const box = '/Rect [0 0 100 20]';
  const field = (value: string) => `<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /V (${value}) ${box} >>`;
  const comment = (value: string) => `<< /Type /Annot /Subtype /Text /Contents (${value}) ${box} >>`;
  const made: [name: string, bytes: Buffer | string, text?: string][] = [
    ...Object.entries(office).map(([ending, bytes]): [string, Buffer] => [`plain.${ending}`, bytes]),
    ['macros.docm', office.docx],
    ['macros.xlsm', office.xlsx],
    ['macros.pptm', office.pptx],
    ['template.dotx', asKind(office.docx, 'template')],
    ['template.xltx', asKind(office.xlsx, 'template')],
    ['template.potx', asKind(office.pptx, 'template')],
    ['show.ppsx', asKind(office.pptx, 'slideshow')],
    ['prefix.docx', withPrefix(office.docx, 'w')],
    ['prefix.pptx', withPrefix(office.pptx, 'a')],
    ['prefix.xlsx', withMainPrefix(office.xlsx)],
    [
      'large.docx',
      docxOf(`<w:p><w:r><w:t>${text}</w:t></w:r></w:p>${'<w:p><w:r><w:t>quay</w:t></w:r></w:p>'.repeat(80_000)}`),
    ],
    [
      'text.odt',
      odfOf(
        'text',
        lines((one) => `<text:p>${one}</text:p>`),
      ),
    ],
    [
      'sheet.ods',
      odfOf(
        'spreadsheet',
        `<table:table table:name="Rates">${lines((one) => `<table:table-row><table:table-cell office:value-type="string"><text:p>${one}</text:p></table:table-cell></table:table-row>`)}</table:table>`,
      ),
    ],
    [
      'comments.docx',
      withParts(docxOf('<w:p/>'), 'word/document.xml', {
        'word/comments.xml': ['comments', `<w:comments><w:comment>${wordLines}</w:comment></w:comments>`],
        'word/header1.xml': ['header', `<w:hdr>${wordLines}</w:hdr>`],
        'word/chunk.htm': ['aFChunk', `<meta charset="utf-8"><p>Warehouse receipt`],
      }),
      `${text}\nWarehouse receipt`,
    ],
    [
      'comments.xlsx',
      withParts(xlsxOf(''), 'xl/worksheets/sheet1.xml', {
        'xl/comments1.xml': ['comments', `<comments><comment><text><t>${text}</t></text></comment></comments>`],
      }),
    ],
    ['comments.odt', odfOf('text', `<text:p>Quay<office:annotation>${openLines}</office:annotation></text:p>`)],
    [
      'comments.ods',
      odfOf(
        'spreadsheet',
        `<table:table><table:table-row><table:table-cell><office:annotation>${openLines}</office:annotation></table:table-cell></table:table-row></table:table>`,
      ),
    ],
    ['comments.xls', commented('biff8'), sentences[0] ?? ''],
    ['comments.xlsb', commented('xlsb')],
    ['letter.rtf', rtf(text)],
    ['old.xls', workbook('biff8')],
    ['binary.xlsb', workbook('xlsb')],
    ['word6.doc', word6Of(encodeIn('windows-1251', cyrillic), 0x04_19), cyrillic],
    ['word6-of-another-language.doc', word6Of(encodeIn('windows-1251', cyrillic), 0x04_09), cyrillic],
    ['handbook.epub', await buffer(epubOf(...sentences.map((one) => `<html><body><p>${one}</p></body></html>`)))],
    [
      'form.pdf',
      formOf(lineAt(72, 700, 'Consignee'), [field(latin), comment('Ask the surveyor')], {
        trailer: '/Info 90 0 R',
        objects: { 90: '<< /Title (Harbour handbook) >>' },
      }),
      `Consignee ${latin} Ask the surveyor Harbour handbook`,
    ],
    ['hyphens.pdf', formOf(`${lineAt(72, 700, 'demur-')}\n${lineAt(72, 686, 'rage clause')}`), 'demurrage clause'],
    ['names.zip', zip, names.join('\n')],
    ['names.tar', tar, names.join('\n')],
    ['names.tgz', gzipSync(tar), names.join('\n')],
    [
      'berth.ics',
      `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nSUMMARY:${latin.slice(0, 30)}\r\n ${latin.slice(30)}\r\nEND:VCALENDAR\r\n`,
      latin,
    ],
    ['desk.vcf', `BEGIN:VCARD\r\nVERSION:4.0\r\nFN:${latin}\r\nEND:VCARD\r\n`, latin],
    ['film.vtt', `WEBVTT\n\n00:01.000 --> 00:02.000\n${text}\n`],
    ['page.html', encodeIn('koi8-r', `<!doctype html><meta charset="koi8-r"><p>${cyrillic}</p>`), cyrillic],
    ['forwarded.eml', forwarded(`Subject: Offer\n\n${text}`, 'message/rfc822')],
    ['bounce.eml', forwarded(`Final-Recipient: rfc822; ${latin}`, 'message/delivery-status'), latin],
    ['attached-text.eml', forwarded(text, 'text/plain; name=note.txt')],
    ['long.txt', `${'berth '.repeat(500_000)}${text}`],
    ['nul.txt', `quay\0\0 ${text}${'\0'.repeat(100)}`],
    [
      'codes.json',
      JSON.stringify({ text: cyrillic }).replaceAll(/[^ -~]/g, (one) => `\\u0${one.charCodeAt(0).toString(16)}`),
      cyrillic,
    ],
    ['names-of-dos.zip', zipOfNames([encodeIn('ibm866', `${cyrillic.replace(':', '')}.txt`)]), cyrillic],
    ['names-of-windows.zip', zipOfNames([encodeIn('gbk', '装箱单 竹制托盘 三百箱.txt')]), '装箱单 竹制托盘 三百箱'],
    ['mail.eml', encodeIn('koi8-r', `Subject: ${cyrillic}\n\n${cyrillic}\n`), cyrillic],
  ];
  for (const [charset, samples] of Object.entries(charsetSamples))
    for (const [at, sample] of samples.entries()) {
      made.push([`${charset}-${at}.txt`, encodeIn(charset, sample), sample]);
      const root = `<?xml version="1.0" encoding="${charset}"?><a>${sample}</a>`;
      made.push([`${charset}-${at}.xml`, encodeIn(charset, root), sample]);
    }
  for (const charset of ['utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'] as const)
    made.push([`${charset}.txt`, encodeWide(charset, text)]);
  return made.map(([name, bytes, own = text]) => ({ name, bytes: Buffer.from(bytes), text: own }));
}
