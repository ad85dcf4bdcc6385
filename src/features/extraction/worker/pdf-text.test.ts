import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formOf, lineAt as at } from '#tests/pdf-files.ts';
import { textOf } from './text-of.ts';

const read = (bytes: Buffer) => textOf(bytes, { mediaType: 'application/pdf' });

test('form values and comments of a PDF are read', async () => {
  const box = '/Rect [0 0 100 20]';
  const text = await read(
    formOf(at(72, 700, 'Shipper'), [
      `<< /Type /Annot /Subtype /Widget /FT /Tx /T (shipper) /V (Lanting Trading) ${box} >>`,
      `<< /Type /Annot /Subtype /Widget /FT /Ch /Ff 2097152 /T (ports) /Opt [(Hamburg) (Ningbo)] /V [(Ningbo) (Hamburg)] ${box} >>`,
      `<< /Type /Annot /Subtype /Widget /FT /Btn /T (agreed) /V /Yesplease ${box} >>`,
      `<< /Type /Annot /Subtype /Text /Contents (Ask the surveyor) ${box} >>`,
    ]),
  );
  assert.equal(text, 'Shipper Ask the surveyor Lanting Trading Ningbo Hamburg');
});

test('the title and the bookmarks of a PDF are read, and the choices of a form as it shows them', async () => {
  const box = '/Rect [0 0 100 20]';
  const choices = '/FT /Ch /Ff 131072 /T (port) /Opt [[(1) (Hamburg)] [(2) (Ningbo)]] /V (2)';
  const form = formOf(at(72, 700, 'Shipper'), [`<< /Type /Annot /Subtype /Widget ${choices} ${box} >>`], {
    catalog: '/Outlines 90 0 R',
    trailer: '/Info 93 0 R',
    objects: {
      90: '<< /Type /Outlines /First 91 0 R /Last 91 0 R /Count 1 >>',
      91: '<< /Title (Chapter of berths) /Parent 90 0 R /First 92 0 R /Last 92 0 R /Count 1 >>',
      92: '<< /Title (Tides) /Parent 91 0 R >>',
      93: '<< /Title (Harbour handbook) >>',
    },
  });
  assert.equal(await read(form), 'Shipper 2 Ningbo Harbour handbook Chapter of berths Tides');
});

test('a word that a line end parts is joined, and pieces far apart are not', async () => {
  const text = await read(
    formOf([at(72, 700, 'The ship is loa-'), at(72, 686, 'ded with forty-'), at(72, 672, 'foot boxes')].join('\n')),
  );
  assert.equal(text, 'The ship is loaded with fortyfoot boxes loa-ded forty-foot');
  const apart = await read(formOf([at(72, 750, 'Header'), at(300, 400, 'Body'), at(72, 30, 'Footer')].join('\n')));
  assert.equal(apart, 'Header Body Footer');
});
