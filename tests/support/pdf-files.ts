type More = { catalog?: string; trailer?: string; objects?: Record<number, string> };

/** Returns a PDF of one page with this drawing and these annotations. `objects` have numbers of their own. */
export function formOf(
  drawing: string,
  annotations: readonly string[] = [],
  { catalog = '', trailer = '', objects: others = {} }: More = {},
): Buffer {
  const refs = annotations.map((_, at) => `${6 + at} 0 R`).join(' ');
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} /AcroForm << /Fields [${refs}] /DA (/F1 12 Tf) /DR << /Font << /F1 5 0 R >> >> >> >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> /Annots [${refs}] >>`,
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...annotations,
  ].map((object, at): [string, string] => [String(at + 1), object]);
  const body = [...objects, ...Object.entries(others)].map(([at, object]) => `${at} 0 obj\n${object}\nendobj\n`);
  return Buffer.from(
    `%PDF-1.4\n${body.join('')}trailer\n<< /Root 1 0 R ${trailer} /Size ${body.length + 1} >>\n%%EOF\n`,
  );
}

/** Draws a line of text at a place of the page. */
export const lineAt = (x: number, y: number, text: string) => `BT /F1 12 Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET`;

/** Returns a PDF whose first page has this text and whose second page is only a photo, a JPEG of this size. */
export function mixedPdf(text: string, photo: Buffer, { width, height }: { width: number; height: number }): Buffer {
  const page = (contents: number, resources: string) =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${contents} 0 R /Resources << ${resources} >> >>`;
  const stream = (content: string | Buffer, more = '') => [
    `<< /Length ${content.length} ${more} >>\nstream\n`,
    content,
    '\nendstream',
  ];
  const image = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`;
  const objects: (string | Buffer)[][] = [
    ['<< /Type /Catalog /Pages 2 0 R >>'],
    ['<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>'],
    [page(5, '/Font << /F1 6 0 R >>')],
    [page(7, '/XObject << /Photo 8 0 R >>')],
    stream(lineAt(40, height - 60, text)),
    ['<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'],
    stream(`q ${width} 0 0 ${height} 0 0 cm /Photo Do Q`),
    stream(photo, image),
  ];
  const body = objects.flatMap((object, at) => [`${at + 1} 0 obj\n`, ...object, '\nendobj\n']);
  const all = ['%PDF-1.4\n', ...body, `trailer\n<< /Root 1 0 R /Size ${objects.length + 1} >>\n%%EOF\n`];
  return Buffer.concat(all.map((part) => Buffer.from(part)));
}
