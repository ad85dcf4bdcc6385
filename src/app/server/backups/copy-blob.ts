import { createHash } from 'node:crypto';
import type { BlobRecord, BlobStore } from '#server/blobs/blob-store.ts';
import type { Problem } from '#server/blobs/examine-blob.ts';
import { objectName } from './repository.ts';
import type { ObjectWriter } from './target.ts';

class NotAsRecorded extends Error {}

const zeros = Buffer.alloc(64 * 1024);

/**
 * Copies a stored file into a backup, and returns its problem. If it differs from its record, it is offered to the target as it is,
 * and then refused: a repository writes nothing of it, and an archive keeps it, because a part of it may still be useful.
 */
export async function copyBlob(
  blobs: BlobStore,
  target: ObjectWriter,
  record: BlobRecord,
  signal: AbortSignal,
): Promise<Problem | undefined> {
  const blob = await blobs.open(record.key);
  if (!blob) {
    // Throws if the whole store is unavailable.
    await blobs.check();
    return 'missing';
  }
  const { size } = blob;
  const read = async function* () {
    const hash = createHash('sha256');
    let left = size;
    try {
      for await (const chunk of size === 0 ? [] : blob.stream({ start: 0, end: size - 1 })) {
        signal.throwIfAborted();
        hash.update(chunk as Buffer);
        left -= (chunk as Buffer).length;
        yield chunk as Buffer;
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EIO') throw error;
    }
    // In the place of bytes that the disk fails to read, because an archive has announced the size.
    for (; left > 0; left -= zeros.length) yield zeros.subarray(0, left);
    if (size !== record.size || hash.digest('hex') !== record.sha256) throw new NotAsRecorded();
  };
  try {
    await target.write(objectName(record.sha256), { size, bytes: read() });
    return undefined;
  } catch (error) {
    if (error instanceof NotAsRecorded) return 'damaged';
    throw error;
  } finally {
    // The target may refuse the object before it asks for a byte.
    await blob.close();
  }
}
