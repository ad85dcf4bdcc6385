import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compoundFileOf, word6Of } from '#tests/compound-files.ts';
import { readFixture } from '#tests/fixtures.ts';
import { odfOf, repacked } from '#tests/office-files.ts';
import { reasonOf } from '../unreadable.rules.ts';
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
  for (const problem of ['it crashed', 'text: unpacks to too much', 'it took too much memory'])
    assert.equal(reasonOf(problem), 'too_large', problem);
  assert.equal(reasonOf('thumbnail: tiff2vips: tiled separate planes not supported'), 'unsupported');
});
