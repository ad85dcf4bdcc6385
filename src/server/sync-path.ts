import { closeSync, fsync, fsyncSync, openSync } from 'node:fs';
import { promisify } from 'node:util';

const flush = promisify(fsync);

/** Flushes a file, or the names added to or removed from a folder, so that they survive a power failure. */
export async function syncPath(path: string): Promise<void> {
  const opened = openSync(path, 'r');
  try {
    await flush(opened);
  } finally {
    closeSync(opened);
  }
}

/** Does the same on the calling thread, which blocks. This is faster if no other request is waiting. */
export function syncPathAtOnce(path: string): void {
  const opened = openSync(path, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
