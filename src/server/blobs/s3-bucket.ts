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
import type { Storage } from '../settings.ts';
import { requestTimeoutMs, unlessMissing, within } from './s3-client.ts';

export type Bucket = ReturnType<typeof bucketOf>;
type Listed = { name: string; size: number; changedAt: Date };
type Begun = { name: string; begunAt: Date };

/** The bucket operations that the store needs. Names are relative to the prefix. */
export function bucketOf(client: S3Client, { bucket: Bucket, prefix }: Storage) {
  const object = (name: string) => ({ Bucket, Key: prefix + name });
  const withoutPrefix = (key: string | undefined) => (key ?? '').slice(prefix.length);

  async function* names(below: string): AsyncGenerator<Listed[]> {
    let after: string | undefined;
    do {
      const command = new ListObjectsV2Command({ Bucket, Prefix: prefix + below, ContinuationToken: after });
      const page: ListObjectsV2CommandOutput = await within(requestTimeoutMs, (options) =>
        client.send(command, options),
      );
      yield (page.Contents ?? []).map(({ Key, Size, LastModified }) => ({
        name: withoutPrefix(Key),
        size: Size ?? 0,
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
      const page: ListMultipartUploadsCommandOutput = await within(requestTimeoutMs, (options) =>
        client.send(command, options),
      );
      for (const { Key, Initiated, UploadId } of page.Uploads ?? [])
        yield { name: withoutPrefix(Key), begunAt: Initiated ?? new Date(), id: UploadId };
      after = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : undefined;
    }
  }

  return {
    client,
    object,
    names,
    /** Returns the time on the clock of the store, as far as it is known. */
    now: () => Date.now() + client.config.systemClockOffset,
    async put(name: string, text: string): Promise<void> {
      const command = new PutObjectCommand({ ...object(name), Body: text, ContentLength: Buffer.byteLength(text) });
      await within(requestTimeoutMs, (options) => client.send(command, options));
    },
    async read(name: string): Promise<string | undefined> {
      const command = new GetObjectCommand(object(name));
      const found = await unlessMissing(within(requestTimeoutMs, (options) => client.send(command, options)));
      return (await found?.Body?.transformToString())?.trim();
    },
    async head(name: string, limitMs = requestTimeoutMs): Promise<{ size: number; fingerprint: string } | undefined> {
      const command = new HeadObjectCommand(object(name));
      const found = await unlessMissing(within(limitMs, (options) => client.send(command, options)));
      if (!found) return undefined;
      return { size: found.ContentLength ?? 0, fingerprint: `${found.ETag}/${found.LastModified?.getTime()}` };
    },
    /** Removes one object per request, because some stores do not support deleting many at once. */
    async remove(name: string): Promise<void> {
      const command = new DeleteObjectCommand(object(name));
      await unlessMissing(within(requestTimeoutMs, (options) => client.send(command, options)));
    },
    async abortUploads(below: string, isAbandoned: (upload: Begun) => boolean): Promise<void> {
      for await (const { id, ...upload } of uploads(below)) {
        if (!isAbandoned(upload)) continue;
        const command = new AbortMultipartUploadCommand({ ...object(upload.name), UploadId: id });
        await unlessMissing(within(requestTimeoutMs, (options) => client.send(command, options)));
      }
    },
    async firstName(below: string): Promise<string | undefined> {
      const command = new ListObjectsV2Command({ Bucket, Prefix: prefix + below, MaxKeys: 1 });
      const page = await within(requestTimeoutMs, (options) => client.send(command, options));
      const [first] = page.Contents ?? [];
      return first ? withoutPrefix(first.Key) : undefined;
    },
  };
}
