import { deflateSync } from 'node:zlib';

// Distances are in points from the top left corner of an A4 page.
export const pageWidth = 595;
export const pageHeight = 842;

/** A picture in shades of grey that covers the page. */
export type PdfScan = { width: number; height: number; shades: Buffer };

export type PdfPage = { marks: string[]; scan?: PdfScan };

type TextLook = { size?: number; bold?: boolean; grey?: boolean };

const fromTop = (y: number) => (pageHeight - y).toFixed(1);

/** Letters as the built-in fonts have them; what they lack becomes its nearest plain letter, or a question mark. */
function printable(text: string): string {
  const plain = text
    .replace(/[‘’]/g, "'")
    .replace(/[–—]/g, '-')
    .replace(
      /[^\u0020-\u007e\u00a0-\u00ff]/g,
      (letter) => letter.normalize('NFKD').replace(/[^\u0020-\u007e]/g, '') || '?',
    );
  return plain.replace(/[\\()]/g, '\\$&');
}

export function writeText(page: PdfPage, x: number, y: number, text: string, look: TextLook = {}): void {
  const font = look.bold ? 'F2' : 'F1';
  page.marks.push(
    `BT ${look.grey ? '0.4' : '0'} g /${font} ${look.size ?? 10} Tf ${x.toFixed(1)} ${fromTop(y)} Td (${printable(text)}) Tj ET`,
  );
}

/** For amounts: digits are all of one width, so their right edges meet. */
export function writeAmount(page: PdfPage, right: number, y: number, text: string, look: TextLook = {}): void {
  const widthOf = (letter: string) => (/[.,: ]/.test(letter) ? 0.278 : 0.556);
  const width = Array.from(text).reduce((sum, letter) => sum + widthOf(letter), 0) * (look.size ?? 10);
  writeText(page, right - width, y, text, look);
}

export function drawLine(page: PdfPage, x: number, y: number, toX: number, toY = y): void {
  page.marks.push(`0.6 G 0.6 w ${x} ${fromTop(y)} m ${toX} ${fromTop(toY)} l S`);
}

export function drawBox(
  page: PdfPage,
  box: { x: number; y: number; width: number; height: number },
  filled = false,
): void {
  const path = `${box.x} ${fromTop(box.y + box.height)} ${box.width} ${box.height} re`;
  page.marks.push(filled ? `0.92 g ${path} f` : `0.6 G 0.6 w ${path} S`);
}

/** The pages as a PDF 1.4 with the two fonts that every reader has. */
export function pdfOf(title: string, pages: readonly PdfPage[]): Buffer {
  const objects: Buffer[] = [];
  const add = (content: string | Buffer) => objects.push(Buffer.from(content as string, 'latin1'));
  const font = (name: string) => add(`<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`);
  const catalog = 1;
  const tree = 2;
  // Both are known only when the pages are; their numbers come first.
  add('');
  add('');
  const fonts = `/Font << /F1 ${font('Helvetica')} 0 R /F2 ${font('Helvetica-Bold')} 0 R >>`;
  const kids = pages.map((page) => {
    const image = page.scan && add(scanObject(page.scan));
    const draw = image ? `q ${pageWidth} 0 0 ${pageHeight} 0 0 cm /Scan Do Q\n` : '';
    const content = add(streamObject('', Buffer.from(draw + page.marks.join('\n'), 'latin1')));
    const images = image ? ` /XObject << /Scan ${image} 0 R >>` : '';
    return add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${pageWidth} ${pageHeight}] /Resources << ${fonts}${images} >> /Contents ${content} 0 R >>`,
    );
  });
  objects[catalog - 1] = Buffer.from(`<< /Type /Catalog /Pages ${tree} 0 R >>`);
  objects[tree - 1] = Buffer.from(
    `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`,
  );
  const info = add(`<< /Title (${printable(title)}) /Producer (Stowage demo) >>`);
  return assemble(objects, `/Root ${catalog} 0 R /Info ${info} 0 R`);
}

function streamObject(entries: string, bytes: Buffer): Buffer {
  const packed = deflateSync(bytes, { level: 6 });
  return Buffer.concat([
    Buffer.from(`<< ${entries} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`),
    packed,
    Buffer.from('\nendstream'),
  ]);
}

const scanObject = ({ width, height, shades }: PdfScan) =>
  streamObject(
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8`,
    shades,
  );

/** Numbers the objects from 1 and writes where each begins. */
function assemble(objects: readonly Buffer[], trailer: string): Buffer {
  const pieces = [Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  let offset = pieces[0]?.length ?? 0;
  const starts: number[] = [];
  for (const [place, object] of objects.entries()) {
    const piece = Buffer.concat([Buffer.from(`${place + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    starts.push(offset);
    offset += piece.length;
    pieces.push(piece);
  }
  const table = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  pieces.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} ${trailer} >>\nstartxref\n${offset}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(pieces);
}
