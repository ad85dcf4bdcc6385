import { createHash } from 'node:crypto';
import type { BlobRecord, BlobStore, OpenBlob } from './blob-store.ts';
import type { Pace } from './pace.ts';

/** As `damaged_blobs` keeps it. */
export type Problem = 'missing' | 'damaged';

export type Finding =
  | { problem: undefined; stamp: string }
  /** `stamp` is of what was read; `detail` says for a person what is wrong with it. */
  | { problem: Problem; stamp: string; detail: string };

const readAtOnceBytes = 256 * 1024;

/** Reads a stored blob to its end and compares it with its record. A pace keeps it from being felt. */
export async function examineBlob(blobs: BlobStore, record: BlobRecord, pace?: Pace): Promise<Finding> {
  const blob = await blobs.open(record.key);
  if (!blob) return { problem: 'missing', stamp: '', detail: 'is not in the store' };
  const { stamp } = blob;
  if (blob.size !== record.size) {
    await blob.close();
    return { problem: 'damaged', stamp, detail: `has ${blob.size} bytes in place of ${record.size}` };
  }
  try {
    if ((await hashOf(blob, pace)) === record.sha256) return { problem: undefined, stamp };
    return { problem: 'damaged', stamp, detail: 'has another content than was stored' };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EIO') throw error;
    return { problem: 'damaged', stamp, detail: 'cannot be read (EIO)' };
  }
}

async function hashOf(blob: OpenBlob, pace: Pace | undefined): Promise<string> {
  const hash = createHash('sha256');
  if (blob.size <= readAtOnceBytes) {
    hash.update(await blob.bytes());
    await pace?.spend(blob.size);
    return hash.digest('hex');
  }
  for await (const chunk of blob.stream({ start: 0, end: blob.size - 1 })) {
    hash.update(chunk as Buffer);
    await pace?.spend((chunk as Buffer).length);
  }
  return hash.digest('hex');
}
