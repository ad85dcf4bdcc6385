import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { encodeIn, encodeWide } from '#tests/encode.ts';
import { readFixture } from '#tests/fixtures.ts';
import { zipOf } from '#tests/zip.ts';
import { mediaTypeOf } from './media-types.rules.ts';

const typeOf = (bytes: Buffer | string, name: string) => mediaTypeOf(Buffer.from(bytes), name);

test('two letters at the start of a text do not make it a picture or a program', async () => {
  assert.equal(await typeOf('BMW;VIN\nX5;1\n', 'cars.csv'), 'text/csv; charset=utf-8');
  assert.equal(await typeOf('MZ Handel\n', 'letter.txt'), 'text/plain; charset=utf-8');
  assert.equal(await typeOf('PK 12 is loaded', 'note.txt'), 'text/plain; charset=utf-8');
  assert.equal(await typeOf(readFixture('gate-label.bmp'), 'label.bmp'), 'image/bmp');
  assert.equal(await typeOf('%PDF-1.4\n1 0 obj\n', 'a.txt'), 'application/pdf');
});

test('a text that begins with the signature of another kind of file is a text', async () => {
  assert.equal(await typeOf('GIF;Gewicht;IFO\nA;1;2\n', 'a.csv'), 'text/csv; charset=utf-8');
  assert.equal(await typeOf('%PDF is a format of pages\n', 'a.txt'), 'text/plain; charset=utf-8');
  assert.equal(await typeOf('BZh is the name of a ship\n', 'a.txt'), 'text/plain; charset=utf-8');
  assert.equal(await typeOf(readFixture('crane.gif'), 'a.gif'), 'image/gif');
  assert.equal(await typeOf('%!PS-Adobe-3.0\n%%Title: Quay\n', 'a.ps'), 'application/postscript');
});

test('NUL bytes in a text and behind its end do not change its kind', async () => {
  assert.equal(await typeOf('line one\n\0\0 line two\n', 'a.txt'), 'text/plain; charset=utf-8');
  assert.equal(await typeOf(`container;weight\n1;2\n\0`, 'a.csv'), 'text/csv; charset=utf-8');
  assert.equal(await typeOf(`report of the quay\n${'\0'.repeat(400)}`, 'a.txt'), 'text/plain; charset=utf-8');
  const latin = Buffer.concat([Buffer.from('Schiffe am Kai von Lübeck\n'.repeat(4), 'latin1'), Buffer.alloc(40)]);
  assert.equal(await typeOf(latin, 'a.txt'), 'text/plain; charset=windows-1252');
  assert.equal(await typeOf(Buffer.alloc(400), 'a.txt'), 'application/octet-stream');
  assert.equal(await typeOf(readFixture('gate-notes-utf16.txt'), 'a.txt'), 'text/plain; charset=utf-16le');
});

test('a web archive of Word with the name of a document is recognised', async () => {
  const archive =
    'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="B"\r\n\r\n--B\r\nContent-Type: text/html\r\n\r\n<p>Quay\r\n--B--\r\n';
  assert.equal(await typeOf(archive, 'letter.doc'), 'multipart/related; charset=utf-8');
  assert.equal(await typeOf('MIME-Version: what it is\n', 'a.txt'), 'text/plain; charset=utf-8');
});

test('a book that was packed by hand, raw photos and TGA pictures are recognised by their extension', async () => {
  const book = await buffer(zipOf([['META-INF/container.xml', '<container/>']]));
  assert.equal(await typeOf(book, 'handbook.epub'), 'application/epub+zip');
  assert.equal(await typeOf(book, 'handbook.zip'), 'application/zip');
  const tiff = Buffer.alloc(200);
  tiff.write('MM\0*');
  assert.equal(await typeOf(tiff, 'quay.PEF'), 'image/x-raw-pef');
  assert.equal(await typeOf(tiff, 'quay.tif'), 'image/tiff');
  const tga = Buffer.from([0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1, 0, 24, 0, 1, 2, 3, 4, 5, 6]);
  assert.equal(await typeOf(tga, 'quay.tga'), 'image/x-tga');
});

test('a TIFF picture whose directory is behind its pixels is recognised', async () => {
  const fax = Buffer.alloc(100_000);
  fax.write('II*\0');
  fax.writeUInt32LE(99_000, 4);
  assert.equal(await typeOf(fax, 'scan.tif'), 'image/tiff');
});

test('text is recognised without a byte order mark and with a few controls', async () => {
  assert.equal(await typeOf(encodeWide('utf-16le', 'Gate 4 is closed\n'), 'a.txt'), 'text/plain; charset=utf-16le');
  assert.equal(await typeOf(encodeWide('utf-32be', 'Gate 4 is closed\n'), 'a.csv'), 'text/csv; charset=utf-32be');
  assert.equal(await typeOf('first line\u0007\nlast line\u001A', 'old.txt'), 'text/plain; charset=utf-8');
  assert.equal(await typeOf(encodeIn('windows-1252', 'Lübeck'), 'a.txt'), 'text/plain; charset=windows-1252');
  assert.equal(await typeOf(Buffer.from([1, 2, 3, 4, 5, 6]), 'a.bin'), 'application/octet-stream');
});

test('texts with a signature have a charset too', async () => {
  const calendar = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n';
  assert.equal(await typeOf(calendar, 'berth.ics'), 'text/calendar; charset=utf-8');
  assert.equal(await typeOf('BEGIN:VCARD\r\nVERSION:3.0\r\nEND:VCARD\r\n', 'a.vcf'), 'text/vcard; charset=utf-8');
  assert.equal(await typeOf('WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n', 'a.vtt'), 'text/vtt; charset=utf-8');
});

test('an OpenDocument file in one XML file has the type of its ending', async () => {
  const source = '<?xml version="1.0" encoding="UTF-8"?>\n<office:document xmlns:office="x"/>';
  assert.equal(
    await typeOf(source, 'a.fods'),
    'application/vnd.oasis.opendocument.spreadsheet-flat-xml; charset=utf-8',
  );
  assert.equal(await typeOf(source, 'a.fodt'), 'application/vnd.oasis.opendocument.text-flat-xml; charset=utf-8');
});

test('HTML under the name of a workbook is a workbook, and a text of values is not', async () => {
  assert.equal(await typeOf('\ufeff<table><tr><td>1</td></tr></table>', 'rates.xls'), 'application/vnd.ms-excel');
  assert.equal(await typeOf('<!DOCTYPE html><table></table>', 'rates.xls'), 'application/vnd.ms-excel');
  assert.equal(await typeOf('Port\tTons\n', 'rates.xls'), 'text/plain; charset=utf-8');
  assert.equal(await typeOf('<table></table>', 'rates.html'), 'text/html; charset=utf-8');
});
