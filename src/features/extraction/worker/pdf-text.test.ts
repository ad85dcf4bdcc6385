import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOf } from './text-of.ts';

/** A PDF of one page with this drawing and these annotations. */
function pdfOf(drawing: string, annotations: readonly string[] = []): Buffer {
  const refs = annotations.map((_, at) => `${6 + at} 0 R`).join(' ');
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${refs}] /DA (/F1 12 Tf) /DR << /Font << /F1 5 0 R >> >> >> >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> /Annots [${refs}] >>`,
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...annotations,
  ].map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`);
  return Buffer.from(`%PDF-1.4\n${objects.join('')}trailer\n<< /Root 1 0 R /Size ${objects.length + 1} >>\n%%EOF\n`);
}

const read = (bytes: Buffer) => textOf(bytes, { mediaType: 'application/pdf' });
const at = (x: number, y: number, text: string) => `BT /F1 12 Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET`;

test('form values and comments of a PDF are read', async () => {
  const box = '/Rect [0 0 100 20]';
  const text = await read(
    pdfOf(at(72, 700, 'Shipper'), [
      `<< /Type /Annot /Subtype /Widget /FT /Tx /T (shipper) /V (Lanting Trading) ${box} >>`,
      `<< /Type /Annot /Subtype /Widget /FT /Ch /Ff 2097152 /T (ports) /Opt [(Hamburg) (Ningbo)] /V [(Ningbo) (Hamburg)] ${box} >>`,
      `<< /Type /Annot /Subtype /Widget /FT /Btn /T (agreed) /V /Yesplease ${box} >>`,
      `<< /Type /Annot /Subtype /Text /Contents (Ask the surveyor) ${box} >>`,
    ]),
  );
  assert.equal(text, 'Shipper Ask the surveyor Lanting Trading Ningbo Hamburg');
});

test('a word that a line end parts is joined, and pieces far apart are not', async () => {
  const text = await read(
    pdfOf([at(72, 700, 'The ship is loa-'), at(72, 686, 'ded with forty-'), at(72, 672, 'foot boxes')].join('\n')),
  );
  assert.equal(text, 'The ship is loaded with fortyfoot boxes loa-ded forty-foot');
  const apart = await read(pdfOf([at(72, 750, 'Header'), at(300, 400, 'Body'), at(72, 30, 'Footer')].join('\n')));
  assert.equal(apart, 'Header Body Footer');
});
