import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { adviceOnAccess } from './folder-owner.ts';

/** SQLite needs some pages beside the database even to open it. */
const minFreeBytes = 1024 ** 2;

/** Whether the file system of the data folder is mounted read-only. */
export function isReadOnly(dataDir: string): boolean {
  try {
    accessSync(dataDir, constants.W_OK);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EROFS';
  }
}

export const readOnlyAdvice = (dataDir: string) =>
  `The file system of ${dataDir} is mounted read-only. Check its disk, and mount it writable.`;

const fullAdvice = (dataDir: string) => `The disk of ${dataDir} is full. Free some space.`;

/**
 * Returns the advice if the data folder cannot be written to because of its owner or its file system, or an empty text.
 * `isFull`: an error has reported a full disk.
 */
export function adviceOnFolder(dataDir: string, { isFull = false } = {}): string {
  if (isReadOnly(dataDir)) return readOnlyAdvice(dataDir);
  const access = adviceOnAccess(dataDir);
  if (access || !existsSync(dataDir)) return access;
  const { bavail, bsize } = statfsSync(dataDir);
  return isFull || bavail * bsize < minFreeBytes ? fullAdvice(dataDir) : '';
}
