import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const lockPath = (dataDir: string) => join(dataDir, 'import.lock');

/**
 * Locks the data folder for the one import of a folder that may run beside the server. Returns the lock, or undefined if an
 * import is running. The kernel releases the lock however the process ends.
 */
export function claimImport(dataDir: string): Disposable | undefined {
  const lock = new DatabaseSync(lockPath(dataDir), { timeout: 0 });
  try {
    lock.exec('pragma locking_mode = exclusive; pragma journal_mode = memory; begin exclusive');
    return lock;
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode === 5) return undefined;
    throw error;
  }
}

/** Returns whether an import was ever begun. */
export const hasImported = (dataDir: string): boolean => existsSync(lockPath(dataDir));
