import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { BlobLocation } from '#server/blobs/blob-store.ts';
import { removeSpools } from '#server/blobs/part-spool.ts';
import { CannotStart } from '#server/config.ts';
import type { Db } from '#server/database/db.ts';
import { lockForMigration } from '#server/database/dialect/locks.ts';
import { adviceOnFolder } from '#server/database/folder-advice.ts';
import { makePrivate } from '#server/database/private-folder.ts';
import { readSetting, saveSetting } from '#server/database/settings.queries.ts';

/**
 * Creates the data folder and its parents. Node's recursive mkdir is not used: it never returns if the system keeps
 * reporting ENOENT, as under /proc.
 */
export async function makeDataFolder(dataDir: string): Promise<void> {
  try {
    await makeFolder(dataDir);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CannotStart(`DATA_DIR: ${dataDir} cannot be made (${code}). Choose a folder this program may write to.`);
  }
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (
      (code === 'EEXIST' || code === 'EROFS' || code === 'EACCES') &&
      statSync(path, { throwIfNoEntry: false })?.isDirectory()
    )
      return;
    if (code !== 'ENOENT' || existsSync(dirname(path))) throw error;
    await makeFolder(dirname(path));
    await mkdir(path, { mode: 0o700 });
  }
}

/** The lock on the data folder. `share` extends it to the workers of this server. */
export type Claim = Disposable & { release: () => void; share: () => void };

const lockShared = 'begin; select * from held';

const lockPath = (dataDir: string) => join(dataDir, 'server.lock');

// After a server was killed, its workers end by themselves and release the lock a moment later.
const waitForWorkersMs = 1_000;

/**
 * Locks the data folder for this process. It uses the file lock of SQLite: the kernel releases it however the process
 * ends, so no stale lock remains.
 */
export function claimDataFolder(dataDir: string): Claim {
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    throw new CannotStart(`DATA_DIR: ${dataDir} cannot be written to. ${adviceOnFolder(dataDir)}`.trimEnd());
  }
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(lockPath(dataDir), { timeout: waitForWorkersMs });
    lock.exec(
      'pragma locking_mode = exclusive; begin exclusive; create table if not exists held (by_pid integer); commit; begin exclusive',
    );
    removeSpools(dataDir);
    makePrivate(dataDir);
  } catch (error) {
    lock?.close();
    if ((error as { errcode?: number }).errcode === 5) {
      throw new CannotStart(
        `DATA_DIR: ${dataDir} is in use by another Stowage. Stop that one first, or choose another folder.`,
      );
    }
    throw new CannotStart(
      `DATA_DIR: ${dataDir} cannot be written to: ${(error as Error).message}. ${adviceOnFolder(dataDir)}`.trimEnd(),
    );
  }
  const claimed = lock;
  const release = () => claimed.close();
  return {
    release,
    [Symbol.dispose]: release,
    // Replaces the exclusive lock by a shared one, which other workers can hold too. The exclusive lock ends with the
    // first read.
    share: () => claimed.exec(`commit; pragma locking_mode = normal; select * from held; ${lockShared}`),
  };
}

/**
 * Shares the lock as a worker of the server that holds the data folder. No other server can lock it while this process
 * runs. Returns a function that releases the lock.
 */
export function joinDataFolder(dataDir: string): () => void {
  const lock = new DatabaseSync(lockPath(dataDir), { timeout: 10 * waitForWorkersMs });
  lock.exec(lockShared);
  return () => lock.close();
}

/**
 * Links the blobs to their database by an id that both store. A folder that is not mounted, or a bucket of another
 * database, is then detected.
 */
export async function markStore(db: Db, location: BlobLocation): Promise<void> {
  const { name, kind } = location;
  const storeId = await findStoreId(db);
  const marked = await location.mark();
  if (storeId !== undefined && storeId === marked) return;
  if (storeId !== undefined) {
    const hint = kind === 'folder' ? 'Is it mounted?' : 'Is it the right bucket?';
    throw new CannotStart(
      marked
        ? `${name} belongs to another database. Choose the ${kind} that this database was used with.`
        : `${name} does not hold the files of this database. ${hint}`,
    );
  }
  // Without files, the mark comes from a first start that was interrupted at this point.
  if (marked && (await location.holdsFiles())) {
    throw new CannotStart(`${name} holds the files of another database. Choose another ${kind}.`);
  }
  const isNew = await db.transaction().execute(async (tx) => {
    // Servers that start at the same time for the first time would each set their own mark.
    await lockForMigration(tx);
    if ((await findStoreId(tx)) !== undefined) return false;
    const id = randomBytes(16).toString('hex');
    await location.setMark(id);
    await saveSetting(tx, 'store_id', id);
    return true;
  });
  if (!isNew) await markStore(db, location);
}

/** Returns the id that the database shares with its store, if it was set. */
export const findStoreId = (db: Db): Promise<string | undefined> => readSetting(db, 'store_id');

/** Throws CannotStart if the location is not empty. */
export async function refuseUnlessEmpty({ name, kind, found }: BlobLocation): Promise<void> {
  const first = await found();
  if (first === undefined) return;
  throw new CannotStart(
    `${name} is not empty (${first}). A backup is restored into an empty ${kind}, so that nothing is lost.`,
  );
}
