import { createHash } from 'node:crypto';
import type { BlobRecord, BlobStore, OpenBlob } from './blob-store.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** The values of `damaged_blobs.problem`. */
export type Problem = 'missing' | 'damaged';

export type Finding =
  | { problem: undefined; fingerprint: string }
  /** `fingerprint` belongs to the bytes that were read. `detail` is the explanation for the administrator. */
  | { problem: Problem; fingerprint: string; detail: string };

const maxBufferedBytes = 256 * 1024;

/** Reads a stored blob to its end and compares it with its record. `rateLimiter` limits the load on the disk. */
export async function examineBlob(blobs: BlobStore, record: BlobRecord, rateLimiter?: RateLimiter): Promise<Finding> {
  const blob = await blobs.open(record.key);
  if (!blob) return { problem: 'missing', fingerprint: '', detail: 'is missing in the store' };
  const { fingerprint } = blob;
  if (blob.size !== record.size) {
    await blob.close();
    return { problem: 'damaged', fingerprint, detail: `has ${blob.size} bytes instead of ${record.size}` };
  }
  try {
    if ((await hashOf(blob, rateLimiter)) === record.sha256) return { problem: undefined, fingerprint };
    return { problem: 'damaged', fingerprint, detail: 'has other content than the stored file' };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EIO') throw error;
    return { problem: 'damaged', fingerprint, detail: 'cannot be read (EIO)' };
  }
}

async function hashOf(blob: OpenBlob, rateLimiter: RateLimiter | undefined): Promise<string> {
  const hash = createHash('sha256');
  if (blob.size <= maxBufferedBytes) {
    hash.update(await blob.bytes());
    await rateLimiter?.spend(blob.size);
    return hash.digest('hex');
  }
  for await (const chunk of blob.stream({ start: 0, end: blob.size - 1 })) {
    hash.update(chunk as Buffer);
    await rateLimiter?.spend((chunk as Buffer).length);
  }
  return hash.digest('hex');
}
