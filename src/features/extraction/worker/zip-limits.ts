import { countEntries, zipEntries } from './zip-entries.ts';

/** Archives that claim more are refused. */
const maxEntries = 10_000;
const maxUnpackedBytes = 300 * 1024 * 1024;

/**
 * Throws if the directory of an archive claims too many entries or unpacked bytes. The limits on the worker process
 * catch archives with a false directory.
 */
export function checkArchive(bytes: Buffer): void {
  if (countEntries(bytes) > maxEntries) throw new Error('too many entries');
  let unpacked = 0;
  for (const { size } of zipEntries(bytes)) {
    unpacked += size;
    if (unpacked > maxUnpackedBytes) throw new Error('unpacks to too much');
  }
}
