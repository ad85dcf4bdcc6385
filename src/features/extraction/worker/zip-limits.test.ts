import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { zipOf } from '#tests/zip.ts';
import { checkArchive } from './zip-limits.ts';

const signature = 0x02_01_4b_50;

/** Returns a copy of the archive whose first entry claims another unpacked size. */
function claiming(archive: Buffer, size: number): Buffer {
  const forged = Buffer.from(archive);
  for (let at = 0; at < forged.length - 4; at += 1) {
    if (forged.readUInt32LE(at) !== signature) continue;
    forged.writeUInt32LE(size, at + 24);
    return forged;
  }
  throw new Error('no entry');
}

test('an archive whose directory exceeds the limits is refused', async () => {
  const honest = await buffer(zipOf([['word/document.xml', 'text '.repeat(10_000)]]));
  checkArchive(honest);
  checkArchive(Buffer.concat([honest.subarray(0, -2), Buffer.from([5, 0]), Buffer.from('notes')]));
  assert.throws(() => checkArchive(claiming(honest, 400 * 1024 * 1024)), /too much/);
  assert.throws(() => checkArchive(honest.subarray(0, honest.length - 30)), /no archive/);
  assert.throws(() => checkArchive(Buffer.concat([honest.subarray(40)])), /damaged archive|too many/);
  assert.throws(() => checkArchive(Buffer.alloc(10)), /no archive/);
  const many = Buffer.from(honest);
  many.writeUInt16LE(10_001, many.length - 22 + 10);
  assert.throws(() => checkArchive(many), /too many/);
});
