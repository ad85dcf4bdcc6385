import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { blobPlace } from '#server/blobs/blob-place.ts';
import { BlobTooLarge } from '#server/blobs/blob-store.ts';
import type { BlobStore, StagedBlob } from '#server/blobs/blob-store.ts';
import { readConfig } from '#server/config.ts';
import { freshStorage, storedIn } from '#tests/storage.ts';

// What every store promises, on the disk and, when STORAGE_URL names one, on an S3-compatible server.

const kinds = process.env['STORAGE_URL'] ? (['disk', 'bucket'] as const) : (['disk'] as const);

async function openStore(t: TestContext, kind: (typeof kinds)[number]) {
  const dataDir = await mkdtemp(join(tmpdir(), 'stowage-blobs-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const config = readConfig({ DATA_DIR: dataDir, ...(kind === 'bucket' ? freshStorage() : {}) });
  const place = await blobPlace(config);
  await place.setMark('0'.repeat(32));
  return { place, blobs: await place.open(), stored: storedIn(config), config, dataDir };
}

async function* inPieces(bytes: Buffer, pieceBytes = 65_536): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += pieceBytes) yield bytes.subarray(from, from + pieceBytes);
}

async function* cut(bytes: Buffer): AsyncGenerator<Buffer> {
  yield* inPieces(bytes);
  throw new Error('the connection was cut');
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const megabyte = 1024 * 1024;
const limit = 100 * megabyte;

async function keep(blobs: BlobStore, bytes: Buffer): Promise<StagedBlob> {
  const staged = await blobs.stage(inPieces(bytes), limit);
  await blobs.publish([staged]);
  await blobs.settle([staged]);
  return staged;
}

async function read(blobs: BlobStore, key: string): Promise<Buffer> {
  const blob = await blobs.open(key);
  assert.ok(blob);
  if (blob.size === 0) await blob.close();
  return blob.size === 0 ? Buffer.alloc(0) : buffer(blob.stream({ start: 0, end: blob.size - 1 }));
}

const noneNamed = async () => new Set<string>();

for (const kind of kinds) {
  test(`a store: ${kind}`, async (t) => {
    const { place, blobs, stored, config, dataDir } = await openStore(t, kind);

    const sizes = [0, 1, 4_099, 131_072, 131_073, 262_144, 262_145, 8 * megabyte - 1, 8 * megabyte, 8 * megabyte + 1];
    for (const size of [...sizes, 25 * megabyte]) {
      await t.test(`keeps ${size} bytes as they are`, async () => {
        const bytes = randomBytes(size);
        const { key, head, ...told } = await keep(blobs, bytes);
        assert.match(key, /^[0-9a-f]{32}$/);
        assert.deepEqual(told, { size, sha256: hashOf(bytes) });
        assert.ok(head.equals(bytes.subarray(0, 4_100)));
        assert.ok((await read(blobs, key)).equals(bytes));
        const blob = await blobs.open(key);
        assert.equal(blob?.size, size);
        assert.ok((await blob?.bytes())?.equals(bytes));
      });
    }

    await t.test('gives ranges, and the same stamp until the bytes are touched', async () => {
      const bytes = randomBytes(9 * megabyte);
      const { key } = await keep(blobs, bytes);
      const ranges = [
        [0, 0],
        [10, 99_999],
        [8 * megabyte - 5, 8 * megabyte + 5],
        [bytes.length - 1, bytes.length - 1],
      ];
      const stamps = new Set<string | undefined>();
      for (const [start = 0, end = 0] of ranges) {
        const blob = await blobs.open(key);
        stamps.add(blob?.stamp);
        const part = blob && (await buffer(blob.stream({ start, end })));
        assert.ok(part?.equals(bytes.subarray(start, end + 1)), `${start}-${end}`);
      }
      assert.equal(stamps.size, 1);
      await stored.write(key, randomBytes(bytes.length));
      const touched = await blobs.open(key);
      assert.ok(!stamps.has(touched?.stamp));
      await touched?.close();
    });

    await t.test('lets go of a reader that stops in the middle', async () => {
      const { key } = await keep(blobs, randomBytes(9 * megabyte));
      // More of them than there may be connections.
      for (let place = 0; place < 300; place += 1) {
        const blob = await blobs.open(key);
        const stream = blob?.stream({ start: 0, end: 9 * megabyte - 1 });
        await stream?.[Symbol.asyncIterator]().next();
        stream?.destroy();
        assert.equal(stream?.destroyed, true);
      }
      assert.equal((await read(blobs, key)).length, 9 * megabyte);
    });

    await t.test('leaves nothing of what was cut, or too large, or discarded', async () => {
      const before = await stored.keys();
      for (const size of [100, 300_000, 20 * megabyte]) {
        await assert.rejects(blobs.stage(cut(randomBytes(size)), limit), /the connection was cut/);
        await assert.rejects(blobs.stage(inPieces(randomBytes(size)), size - 1), BlobTooLarge);
        const staged = await blobs.stage(inPieces(randomBytes(size)), size);
        const published = await blobs.stage(inPieces(randomBytes(size)), size);
        await blobs.publish([published]);
        await blobs.discard([staged, published]);
        assert.equal(await blobs.open(published.key), undefined);
      }
      assert.deepEqual(await stored.keys(), before);
      assert.deepEqual(await stored.inDoubt(), []);
      assert.deepEqual(
        (await readdir(dataDir)).filter((name) => name.startsWith('spool')),
        [],
      );
    });

    await t.test('knows what is in doubt until it is settled', async () => {
      const staged = await blobs.stage(inPieces(randomBytes(1_000)), limit);
      await blobs.publish([staged]);
      const doubts = async () => {
        const found = new Map<string, boolean>();
        for await (const { key, isInDoubt } of blobs.list()) found.set(key, isInDoubt);
        return found;
      };
      assert.equal((await doubts()).get(staged.key), true);
      await blobs.settle([staged]);
      assert.equal((await doubts()).get(staged.key), false);
      assert.deepEqual([...(await doubts()).keys()].toSorted(), await stored.keys());
    });

    await t.test('after a crash takes away what no record names, and nothing else', async () => {
      const before = await stored.keys();
      const [named, unnamed] = [
        await blobs.stage(inPieces(randomBytes(10)), 10),
        await blobs.stage(inPieces(randomBytes(10)), 10),
      ];
      await blobs.publish([named, unnamed]);
      const neverSent = randomBytes(16).toString('hex');
      await stored.doubt(neverSent);
      const again = await place.open();
      const asked: string[] = [];
      const removed = await again.recover(async (keys) => {
        asked.push(...keys);
        return new Set([named.key]);
      });
      assert.equal(removed, 2);
      assert.deepEqual(asked.toSorted(), [named.key, unnamed.key, neverSent].toSorted());
      assert.deepEqual(await stored.keys(), [...before, named.key].toSorted());
      assert.deepEqual(await stored.inDoubt(), []);
      assert.equal(await again.recover(noneNamed), 0);
    });

    await t.test('tidies up after one worker, and leaves alone what others are sending', async () => {
      const before = await stored.keys();
      const [gone, alive] = [await place.open('worker-1'), await place.open('worker-10')];
      await gone.publish([await gone.stage(inPieces(randomBytes(10)), 10)]);
      const sent = await alive.stage(inPieces(randomBytes(10)), 10);
      await alive.publish([sent]);
      assert.equal(await (await place.open('worker-1')).recover(noneNamed), 1);
      assert.deepEqual(await stored.keys(), [...before, sent.key].toSorted());
      // Once all have ended, whoever starts the server looks after all of them.
      assert.equal(await (await place.open()).recover(noneNamed), 1);
      assert.deepEqual(await stored.keys(), before);
      assert.deepEqual(await stored.inDoubt(), []);
    });

    await t.test('says of what is not there that it is not, and removes it all the same', async () => {
      const key = randomBytes(16).toString('hex');
      assert.equal(await blobs.open(key), undefined);
      await blobs.remove(key);
      const { key: kept } = await keep(blobs, randomBytes(10));
      await blobs.remove(kept);
      assert.equal(await blobs.open(kept), undefined);
    });

    await t.test('keeps a blob under a given key', async () => {
      const key = randomBytes(16).toString('hex');
      const staged = await blobs.stage(inPieces(Buffer.from('restored')), 8, key);
      await blobs.publish([staged]);
      await blobs.settle([staged]);
      assert.equal((await read(blobs, key)).toString(), 'restored');
    });

    await t.test('takes many at once', async () => {
      const bodies = Array.from({ length: 40 }, (_, place) => randomBytes(place % 8 === 0 ? 9 * megabyte : 20_000));
      const kept = await Promise.all(bodies.map((bytes) => keep(blobs, bytes)));
      for (const [place, { key }] of kept.entries())
        assert.ok((await read(blobs, key)).equals(bodies[place] as Buffer));
    });

    await t.test('answers a check while it is the store that it was, and only then', async () => {
      await blobs.check();
      const putBack = await stored.loseMark();
      await assert.rejects(blobs.check());
      await putBack();
      await blobs.check();
      assert.equal(await place.mark(), '0'.repeat(32));
      assert.equal(await place.holdsFiles(), true);
      assert.equal((await blobPlace(config)).name, place.name);
    });
  });
}
