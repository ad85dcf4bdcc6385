import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import type { ListMultipartUploadsCommandOutput, ListObjectsV2CommandOutput, S3Client } from '@aws-sdk/client-s3';
import type { Storage } from '../config.ts';
import { serverIdPath } from '../database/data-folder.ts';
import { Refusal, refusal } from '../refusal.ts';
import { syncPath } from '../sync-path.ts';
import { BlobTooLarge, headBytes, isBlobKey } from './blob-store.ts';
import type { BlobPlace, BlobStore, OpenBlob } from './blob-store.ts';
import { PartSpool } from './part-spool.ts';
import { addressSigner } from './s3-address.ts';
import type { Signer } from './s3-address.ts';
import { askWithinMs, connectS3, orCannotStart, unlessMissing, within } from './s3-client.ts';
import { readObject, streamObject } from './s3-reader.ts';
import { makeSlots, S3Upload } from './s3-upload.ts';

const checkWithinMs = 2_500;
const removeAgainEveryMs = 15_000;
const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
const namesAtOnce = 500;

/** A bucket, or what is below a prefix in it. Throws CannotStart when it cannot be used. */
export async function s3Place(storage: Storage, dataDir: string): Promise<BlobPlace> {
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
      const ownMarks = `staging/${await keptServerId(dataDir)}/${worker === undefined ? '' : `${worker}-`}`;
      const blobs = openS3Blobs(bucket, { dataDir, ownMarks, sign });
      return { ...blobs, recover: (areNamed) => orCannotStart(storage, blobs.recover(areNamed)) };
    },
  };
}

/** Tells this server's uploads from those of others that share the bucket. */
async function keptServerId(dataDir: string): Promise<string> {
  const path = serverIdPath(dataDir);
  const kept = existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
  if (kept) return kept;
  const id = randomBytes(16).toString('hex');
  const file = await open(path, 'w', 0o600);
  await file.writeFile(id);
  await file.sync();
  await file.close();
  await syncPath(dataDir);
  return id;
}

/**
 * Blobs as objects, `blobs/<key>`. Before the first byte of one is sent, an empty object `staging/<server>/<key>` says that
 * it is in doubt, with the worker's name before the key where there are several; that one goes when its record is committed.
 * So a crash leaves no more to look at than what was under way, and nobody takes away what another one is just sending.
 */
function openS3Blobs(
  bucket: Bucket,
  { dataDir, ownMarks, sign }: { dataDir: string; ownMarks: string; sign: Signer | undefined },
): BlobStore {
  const slots = makeSlots();
  const markedAt = new Map<string, number>();
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
    async stage(bytes, most, key = randomBytes(16).toString('hex')) {
      const upload = new S3Upload({
        client: bucket.client,
        object: bucket.object(blobName(key)),
        slots,
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
          if (size > most) throw new BlobTooLarge();
          hash.update(chunk);
          await upload.add(chunk);
        }
        await upload.finish();
      } catch (error) {
        const removed = upload.stop().then(() => removal.remove(key));
        // A store that is away would only keep the answer waiting.
        if (!(error instanceof Refusal)) await removed;
        throw error;
      }
      return { key, size, sha256: hash.digest('hex'), head: Buffer.concat(first).subarray(0, headBytes) };
    },
    async publish(staged) {
      const publishOne = async ({ key, size }: { key: string; size: number }) => {
        // Other servers look after marks that are a day old.
        if (performance.now() - (markedAt.get(key) ?? -Infinity) > hourMs) await mark(key);
        const head = await bucket.head(blobName(key));
        if (head?.size !== size) throw refusal.storeAway(new Error(`${head?.size} bytes were kept of ${size}`));
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
          const isOurs = name.startsWith(ownMarks);
          if (isBlobKey(key) && (isOurs || changedAt.getTime() < old)) marks.push({ name, key });
        }
      }
      const unnamed = new Set<string>();
      for (let from = 0; from < marks.length; from += namesAtOnce) {
        const keys = marks.slice(from, from + namesAtOnce).map(({ key }) => key);
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
        // Asked after the names: what was in doubt then and is not now has been settled or is gone.
        const inDoubt = new Set<string>();
        for await (const marks of bucket.names('staging/')) for (const { name } of marks) inDoubt.add(name.slice(-32));
        for (const { name, changedAt } of page) {
          const key = name.slice('blobs/'.length);
          if (isBlobKey(key)) yield { key, changedAt, isInDoubt: inDoubt.has(key) };
        }
      }
    },
    remove: (key) => bucket.remove(blobName(key)),
    async check() {
      const found = await bucket.head('store-id', checkWithinMs);
      if (!found) throw refusal.storeAway(new Error('the bucket has no store-id'));
    },
  };
}

