import { statfs } from 'node:fs/promises';
import { refusal } from '../refusal.ts';

/**
 * Uploads leave this much space free. Sign-ins, deletions and the jobs that free space write to the database on the same
 * disk, whose log grows to a few megabytes before it is reused.
 */
export const diskReserveBytes = 32 * 1024 * 1024;

// Other programs use the disk as well.
const maxAgeMs = 250;

// Near the limit every request asks the file system, because the count of this process is only an estimate.
const nearBytes = 64 * 1024 * 1024;

/** The free space of a disk above the reserve, as known to this process. */
export type DiskReserve = {
  /** Call this before bytes are written. Refuses with 507 if they would use the reserve. */
  take: (bytes: number) => Promise<void>;
};

export function makeDiskReserve(folder: string): DiskReserve {
  let free = 0;
  let readAt = -Infinity;
  let reading: Promise<void> | undefined;
  const read = async () => {
    const { blocks, bsize, bavail } = await statfs(folder);
    // Some network file systems do not know their size.
    free = blocks === 0 ? Infinity : bavail * bsize;
    readAt = performance.now();
  };
  return {
    async take(bytes) {
      const isFresh = performance.now() - readAt < maxAgeMs;
      if (!isFresh || free - bytes < diskReserveBytes + nearBytes)
        await (reading ??= read().finally(() => (reading = undefined)));
      if (free - bytes < diskReserveBytes) throw refusal.storeFull();
      free -= bytes;
    },
  };
}
