import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { serverIdPath } from '../data-folder-marks.ts';
import { Refusal, refusal } from '../refusal.ts';
import type { Storage } from '../settings.ts';
import { syncPath } from '../sync-path.ts';
import { BlobTooLarge, headBytes, importWorker, isBlobKey } from './blob-store.ts';
import type { BlobLocation, BlobStore, OpenBlob } from './blob-store.ts';
import { PartSpool } from './part-spool.ts';
import { addressSigner } from './s3-address.ts';
import type { Signer } from './s3-address.ts';
import { bucketOf } from './s3-bucket.ts';
import type { Bucket } from './s3-bucket.ts';
import { connectS3, orCannotStart } from './s3-client.ts';
import { readObject, streamObject } from './s3-reader.ts';
import { makePartQueue, S3Upload } from './s3-upload.ts';

const checkTimeoutMs = 2_500;
const retryRemovalEveryMs = 15_000;
const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
const namesPerQuery = 500;

/** Returns a bucket, or a prefix in it, as a location for blobs. Throws CannotStart if it is unusable. */
export async function s3Location(storage: Storage, dataDir: string): Promise<BlobLocation> {
  const bucket = bucketOf(await connectS3(storage), storage);
  const sign = addressSigner(storage);
  return {
    name: `STORAGE_URL: s3://${storage.bucket}/${storage.prefix}`,
    kind: 'bucket',
    mark: () => orCannotStart(storage, bucket.read('store-id')),
    setMark: (id) => orCannotStart(storage, bucket.put('store-id', id)),
    found: () => orCannotStart(storage, bucket.firstName('')),
    holdsFiles: async () => (await orCannotStart(storage, bucket.firstName('blobs/'))) !== undefined,
    async open(worker) {
      const ownMarks = `staging/${await readServerId(dataDir)}/${worker === undefined ? '' : `${worker}-`}`;
      const blobs = openS3Blobs(bucket, { dataDir, ownMarks, sign });
      return { ...blobs, recover: (areNamed) => orCannotStart(storage, blobs.recover(areNamed)) };
    },
  };
}

/** Returns the id that distinguishes the uploads of this server from those of other servers with the same bucket. */
async function readServerId(dataDir: string): Promise<string> {
  const path = serverIdPath(dataDir);
  const existing = existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
  if (existing) return existing;
  const id = randomBytes(16).toString('hex');
  {
    await using file = await open(path, 'w', 0o600);
    await file.writeFile(id);
    await file.sync();
  }
  await syncPath(dataDir);
  return id;
}

/**
 * Stores blobs as objects `blobs/<key>`. Before the first byte of a blob is sent, an empty object
 * `staging/<server>/<key>` marks it as unsettled. With several workers, the name of the worker precedes the key. The
 * mark is removed when the record is committed. So after a crash, only running uploads need a check, and no server
 * removes a blob that another one is sending.
 */
