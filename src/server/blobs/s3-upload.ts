import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { CompletedPart, S3Client } from '@aws-sdk/client-s3';
import { partBytes } from './part-spool.ts';
import type { PartSpool } from './part-spool.ts';
import { askWithinMs, moveWithinMs, unlessMissing, within } from './s3-client.ts';

// Up to here a body stays in memory.
const smallBytes = 256 * 1024;

// In the whole process, so that memory is bounded whatever the number of uploads.
const partsAtOnce = 6;

export type Slots = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs so much work at once; the rest waits in line. */
export function makeSlots(count = partsAtOnce): Slots {
  const waiting: (() => void)[] = [];
  let free = count;
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

type Target = {
  client: S3Client;
  object: { Bucket: string; Key: string };
  slots: Slots;
  /** Where a larger body may wait for its turn. */
  openSpool: () => Promise<PartSpool>;
  /** Done before the first byte is sent. */
  marked: Promise<unknown>;
};

/** One object on its way into the store: a small one in one piece, a larger one in parts while the rest still arrives. */
export class S3Upload {
  readonly #target: Target;
  readonly #stop = new AbortController();
  #small: Buffer[] = [];
  #size = 0;
  #spool: PartSpool | undefined;
  /** Parts that are full, and how much of the next one there is. */
  #full = 0;
  #gathered = 0;
  #uploadId: string | undefined;
  #loaded: Promise<unknown> = Promise.resolve();
  #sent: Promise<CompletedPart>[] = [];
  #failure: Error | undefined;

  constructor(target: Target) {
    this.#target = target;
    // A failure is thrown where it is waited for.
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

  /** Comes back once the part before this one has left the spool; the next one takes its place there. */
  async #sendPart(spool: PartSpool): Promise<void> {
    const { client, object, slots, marked } = this.#target;
    await marked;
    const uploadId = (this.#uploadId ??= await this.#begin());
    const [part, size] = [this.#full, this.#gathered];
    this.#full += 1;
    this.#gathered = 0;
    await this.#loaded;
    const { promise: loaded, resolve: isLoaded } = Promise.withResolvers<void>();
    const sent = slots(async () => {
      this.#stop.signal.throwIfAborted();
      const body = await spool.read(part, size);
      isLoaded();
      const PartNumber = part + 1;
      const command = new UploadPartCommand({ ...object, UploadId: uploadId, PartNumber, Body: body });
      const { ETag } = await within(moveWithinMs, (options) => client.send(command, options), this.#stop.signal);
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
    const begun = await within(askWithinMs, (options) =>
      client.send(new CreateMultipartUploadCommand(object), options),
    );
    if (!begun.UploadId) throw new Error('the store gave an upload no name');
    return begun.UploadId;
  }

  /** All bytes have been added: the object is there, whole, when this comes back. */
  async finish(): Promise<void> {
    const spool = this.#spool;
    if (spool && this.#uploadId) {
      if (this.#gathered > 0) await this.#sendPart(spool);
      await this.#complete(this.#uploadId, await Promise.all(this.#sent));
    } else {
      await this.#target.marked;
      if (spool) await this.#target.slots(async () => this.#put(await spool.read(0, this.#gathered)));
      else await this.#put(Buffer.concat(this.#small));
    }
    await spool?.close();
  }

  async #put(body: Buffer): Promise<void> {
    const { client, object } = this.#target;
    const command = new PutObjectCommand({ ...object, Body: body, ContentLength: body.length });
    await within(moveWithinMs, (options) => client.send(command, options), this.#stop.signal);
  }

  async #complete(UploadId: string, Parts: CompletedPart[]): Promise<void> {
    const { client, object } = this.#target;
    const command = new CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload: { Parts } });
    try {
      await within(moveWithinMs, (options) => client.send(command, options));
    } catch (error) {
      // Its answer may have been lost, and then the upload is not known under its name any more.
      const head = within(askWithinMs, (options) => client.send(new HeadObjectCommand(object), options));
      const there = await unlessMissing(head).catch(() => undefined);
      if (there?.ContentLength !== this.#size) throw error;
    }
  }

  /** Sends no more; what was sent already is left to be taken back. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.allSettled([...this.#sent, this.#target.marked]);
    await this.#spool?.close();
  }
}