async function openObject(bucket: Bucket, name: string, sign: Signer | undefined): Promise<OpenBlob | undefined> {
  const head = await bucket.head(name);
  if (!head) return undefined;
  const { size, stamp } = head;
  return {
    size,
    stamp,
    stream: (range) => streamObject(bucket.client, { ...bucket.object(name), ...range }),
    async bytes(range = { start: 0, end: size - 1 }) {
      const pieces: Buffer[] = [];
      const wanted = { ...bucket.object(name), ...range };
      for await (const piece of readObject(bucket.client, wanted, new AbortController().signal)) pieces.push(piece);
      return Buffer.concat(pieces);
    },
    // A connection is held only while bytes are on their way.
    close: async () => {},
    ...(sign && { address: (headers) => sign(bucket.object(name), headers, new Date(bucket.now())) }),
  };
}

/** Removes what must go; what the store cannot remove right now is removed when it is back, or at the next start. */
function repeatedRemoval(removeNow: (key: string) => Promise<void>) {
  const left = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let isBusy = false;
  const again = async () => {
    if (isBusy) return;
    isBusy = true;
    try {
      for (const key of left) {
        await removeNow(key);
        left.delete(key);
      }
      clearInterval(timer);
      timer = undefined;
    } catch {
      // It is away still.
    } finally {
      isBusy = false;
    }
  };
  return {
    remove: async (key: string) => {
      try {
        await removeNow(key);
      } catch {
        left.add(key);
        timer ??= setInterval(() => void again(), removeAgainEveryMs).unref();
      }
    },
  };
}

type Bucket = ReturnType<typeof bucketOf>;
type Listed = { name: string; changedAt: Date };
type Begun = { name: string; begunAt: Date };

/** The few things that are asked of a bucket, by names below the prefix. */
function bucketOf(client: S3Client, { bucket: Bucket, prefix }: Storage) {
  const object = (name: string) => ({ Bucket, Key: prefix + name });
  const bare = (key: string | undefined) => (key ?? '').slice(prefix.length);

  async function* names(below: string): AsyncGenerator<Listed[]> {
    let after: string | undefined;
    do {
      const command = new ListObjectsV2Command({ Bucket, Prefix: prefix + below, ContinuationToken: after });
      const page: ListObjectsV2CommandOutput = await within(askWithinMs, (options) => client.send(command, options));
      yield (page.Contents ?? []).map(({ Key, LastModified }) => ({
        name: bare(Key),
        changedAt: LastModified ?? new Date(),
      }));
      after = page.NextContinuationToken;
    } while (after !== undefined);
  }

  async function* uploads(below: string): AsyncGenerator<Begun & { id: string | undefined }> {
    let after: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {};
    while (after) {
      const command: ListMultipartUploadsCommand = new ListMultipartUploadsCommand({
        Bucket,
        Prefix: prefix + below,
        ...after,
      });
      const page: ListMultipartUploadsCommandOutput = await within(askWithinMs, (options) =>
        client.send(command, options),
      );
      for (const { Key, Initiated, UploadId } of page.Uploads ?? [])
        yield { name: bare(Key), begunAt: Initiated ?? new Date(), id: UploadId };
      after = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : undefined;
    }
  }

  return {
    client,
    object,
    names,
    /** By the clock of the store, as far as it has told. */
    now: () => Date.now() + client.config.systemClockOffset,
    async put(name: string, text: string): Promise<void> {
      const command = new PutObjectCommand({ ...object(name), Body: text, ContentLength: Buffer.byteLength(text) });
      await within(askWithinMs, (options) => client.send(command, options));
    },
    async read(name: string): Promise<string | undefined> {
      const command = new GetObjectCommand(object(name));
      const found = await unlessMissing(within(askWithinMs, (options) => client.send(command, options)));
      return (await found?.Body?.transformToString())?.trim();
    },
    async head(name: string, limitMs = askWithinMs): Promise<{ size: number; stamp: string } | undefined> {
      const command = new HeadObjectCommand(object(name));
      const found = await unlessMissing(within(limitMs, (options) => client.send(command, options)));
      if (!found) return undefined;
      return { size: found.ContentLength ?? 0, stamp: `${found.ETag}/${found.LastModified?.getTime()}` };
    },
    /** One by one: not every store has the call that removes many. */
    async remove(name: string): Promise<void> {
      const command = new DeleteObjectCommand(object(name));
      await unlessMissing(within(askWithinMs, (options) => client.send(command, options)));
    },
    async abortUploads(below: string, isLeft: (upload: Begun) => boolean): Promise<void> {
      for await (const { id, ...upload } of uploads(below)) {
        if (!isLeft(upload)) continue;
        const command = new AbortMultipartUploadCommand({ ...object(upload.name), UploadId: id });
        await unlessMissing(within(askWithinMs, (options) => client.send(command, options)));
      }
    },
    async firstName(below: string): Promise<string | undefined> {
      const command = new ListObjectsV2Command({ Bucket, Prefix: prefix + below, MaxKeys: 1 });
      const page = await within(askWithinMs, (options) => client.send(command, options));
      const [first] = page.Contents ?? [];
      return first ? bare(first.Key) : undefined;
    },
  };
}
