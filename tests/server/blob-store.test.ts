import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import { blobLocation } from '#server/blobs/blob-location.ts';
import { BlobTooLarge, headBytes } from '#server/blobs/blob-store.ts';
import type { BlobStore, StagedBlob } from '#server/blobs/blob-store.ts';
import { readConfig } from '#server/config.ts';
import { freshStorage, storedIn } from '#tests/storage.ts';

// The contract of every blob store: on the disk and, with STORAGE_URL, on an S3-compatible server.

const kinds = process.env['STORAGE_URL'] ? (['disk', 'bucket'] as const) : (['disk'] as const);

async function openStore(t: TestContext, kind: (typeof kinds)[number]) {
  const dataDir = await mkdtemp(join(tmpdir(), 'stowage-blobs-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const config = readConfig({ DATA_DIR: dataDir, ...(kind === 'bucket' ? freshStorage() : {}) });
  const index = await blobLocation(config);
  await index.setMark('0'.repeat(32));
  return { index, blobs: await index.open(), stored: storedIn(config), config, dataDir };
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
  describe(`blob store: ${kind}`, () => {
    const sizes = [
      0,
      1,
      4_099,
      65_536,
      65_537,
      131_072,
      131_073,
      262_144,
      262_145,
      8 * megabyte - 1,
      8 * megabyte,
      8 * megabyte + 1,
    ];
    for (const size of [...sizes, 25 * megabyte]) {
      test(`stores and returns ${size} bytes unchanged`, async (t) => {
        const { blobs } = await openStore(t, kind);
        const bytes = randomBytes(size);
        const { key, head, ...published } = await keep(blobs, bytes);
        assert.match(key, /^[0-9a-f]{32}$/);
        assert.deepEqual(published, { size, sha256: hashOf(bytes) });
        assert.ok(head.equals(bytes.subarray(0, headBytes)));
        assert.ok((await read(blobs, key)).equals(bytes));
        const blob = await blobs.open(key);
        assert.equal(blob?.size, size);
        assert.ok((await blob?.bytes())?.equals(bytes));
      });
    }

    test('returns ranges, and the same fingerprint until the bytes change', async (t) => {
      const { blobs, stored } = await openStore(t, kind);
      const bytes = randomBytes(9 * megabyte);
      const { key } = await keep(blobs, bytes);
      const ranges = [
        [0, 0],
        [10, 99_999],
        [8 * megabyte - 5, 8 * megabyte + 5],
        [bytes.length - 1, bytes.length - 1],
      ];
      const fingerprint = new Set<string | undefined>();
      for (const [start = 0, end = 0] of ranges) {
        const blob = await blobs.open(key);
        fingerprint.add(blob?.fingerprint);
        const part = blob && (await buffer(blob.stream({ start, end })));
        assert.ok(part?.equals(bytes.subarray(start, end + 1)), `${start}-${end}`);
      }
      assert.equal(fingerprint.size, 1);
      await stored.write(key, randomBytes(bytes.length));
      const touched = await blobs.open(key);
      assert.ok(!fingerprint.has(touched?.fingerprint));
      await touched?.close();
    });

    test('releases the handle of an aborted read', async (t) => {
      const { blobs } = await openStore(t, kind);
      const { key } = await keep(blobs, randomBytes(9 * megabyte));
      // More reads than the maximum number of connections.
      for (let index = 0; index < 300; index += 1) {
        const blob = await blobs.open(key);
        const stream = blob?.stream({ start: 0, end: 9 * megabyte - 1 });
        await stream?.[Symbol.asyncIterator]().next();
        stream?.destroy();
        assert.equal(stream?.destroyed, true);
      }
      assert.equal((await read(blobs, key)).length, 9 * megabyte);
    });

    test('leaves nothing of an aborted, oversized or discarded upload', async (t) => {
      const { blobs, stored, dataDir } = await openStore(t, kind);
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
      assert.deepEqual(await stored.stagedKeys(), []);
      assert.deepEqual(
        (await readdir(dataDir)).filter((name) => name.startsWith('spool')),
        [],
      );
    });

    test('lists a blob as uncommitted until it is settled', async (t) => {
      const { blobs, stored } = await openStore(t, kind);
      const staged = await blobs.stage(inPieces(randomBytes(1_000)), limit);
      await blobs.publish([staged]);
      const uncommitted = async () => {
        const found = new Map<string, boolean>();
        for await (const { key, isInDoubt } of blobs.list()) found.set(key, isInDoubt);
        return found;
      };
      assert.equal((await uncommitted()).get(staged.key), true);
      await blobs.settle([staged]);
      assert.equal((await uncommitted()).get(staged.key), false);
      assert.deepEqual([...(await uncommitted()).keys()].toSorted(), await stored.keys());
    });

    test('after a crash removes uncommitted blobs without a record, and nothing else', async (t) => {
      const { index, blobs, stored } = await openStore(t, kind);
      const before = await stored.keys();
      const [named, unnamed] = [
        await blobs.stage(inPieces(randomBytes(10)), 10),
        await blobs.stage(inPieces(randomBytes(10)), 10),
      ];
      await blobs.publish([named, unnamed]);
      const neverSent = randomBytes(16).toString('hex');
      await stored.stage(neverSent);
      const again = await index.open();
      const asked: string[] = [];
      const removed = await again.recover(async (keys) => {
        asked.push(...keys);
        return new Set([named.key]);
      });
      assert.equal(removed, 2);
      assert.deepEqual(asked.toSorted(), [named.key, unnamed.key, neverSent].toSorted());
      assert.deepEqual(await stored.keys(), [...before, named.key].toSorted());
      assert.deepEqual(await stored.stagedKeys(), []);
      assert.equal(await again.recover(noneNamed), 0);
    });

    test('removes the uncommitted blobs of one worker and keeps those of others', async (t) => {
      const { index, stored } = await openStore(t, kind);
      const before = await stored.keys();
      const [gone, alive] = [await index.open('worker-1'), await index.open('worker-10')];
      await gone.publish([await gone.stage(inPieces(randomBytes(10)), 10)]);
      const sent = await alive.stage(inPieces(randomBytes(10)), 10);
      await alive.publish([sent]);
      assert.equal(await (await index.open('worker-1')).recover(noneNamed), 1);
      assert.deepEqual(await stored.keys(), [...before, sent.key].toSorted());
      // Without a worker name, recovery covers the blobs of all workers.
      assert.equal(await (await index.open()).recover(noneNamed), 1);
      assert.deepEqual(await stored.keys(), before);
      assert.deepEqual(await stored.stagedKeys(), []);
    });

    test('returns undefined for a missing blob, and removing it succeeds', async (t) => {
      const { blobs } = await openStore(t, kind);
      const key = randomBytes(16).toString('hex');
      assert.equal(await blobs.open(key), undefined);
      await blobs.remove(key);
      const { key: stored } = await keep(blobs, randomBytes(10));
      await blobs.remove(stored);
      assert.equal(await blobs.open(stored), undefined);
    });

    test('stores a blob under a given key', async (t) => {
      const { blobs } = await openStore(t, kind);
      const key = randomBytes(16).toString('hex');
      const staged = await blobs.stage(inPieces(Buffer.from('restored')), 8, key);
      await blobs.publish([staged]);
      await blobs.settle([staged]);
      assert.equal((await read(blobs, key)).toString(), 'restored');
    });

    test('stores many blobs at the same time', async (t) => {
      const { blobs } = await openStore(t, kind);
      const bodies = Array.from({ length: 40 }, (_, index) => randomBytes(index % 8 === 0 ? 9 * megabyte : 20_000));
      const stored = await Promise.all(bodies.map((bytes) => keep(blobs, bytes)));
      for (const [index, { key }] of stored.entries())
        assert.ok((await read(blobs, key)).equals(bodies[index] as Buffer));
    });

    test('passes the check only while it has its identification', async (t) => {
      const { index, blobs, stored, config } = await openStore(t, kind);
      await keep(blobs, randomBytes(10));
      await blobs.check();
      const putBack = await stored.removeStoreId();
      await assert.rejects(blobs.check());
      await putBack();
      await blobs.check();
      assert.equal(await index.mark(), '0'.repeat(32));
      assert.equal(await index.holdsFiles(), true);
      assert.equal((await blobLocation(config)).name, index.name);
    });
  });
}
