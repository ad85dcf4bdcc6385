import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { CompletedPart, S3Client } from '@aws-sdk/client-s3';
import { makeFairQueue } from '../fair-queue.ts';
import type { FairQueue } from '../fair-queue.ts';
import { partBytes } from './part-spool.ts';
import type { PartSpool } from './part-spool.ts';
import { requestTimeoutMs, transferTimeoutMs, unlessMissing, within } from './s3-client.ts';

// Why not `Upload` of @aws-sdk/lib-storage (tried at 3.1169.0): it fails the trial "20 uploads that pause in the middle
// take little memory and disk" of tests/server/bucket.test.ts. It gathers every part in memory while the client sends
// it, and keeps the buffer of a part that was sent until the next one is full. 20 paused uploads took 311 MiB instead
// of 75 to 91, and the amount grows with the number of clients. A limit for parts on their way does not help: a slow
// client would occupy its slot for an unlimited time. Its `abort()` also returns while a part is still being sent, and
// aborts the multipart upload only once, without a second attempt when the store is away.

// Smaller bodies stay in memory.
const smallBytes = 256 * 1024;

// The limit for the whole process. It bounds the memory, independent of the number of uploads.
const partsAtOnce = 6;

export type PartQueue = FairQueue<S3Upload>;

export const makePartQueue = (): PartQueue => makeFairQueue({ atOnce: partsAtOnce });

type Target = {
  client: S3Client;
  object: { Bucket: string; Key: string };
  /** Uploads take turns. */
  queue: PartQueue;
  /** Opens the disk buffer of a larger body. */
  openSpool: () => Promise<PartSpool>;
  /** Resolves when the blob is marked as unsettled. No byte is sent before. */
  marked: Promise<unknown>;
};

/** One upload into the store. A small body is sent in one request, a larger one in parts while the rest arrives. */
export class S3Upload {
  readonly #target: Target;
  readonly #stop = new AbortController();
  #small: Buffer[] = [];
  #size = 0;
  #spool: PartSpool | undefined;
  /** The number of full parts, and the bytes of the current one. */
  #full = 0;
  #gathered = 0;
  #uploadId: string | undefined;
  #loaded: Promise<unknown> = Promise.resolve();
  #sent: Promise<CompletedPart>[] = [];
  #failure: Error | undefined;

  constructor(target: Target) {
    this.#target = target;
    // `finish`, `stop` and `#sendPart` await it and handle its failure.
    target.marked.catch(() => {});
  }

  async add(chunk: Buffer): Promise<void> {
    if (this.#failure) throw this.#failure;
    this.#size += chunk.length;
    if (!this.#spool && this.#size <= smallBytes) {
      this.#small.push(chunk);
      return;
    }
    if (!this.#spool) {
      this.#spool = await this.#target.openSpool();
      for (const early of this.#small.splice(0)) await this.#write(this.#spool, early);
    }
    await this.#write(this.#spool, chunk);
  }

  async #write(spool: PartSpool, chunk: Buffer): Promise<void> {
    for (let from = 0; from < chunk.length;) {
      const piece = chunk.subarray(from, from + partBytes - this.#gathered);
      await spool.write(this.#full, this.#gathered, piece);
      from += piece.length;
      this.#gathered += piece.length;
      if (this.#gathered === partBytes) await this.#sendPart(spool);
    }
  }

  /** Resolves when the previous part has been read from the spool, so that the next part can overwrite it. */
  async #sendPart(spool: PartSpool): Promise<void> {
    const { client, object, queue, marked } = this.#target;
    await marked;
    const uploadId = (this.#uploadId ??= await this.#begin());
    const [part, size] = [this.#full, this.#gathered];
    this.#full += 1;
    this.#gathered = 0;
    await this.#loaded;
    const { promise: loaded, resolve: isLoaded } = Promise.withResolvers<void>();
    const sent = queue.run(this, async () => {
      this.#stop.signal.throwIfAborted();
      const body = await spool.read(part, size);
      isLoaded();
      const PartNumber = part + 1;
      const command = new UploadPartCommand({ ...object, UploadId: uploadId, PartNumber, Body: body });
      const { ETag } = await within(transferTimeoutMs, (options) => client.send(command, options), this.#stop.signal);
      return { PartNumber, ...(ETag === undefined ? {} : { ETag }) };
    });
    void sent
      .catch((error: Error) => {
        this.#failure ??= error;
      })
      .finally(isLoaded);
    this.#loaded = loaded;
    this.#sent.push(sent);
  }

  async #begin(): Promise<string> {
    const { client, object } = this.#target;
    const begun = await within(requestTimeoutMs, (options) =>
      client.send(new CreateMultipartUploadCommand(object), options),
    );
    if (!begun.UploadId) throw new Error('the store returned no upload id');
    return begun.UploadId;
  }

  /** Call this after all bytes are added. When it resolves, the object is complete in the store. */
  async finish(): Promise<void> {
    const spool = this.#spool;
    if (spool && this.#uploadId) {
      if (this.#gathered > 0) await this.#sendPart(spool);
      await this.#complete(this.#uploadId, await Promise.all(this.#sent));
    } else {
      await this.#target.marked;
      if (spool) await this.#target.queue.run(this, async () => this.#put(await spool.read(0, this.#gathered)));
      else await this.#put(Buffer.concat(this.#small));
    }
    await spool?.close();
  }

  async #put(body: Buffer): Promise<void> {
    const { client, object } = this.#target;
    const command = new PutObjectCommand({ ...object, Body: body, ContentLength: body.length });
    await within(transferTimeoutMs, (options) => client.send(command, options), this.#stop.signal);
  }

  async #complete(UploadId: string, Parts: CompletedPart[]): Promise<void> {
    const { client, object } = this.#target;
    const command = new CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload: { Parts } });
    try {
      await within(transferTimeoutMs, (options) => client.send(command, options));
    } catch (error) {
      // The response may have been lost. The upload id is then invalid, but the object exists.
      const head = within(requestTimeoutMs, (options) => client.send(new HeadObjectCommand(object), options));
      const found = await unlessMissing(head).catch(() => undefined);
      if (found?.ContentLength !== this.#size) throw error;
    }
  }

  /** Stops sending. The caller removes the parts that were sent. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.allSettled([...this.#sent, this.#target.marked]);
    await this.#spool?.close();
  }
}
