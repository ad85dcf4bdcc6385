import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { encodeIn } from '#tests/encode.ts';
import { readFixture } from '#tests/fixtures.ts';
import { epubOf, zipOf, zipOfNames } from '#tests/zip.ts';
import { withNamesIn } from '../archive-names.ts';
import { reasonOf } from '../unreadable.rules.ts';
import { pageOf } from './page-of.ts';
import { readContent } from './read-content.ts';
import { textOf } from './text-of.ts';

const zip = { mediaType: 'application/zip' };
const tar = { mediaType: 'application/x-tar' };
const gzip = { mediaType: 'application/gzip' };
const made = async (bytes: Buffer, kind: { mediaType: string }) =>
  (await pageOf(bytes, kind, async () => undefined)) ?? '';

async function tarOf(entries: Record<string, string>): Promise<Buffer> {
  const archive = pack();
  for (const [name, content] of Object.entries(entries)) archive.entry({ name }, content);
  archive.finalize();
  return buffer(archive);
}

test('the names and sizes in an archive are listed and found', async () => {
  const long = `papers/${'quay '.repeat(40)}/bill.pdf`;
  const entries = { 'papers/': '', 'papers/<b>.txt': 'x'.repeat(2048), [long]: 'a', '提单.pdf': '' };
  const packed = await tarOf(entries);
  const archives: [Buffer, typeof zip][] = [
    [await buffer(zipOf(Object.entries(entries).filter(([name]) => !name.endsWith('/')))), zip],
    [packed, tar],
    [gzipSync(packed), gzip],
  ];
  for (const [bytes, kind] of archives) {
    assert.match((await textOf(bytes, kind)) ?? '', /papers\/<b>\.txt papers\/(quay ){40}\/bill\.pdf 提单\.pdf$/);
    assert.match(
      await made(bytes, kind),
      /<td dir="auto">papers\/&#60;b&#62;\.txt<\/td><td class="number">2\.00 KB<\/td>/,
    );
  }
  assert.match(String(await textOf(readFixture('shipment-4711.zip'), zip)), /装箱单\/重量\.csv Übersicht\.txt/);
  assert.match(await made(Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1'), zip), /This archive is empty/);
});

test('the names in a ZIP archive of Windows in China, Japan, Korea, Russia or Western Europe are found', async () => {
  const samples: [charset: string, ...names: string[]][] = [
    ['gbk', '装箱单/发票01.txt', '装箱单/提单.pdf'],
    ['shift_jis', '船荷証券/コンテナ.txt', '請求書.pdf'],
    ['big5', '裝箱單/發票.txt', '提單與訂艙確認書.pdf'],
    ['euc-kr', '선하증권.pdf', '포장명세서.xlsx'],
    ['ibm866', 'Ведомость груза.txt', 'Счёт за перевозку.pdf'],
    ['ibm850', 'Größe und Übergewicht.txt', 'Zollerklärung für März.pdf'],
  ];
  for (const [charset, ...names] of samples) {
    const bytes = zipOfNames(names.map((name) => encodeIn(charset, name)));
    assert.equal(await textOf(bytes, zip), names.join(' '), charset);
  }
});

test('the page of an archive whose names have no charset can be shown in another one, and stays harmless', async () => {
  const names = ['装箱单.txt', '提单<b>.pdf', '发票01.txt'].map((name) => encodeIn('gbk', name));
  const bytes = zipOfNames([...names, Buffer.from('Größe.txt')]);
  const { charset, page = '' } = await readContent(bytes, zip, {
    shrinkPicture: async () => undefined,
    keepText: async () => {},
  });
  assert.equal(charset, 'gb18030');
  assert.match(page, />装箱单\.txt<.*>提单&#60;b&#62;\.pdf</);
  const russian = withNamesIn(page, 'ibm866');
  assert.match(russian, />╫░╧ф╡е\.txt<.*&#60;b&#62;\.pdf<.*Größe\.txt/);
  assert.equal(withNamesIn(russian, 'gb18030'), page);
});

test('a compressed file that is no archive is listed with its name', async () => {
  const named = Buffer.concat([
    gzipSync('quay 7').subarray(0, 3),
    Buffer.from([8]),
    gzipSync('quay 7').subarray(4, 10),
  ]);
  const bytes = Buffer.concat([named, Buffer.from('berths.csv\0'), gzipSync('quay 7').subarray(10)]);
  assert.equal(await textOf(bytes, gzip), 'berths.csv');
  assert.match(await made(bytes, gzip), /<td dir="auto">berths\.csv<\/td><td class="number">6 Bytes<\/td>/);
});

test('a compressed file whose header is larger than 128 KB is damaged', async () => {
  const packed = gzipSync('quay 7');
  const extra = Buffer.from([...packed.subarray(0, 3), 28, ...packed.subarray(4, 10), 0xff, 0xff]);
  const endless = [extra, Buffer.alloc(0xffff), Buffer.alloc(256 * 1024, 'a')];
  for (const bytes of [Buffer.concat(endless), Buffer.concat([...endless, Buffer.from('\0\0'), packed.subarray(10)])])
    await assert.rejects(textOf(bytes, gzip), (error: Error) => {
      assert.match(error.message, /header of the gzip file does not end/);
      return reasonOf(error.message) === 'damaged';
    });
});

test('an archive with very many entries, and one that unpacks to very much, are listed in part', async () => {
  const name = Buffer.from('n.txt');
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02_01_4b_50, 0);
  entry.writeUInt16LE(name.length, 28);
  // More than the form of ZIP without 64-bit numbers can have.
  const count = 200_000;
  const directory = Buffer.alloc(count * (entry.length + name.length), Buffer.concat([entry, name]));
  const end64 = Buffer.alloc(56);
  end64.writeUInt32LE(0x06_06_4b_50, 0);
  end64.writeBigUInt64LE(BigInt(count), 32);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07_06_4b_50, 0);
  locator.writeBigUInt64LE(BigInt(directory.length), 8);
  const end = Buffer.from(`PK\x05\x06\0\0\0\0${'\xff'.repeat(12)}\0\0`, 'latin1');
  const many = Buffer.concat([directory, end64, locator, end]);
  assert.match(await made(many, zip), /198,000 more entries not listed/);
  assert.match((await textOf(many, zip)) ?? '', /^n\.txt n\.txt/);

  const bomb = gzipSync(
    Buffer.concat([
      await tarOf({ 'first.txt': 'a' }).then((bytes) => bytes.subarray(0, 1024)),
      Buffer.alloc(60_000_000),
    ]),
  );
  assert.match((await textOf(bomb, gzip)) ?? '', /^first\.txt$/);
});

test('a book is read in the order of its chapters', async () => {
  const first =
    '<html><head><title>T</title></head><body><h1>Mooring</h1><img src="x.png"/><script>no()</script></body></html>';
  const book = await buffer(epubOf(first, '<html><body><p>Second chapter</p></body></html>'));
  const epub = { mediaType: 'application/epub+zip' };
  assert.equal(await textOf(book, epub), 'Harbour handbook T Mooring Second chapter');
  const page = await made(book, epub);
  assert.match(page, /<section><h1>Mooring<\/h1><\/section><section><p>Second chapter<\/p><\/section>/);
  assert.doesNotMatch(page, /script|x\.png|cannot be shown/);
});

test('the lines of calendars and contacts are joined', async () => {
  const calendar = 'BEGIN:VCALENDAR\r\nSUMMARY:Berth mee\r\n ting\\, quay 7\r\nEND:VCALENDAR\r\n';
  const text = await textOf(Buffer.from(calendar), { mediaType: 'text/calendar; charset=utf-8' });
  assert.match(text ?? '', /Berth meeting, quay 7/);
  const titles = 'WEBVTT\n\n00:01.000 --> 00:02.000\nCast off\n';
  assert.match((await textOf(Buffer.from(titles), { mediaType: 'text/vtt' })) ?? '', /Cast off/);
});
