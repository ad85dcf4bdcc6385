import { createHash } from 'node:crypto';
import type { BlobRecord, BlobStore } from '#server/blobs/blob-store.ts';
import type { Problem } from '#server/blobs/examine-blob.ts';
import { objectName } from './repository.ts';
import type { Target } from './target.ts';

class NotAsRecorded extends Error {}

/** Copies a stored file into the repository. Writes nothing if it is missing or differs from its record. */
export async function copyBlob(
  blobs: BlobStore,
  target: Target,
  record: BlobRecord,
  signal: AbortSignal,
): Promise<Problem | undefined> {
  const blob = await blobs.open(record.key);
  if (!blob) {
    // Throws if the whole store is unavailable.
    await blobs.check();
    return 'missing';
  }
  const read = async function* () {
    const hash = createHash('sha256');
    for await (const chunk of record.size === 0 ? [] : blob.stream({ start: 0, end: record.size - 1 })) {
      signal.throwIfAborted();
      hash.update(chunk as Buffer);
      yield chunk as Buffer;
    }
    if (hash.digest('hex') !== record.sha256) throw new NotAsRecorded();
  };
  try {
    if (blob.size !== record.size) return 'damaged';
    await target.write(objectName(record.sha256), read());
    return undefined;
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    const isUnreadable = code === 'EIO' && syscall === 'read';
    if (error instanceof NotAsRecorded || isUnreadable) return 'damaged';
    throw error;
  } finally {
    // The target may refuse the object before it asks for a byte.
    await blob.close();
  }
}
