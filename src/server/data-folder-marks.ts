import { existsSync, readFileSync, statSync } from 'node:fs';
import { open, readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { CannotStart } from './config.ts';
import { syncPath } from './sync-path.ts';

const restoringPath = (dataDir: string) => join(dataDir, 'restoring');

// The files of a lock and of the server id, and those that a file system creates.
const ignoredNames = ['server.lock', 'server.lock-journal', 'import.lock', 'server-id', 'lost+found'];

/** Marks an empty folder as the target of a running restore. Returns a function that removes the mark after the restore. */
export async function markRestoring(dataDir: string): Promise<() => Promise<void>> {
  const path = restoringPath(dataDir);
  {
    await using file = await open(path, 'wx', 0o600);
    await file.sync();
  }
  await syncPath(dataDir);
  return async () => {
    await unlink(path);
    await syncPath(dataDir);
  };
}

/** Returns the name of an entry in the folder, if it is not empty. */
export async function firstIn(dataDir: string): Promise<string | undefined> {
  return (await readdir(dataDir)).find((name) => !ignoredNames.includes(name));
}

/** Returns the advice if a restore into this folder was interrupted. */
export const incompleteRestore = (dataDir: string): string | undefined =>
  existsSync(restoringPath(dataDir))
    ? `DATA_DIR: ${dataDir} holds half of a backup: its restore was not finished. Empty it, and the database and the bucket where there are such, and restore again.`
    : undefined;

/** Throws CannotStart if a restore was interrupted. */
export function refuseIncompleteRestore(dataDir: string): void {
  const incomplete = incompleteRestore(dataDir);
  if (incomplete !== undefined) throw new CannotStart(incomplete);
}

const markPath = (dataDir: string) => join(dataDir, 'store-id');

/** Returns the id of the database that the folder belongs to. */
export function markOf(dataDir: string): string | undefined {
  const path = markPath(dataDir);
  const status = statSync(path, { throwIfNoEntry: false });
  if (status && !status.isFile()) throw new CannotStart(`DATA_DIR: ${path} is not a file. Remove it.`);
  return status ? readFileSync(path, 'utf8').trim() : undefined;
}

export async function setMark(dataDir: string, id: string): Promise<void> {
  await using file = await open(markPath(dataDir), 'w', 0o600);
  await file.writeFile(`${id}\n`);
  await file.sync();
}

/**
 * Returns whether files were stored in the folder, or in a bucket that belongs to it. An empty mark comes from an
 * interrupted write.
 */
export const isMarked = (dataDir: string) => Boolean(markOf(dataDir)) || existsSync(serverIdPath(dataDir));

/** The file with the id that distinguishes servers that share a bucket. */
export const serverIdPath = (dataDir: string) => join(dataDir, 'server-id');
