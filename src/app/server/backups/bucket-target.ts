import { randomBytes } from 'node:crypto';
import { PartSpool } from '#server/blobs/part-spool.ts';
import { bucketOf } from '#server/blobs/s3-bucket.ts';
import { connectS3 } from '#server/blobs/s3-client.ts';
import { streamObject } from '#server/blobs/s3-reader.ts';
import { makePartQueue, S3Upload } from '#server/blobs/s3-upload.ts';
import type { Storage } from '#server/settings.ts';
import { once, targetName } from './target.ts';
import type { Target } from './target.ts';

/** Keeps objects in a bucket, or below a prefix of it. Large objects are buffered in the data folder, a part at a time. */
export async function openBucketTarget(storage: Storage, dataDir: string): Promise<Target> {
  const bucket = bucketOf(await connectS3(storage, 'BACKUP_TARGET'), storage);
  const queue = makePartQueue();
  return {
    name: targetName({ storage }),
    async write(name, { bytes }) {
      const upload = new S3Upload({
        client: bucket.client,
        object: bucket.object(name),
        queue,
        openSpool: () => PartSpool.open(dataDir, randomBytes(16).toString('hex')),
        marked: Promise.resolve(),
      });
      try {
        for await (const chunk of bytes) await upload.add(chunk);
        await upload.finish();
      } catch (error) {
        await upload.stop();
        // If the store is unreachable, the next backup removes the parts.
        await bucket.abortUploads(name, (begun) => begun.name === name).catch(() => undefined);
        throw error;
      }
    },
    async open(name) {
      const head = await bucket.head(name);
      if (!head) return undefined;
      if (head.size === 0) return once('').bytes;
      return streamObject(bucket.client, { ...bucket.object(name), start: 0, end: head.size - 1 });
    },
    async *list(below) {
      for await (const page of bucket.names(below)) yield page.map(({ name, size }) => ({ name, size }));
    },
    remove: (name) => bucket.remove(name),
    removeLeftovers: () => bucket.abortUploads('objects/', () => true),
  };
}
