import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { compoundFileOf, word6Of } from '#tests/compound-files.ts';
import { readFixture } from '#tests/fixtures.ts';
import { docxOf, odfOf, repacked } from '#tests/office-files.ts';
import { reasonOf } from '../unreadable.rules.ts';
import { thumbnailOf } from './picture.ts';
import { readContent } from './read-content.ts';

const office = 'application/vnd.openxmlformats-officedocument';

async function reasonFor(bytes: Buffer, mediaType: string): Promise<string> {
  const options = { shrinkPicture: async () => undefined, keepText: async () => {} };
  const { page, text, problems } = await readContent(bytes, { mediaType }, options);
  assert.deepEqual([page, text], [undefined, undefined], mediaType);
  return reasonOf(problems.join('; '));
}

test('the reason says whether a document is protected, too old, too large, of another kind or damaged', async () => {
  const encrypted = compoundFileOf({ EncryptedPackage: Buffer.alloc(5000), EncryptionInfo: Buffer.alloc(200) });
  for (const kind of ['wordprocessingml.document', 'spreadsheetml.sheet', 'presentationml.presentation'])
    assert.equal(await reasonFor(encrypted, `${office}.${kind}`), 'protected', kind);
  const forOldPrograms = compoundFileOf({ EncryptedPackage: Buffer.alloc(5000), WordDocument: Buffer.alloc(5000) });
  assert.equal(await reasonFor(forOldPrograms, `${office}.wordprocessingml.document`), 'protected');
  assert.equal(await reasonFor(forOldPrograms, 'application/msword'), 'protected');
  const document = repacked(odfOf('text', '<text:p>x</text:p>'), (path, text) => [
    path,
    text.replace(
      'manifest:media-type="application/vnd.oasis.opendocument.text"/>',
      '><manifest:encryption-data/></manifest:file-entry>',
    ),
  ]);
  assert.equal(await reasonFor(document, 'application/vnd.oasis.opendocument.text'), 'protected');

  const word = (signature: { signature?: number; version?: number; flags?: number }) =>
    reasonFor(word6Of(Buffer.from('secret'), 1033, signature), 'application/msword');
  assert.equal(await word({ flags: 0x01_00 }), 'protected');
  assert.equal(await word({ signature: 0xa5_db, version: 45 }), 'too_old');

  const slides = (token: number) => {
    const user = Buffer.alloc(100);
    user.writeUInt32LE(token, 12);
    return compoundFileOf({ 'Current User': user, 'PowerPoint Document': Buffer.alloc(5000) });
  };
  assert.equal(await reasonFor(slides(0xf3_d1_c4_df), 'application/vnd.ms-powerpoint'), 'protected');
  const old = compoundFileOf({ PP40: Buffer.alloc(5000) });
  assert.equal(await reasonFor(old, 'application/vnd.ms-powerpoint'), 'too_old');
  const of95 = { 'Current User': Buffer.alloc(12), 'PowerPoint Document': Buffer.alloc(5000), Text_Content: old };
  assert.equal(await reasonFor(compoundFileOf(of95), 'application/vnd.ms-powerpoint'), 'too_old');
  assert.equal(await reasonFor(Buffer.from('!BDN mailbox'), 'application/vnd.ms-outlook'), 'unsupported');
  assert.equal(await reasonFor(Buffer.from('PK\u0003\u0004'), `${office}.wordprocessingml.document`), 'damaged');
  assert.equal(await reasonFor(readFixture('damaged.pdf'), 'application/pdf'), 'damaged');
  const deep = `${'<w:tbl><w:tr><w:tc>'.repeat(1500)}<w:p/>${'</w:tc></w:tr></w:tbl>'.repeat(1500)}`;
  assert.equal(await reasonFor(docxOf(deep), `${office}.wordprocessingml.document`), 'too_large');
  for (const problem of ['it crashed', 'text: unpacks to too much', 'it took too much memory'])
    assert.equal(reasonOf(problem), 'too_large', problem);
  assert.equal(reasonOf('thumbnail: tiff2vips: tiled separate planes not supported'), 'unsupported');
});

test('a picture of too many pixels is too large, and not damaged', async () => {
  const chunk = (type: string, data: Buffer) => {
    const checked = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(checked));
    return Buffer.concat([length, checked, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(30_000, 0);
  header.writeUInt32BE(30_000, 4);
  header[8] = 8;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const png = Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', Buffer.alloc(100)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  await assert.rejects(thumbnailOf(png), ({ message }: Error) => {
    assert.equal(reasonOf(`thumbnail: ${message}`), 'too_large', message);
    return true;
  });
});
