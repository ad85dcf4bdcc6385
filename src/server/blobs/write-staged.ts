import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { BlobTooLarge, headBytes } from './blob-store.ts';
import type { StagedBlob } from './blob-store.ts';
import type { DiskReserve } from './disk-reserve.ts';

// Small bodies are written synchronously: passing each step to the thread pool takes longer than the step itself.
const smallBytes = 128 * 1024;

/** Returns whether the bytes are flushed only in `publish`, together with those of other uploads. */
export const isFlushedLater = ({ size }: { size: number }) => size <= smallBytes;

// Flushing during the upload leaves little to flush at the end.
const flushEveryBytes = 32 * 1024 * 1024;

/**
 * Writes bytes to a new file, computes their hash and size, and flushes the file if it is large. Refuses bytes that would
 * use the disk's reserve. Leaves no file behind if it throws.
 */
export async function writeStaged(
  path: string,
  bytes: AsyncIterable<Buffer>,
  max: number,
  reserve: DiskReserve,
): Promise<Omit<StagedBlob, 'key'>> {
  const hash = createHash('sha256');
  const first: Buffer[] = [];
  let size = 0;
  let large: LargeFile | undefined;
  try {
    for await (const chunk of bytes) {
      size += chunk.length;
      if (size > max) throw new BlobTooLarge();
      hash.update(chunk);
      await reserve.take(chunk.length);
      if (large) await large.write(chunk);
      else first.push(chunk);
      if (!large && size > smallBytes) {
        large = await LargeFile.create(path);
        for (const early of first) await large.write(early);
      }
    }
    if (large) await large.finish();
    else writeSmall(path, Buffer.concat(first));
  } catch (error) {
    await large?.abandon();
    await rm(path, { force: true });
    throw error;
  }
  return { size, sha256: hash.digest('hex'), head: Buffer.concat(first).subarray(0, headBytes) };
}

function writeSmall(path: string, bytes: Buffer): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
  } finally {
    closeSync(file);
  }
}

/** Writes in the background: while one batch is written to the disk, the next one collects. */
class LargeFile {
  readonly #handle: FileHandle;
  #gathering: Buffer[] = [];
  #gatheredBytes = 0;
  #writing: Promise<void> = Promise.resolve();
  #busy = false;
  #sinceFlush = 0;
  #flushing: Promise<void> | undefined;
  #failure: Error | undefined;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  static async create(path: string): Promise<LargeFile> {
    return new LargeFile(await open(path, 'wx', 0o600));
  }

  async write(chunk: Buffer): Promise<void> {
    this.#gathering.push(chunk);
    this.#gatheredBytes += chunk.length;
    if (!this.#busy) this.#start();
    // The limit for bytes in memory that wait for the disk.
    else if (this.#gatheredBytes > 1024 * 1024) await this.#writing;
    if (this.#failure) throw this.#failure;
  }

  #start(): void {
    const batch = this.#gathering;
    this.#sinceFlush += this.#gatheredBytes;
    this.#gathering = [];
    this.#gatheredBytes = 0;
    this.#busy = true;
    this.#writing = this.#writeBatch(batch).catch((error: Error) => {
      this.#failure ??= error;
    });
  }

  async #writeBatch(batch: Buffer[]): Promise<void> {
    await writeAll(this.#handle, batch);
    this.#busy = false;
    if (this.#sinceFlush >= flushEveryBytes && !this.#flushing) {
      this.#sinceFlush = 0;
      this.#flushing = this.#handle
        .datasync()
        .catch((error: Error) => {
          this.#failure ??= error;
        })
        .finally(() => {
          this.#flushing = undefined;
        });
    }
    if (this.#gatheredBytes > 0) this.#start();
  }

  async finish(): Promise<void> {
    while (this.#busy && !this.#failure) await this.#writing;
    await this.#flushing;
    if (this.#failure) throw this.#failure;
    await this.#handle.sync();
    await this.#handle.close();
  }

  async abandon(): Promise<void> {
    await this.#writing;
    await this.#flushing;
    // The file may already be closed, if the last flush failed.
    await this.#handle.close().catch(() => {});
  }
}

async function writeAll(handle: FileHandle, batch: Buffer[]): Promise<void> {
  const size = batch.reduce((sum, chunk) => sum + chunk.length, 0);
  const { bytesWritten } = await handle.writev(batch);
  if (bytesWritten === size) return;
  // A nearly full disk accepts only a part of the batch. Writing the rest either succeeds or throws the reason.
  let rest = Buffer.concat(batch).subarray(bytesWritten);
  while (rest.length > 0) {
    const written = await handle.write(rest);
    rest = rest.subarray(written.bytesWritten);
  }
}