function openS3Blobs(
  bucket: Bucket,
  { dataDir, ownMarks, sign }: { dataDir: string; ownMarks: string; sign: Signer | undefined },
): BlobStore {
  const queue = makePartQueue();
  const markedAt = new Map<string, number>();
  const check = async () => {
    const found = await bucket.head('store-id', checkTimeoutMs);
    if (!found) throw refusal.storeAway(new Error('the bucket has no store-id'));
  };
  const markName = (key: string) => ownMarks + key;
  const blobName = (key: string) => `blobs/${key}`;
  const mark = async (key: string) => {
    await bucket.put(markName(key), '');
    markedAt.set(key, performance.now());
  };
  const unmark = async ({ key }: { key: string }) => {
    await bucket.remove(markName(key));
    markedAt.delete(key);
  };
  const removal = repeatedRemoval(async (key) => {
    await bucket.abortUploads(blobName(key), () => true);
    await bucket.remove(blobName(key));
    await unmark({ key });
  });

  return {
    async stage(bytes, max, key = randomBytes(16).toString('hex')) {
      const upload = new S3Upload({
        client: bucket.client,
        object: bucket.object(blobName(key)),
        queue,
        openSpool: () => PartSpool.open(dataDir, key),
        marked: mark(key),
      });
      const hash = createHash('sha256');
      const first: Buffer[] = [];
      let size = 0;
      try {
        for await (const chunk of bytes) {
          if (size < headBytes) first.push(chunk.subarray(0, headBytes));
          size += chunk.length;
          if (size > max) throw new BlobTooLarge();
          hash.update(chunk);
          await upload.add(chunk);
        }
        await upload.finish();
      } catch (error) {
        const removed = upload.stop().then(() => removal.remove(key));
        // If the store is unreachable, waiting for the removal would only delay the response.
        if (!(error instanceof Refusal)) await removed;
        throw error;
      }
      return { key, size, sha256: hash.digest('hex'), head: Buffer.concat(first).subarray(0, headBytes) };
    },
    async publish(staged) {
      const publishOne = async ({ key, size }: { key: string; size: number }) => {
        // Other servers remove blobs whose marks are a day old, so an old mark is renewed.
        if (performance.now() - (markedAt.get(key) ?? -Infinity) > hourMs) await mark(key);
        const head = await bucket.head(blobName(key));
        if (head?.size !== size)
          throw refusal.storeAway(new Error(`${head?.size} bytes are stored instead of ${size}`));
      };
      await Promise.all(staged.map(publishOne));
    },
    async settle(staged) {
      await Promise.all(staged.map(unmark));
    },
    async discard(staged) {
      await Promise.all(staged.map(({ key }) => removal.remove(key)));
    },
    async recover(areNamed) {
      const old = bucket.now() - dayMs;
      const marks: { name: string; key: string }[] = [];
      for await (const page of bucket.names('staging/')) {
        for (const { name, changedAt } of page) {
          const key = name.slice(-32);
          const isImported = ownMarks.endsWith('/') && name.startsWith(`${ownMarks}${importWorker}-`);
          const isOurs = name.startsWith(ownMarks) && !isImported;
          if (isBlobKey(key) && (isOurs || changedAt.getTime() < old)) marks.push({ name, key });
        }
      }
      const unnamed = new Set<string>();
      for (let from = 0; from < marks.length; from += namesPerQuery) {
        const keys = marks.slice(from, from + namesPerQuery).map(({ key }) => key);
        const named = await areNamed(keys);
        for (const key of keys) if (!named.has(key)) unnamed.add(key);
      }
      await bucket.abortUploads(
        'blobs/',
        ({ name, begunAt }) => begunAt.getTime() < old || unnamed.has(name.slice('blobs/'.length)),
      );
      for (const { name, key } of marks) {
        if (unnamed.has(key)) await bucket.remove(blobName(key));
        await bucket.remove(name);
      }
      return unnamed.size;
    },
    open: (key) => openObject(bucket, blobName(key), sign),
    async *list() {
      for await (const page of bucket.names('blobs/')) {
        // Read after the names: a blob that was unsettled before and is not listed now has been settled or removed.
        const inDoubt = new Set<string>();
        for await (const marks of bucket.names('staging/')) for (const { name } of marks) inDoubt.add(name.slice(-32));
        for (const { name, changedAt } of page) {
          const key = name.slice('blobs/'.length);
          if (isBlobKey(key)) yield { key, changedAt, isInDoubt: inDoubt.has(key) };
        }
      }
    },
    remove: (key) => bucket.remove(blobName(key)),
    check,
    checkWrite: check,
  };
}

async function openObject(bucket: Bucket, name: string, sign: Signer | undefined): Promise<OpenBlob | undefined> {
  const head = await bucket.head(name);
  if (!head) return undefined;
  const { size, fingerprint } = head;
  return {
    size,
    fingerprint,
    stream: (range) => streamObject(bucket.client, { ...bucket.object(name), ...range }),
    async bytes(range = { start: 0, end: size - 1 }) {
      const pieces: Buffer[] = [];
      const objectRange = { ...bucket.object(name), ...range };
      for await (const piece of readObject(bucket.client, objectRange, new AbortController().signal))
        pieces.push(piece);
      return Buffer.concat(pieces);
    },
    // There is nothing to close: a connection is in use only while bytes are transferred.
    close: async () => {},
    ...(sign && { address: (headers) => sign(bucket.object(name), headers, new Date(bucket.now())) }),
  };
}

/**
 * Removes objects. If the store cannot remove an object now, the removal is repeated until it succeeds, or at the next
 * start.
 */
function repeatedRemoval(removeNow: (key: string) => Promise<void>) {
  const remaining = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let isBusy = false;
  const retry = async () => {
    if (isBusy) return;
    isBusy = true;
    try {
      for (const key of remaining) {
        await removeNow(key);
        remaining.delete(key);
      }
      clearInterval(timer);
      timer = undefined;
    } catch {
      // The store is still unreachable.
    } finally {
      isBusy = false;
    }
  };
  return {
    remove: async (key: string) => {
      try {
        await removeNow(key);
      } catch {
        remaining.add(key);
        timer ??= setInterval(() => void retry(), retryRemovalEveryMs).unref();
      }
    },
  };
}
