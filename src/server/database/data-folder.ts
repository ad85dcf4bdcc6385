import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { mkdir, open, readdir, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Kysely } from 'kysely';
import type { BlobPlace } from '../blobs/blob-store.ts';
import { removeSpools } from '../blobs/part-spool.ts';
import { CannotStart } from '../config.ts';
import { syncPath } from '../sync-path.ts';
import { lockForMigration } from './portable.ts';
import type { Tables } from './tables.ts';

/** Makes the data folder and those above it. Node's own recursive mkdir never returns where the system says ENOENT for ever, as under /proc. */
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

/** The data folder is held until `release`; after `share`, together with the workers of this server. */
export type Claim = { release: () => void; share: () => void };

const takeShare = 'begin; select * from held';

const lockPath = (dataDir: string) => join(dataDir, 'server.lock');

// The workers of a server that was killed end by themselves, and let go a moment after it.
const waitForWorkersMs = 1_000;

/**
 * Holds the data folder for this process alone. SQLite's own file lock is used for it: the system lets go of it however
 * the process ends, so no stale lock is ever left.
 */
export function claimDataFolder(dataDir: string): Claim {
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    throw new CannotStart(
      `DATA_DIR: ${dataDir} cannot be written to. Give this program's user the right to, or choose another folder.`,
    );
  }
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(lockPath(dataDir), { timeout: waitForWorkersMs });
    lock.exec(
      'pragma locking_mode = exclusive; begin exclusive; create table if not exists held (by_pid integer); commit; begin exclusive',
    );
    removeSpools(dataDir);
  } catch (error) {
    lock?.close();
    if ((error as { errcode?: number }).errcode === 5) {
      throw new CannotStart(
        `DATA_DIR: ${dataDir} is in use by another Stowage. Stop that one first, or choose another folder.`,
      );
    }
    throw new CannotStart(`DATA_DIR: ${dataDir} cannot be written to: ${(error as Error).message}.`);
  }
  const held = lock;
  return {
    release: () => held.close(),
    // A lock to read, which goes with others of its kind, but not with the one above; that one ends with the first reading.
    share: () => held.exec(`commit; pragma locking_mode = normal; select * from held; ${takeShare}`),
  };
}

/** Holds the data folder as a worker of the server that has claimed it: no other one can have it while this process lives. Returns what releases it. */
export function joinDataFolder(dataDir: string): () => void {
  const lock = new DatabaseSync(lockPath(dataDir), { timeout: 10 * waitForWorkersMs });
  lock.exec(takeShare);
  return () => lock.close();
}

/** Binds the stored bytes to their database by an id both keep, so that a folder that is not mounted, or a bucket of another one, is noticed. */
export async function markStore(db: Kysely<Tables>, place: BlobPlace): Promise<void> {
  const { name, kind } = place;
  const kept = await findStoreId(db);
  const marked = await place.mark();
  if (kept !== undefined && kept === marked) return;
  if (kept !== undefined) {
    const isItThere = kind === 'folder' ? 'Is it mounted?' : 'Is it the right bucket?';
    throw new CannotStart(
      marked
        ? `${name} belongs to another database. Choose the ${kind} that this database was used with.`
        : `${name} does not hold the files of this database. ${isItThere}`,
    );
  }
  // Without files it is the mark of a first start that was cut short here.
  if (marked && (await place.holdsFiles())) {
    throw new CannotStart(`${name} holds the files of another database. Choose another ${kind}.`);
  }
  const isNew = await db.transaction().execute(async (tx) => {
    // Servers that are started together for the first time would each set a mark of their own.
    await lockForMigration(tx as unknown as Kysely<never>);
    if ((await findStoreId(tx)) !== undefined) return false;
    const id = randomBytes(16).toString('hex');
    await place.setMark(id);
    await tx.insertInto('settings').values({ name: 'store_id', value: id }).execute();
    return true;
  });
  if (!isNew) await markStore(db, place);
}

/** The id that a database shares with its store, once there was one. */
export async function findStoreId(db: Kysely<Tables>): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', 'store_id').executeTakeFirst();
  return row?.value;
}

const restoringPath = (dataDir: string) => join(dataDir, 'restoring');

// A lock and a name of ours, and what a file system brings with it.
const nothing = ['server.lock', 'server.lock-journal', 'server-id', 'lost+found'];

/** Marks an empty folder as one that a backup is being restored into. Returns what takes the mark away, once all is there. */
export async function markRestoring(dataDir: string): Promise<() => Promise<void>> {
  const path = restoringPath(dataDir);
  const file = await open(path, 'wx', 0o600);
  await file.sync();
  await file.close();
  await syncPath(dataDir);
  return async () => {
    await unlink(path);
    await syncPath(dataDir);
  };
}

/** The name of something in the folder, if it is not empty. */
export async function firstIn(dataDir: string): Promise<string | undefined> {
  return (await readdir(dataDir)).find((name) => !nothing.includes(name));
}

/** Throws CannotStart when anything is there. */
export async function refuseUnlessEmpty({ name, kind, found }: BlobPlace): Promise<void> {
  const first = await found();
  if (first === undefined) return;
  throw new CannotStart(
    `${name} is not empty (${first}). A backup is restored into an empty ${kind}, so that nothing is lost.`,
  );
}

/** Throws CannotStart where a restore was cut short. */
export function refuseHalfRestored(dataDir: string): void {
  if (!existsSync(restoringPath(dataDir))) return;
  throw new CannotStart(
    `DATA_DIR: ${dataDir} holds half of a backup: its restore was not finished. Empty it, and the database and the bucket where there are such, and restore again.`,
  );
}

const markPath = (dataDir: string) => join(dataDir, 'store-id');

/** The id of the database that the folder belongs to. */
export function markOf(dataDir: string): string | undefined {
  const path = markPath(dataDir);
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
}

export async function setMark(dataDir: string, id: string): Promise<void> {
  const file = await open(markPath(dataDir), 'w', 0o600);
  await file.writeFile(`${id}\n`);
  await file.sync();
  await file.close();
}

/** Whether files were kept in the folder, or in a bucket beside it; an empty mark is one whose writing was cut short. */
export const isMarked = (dataDir: string) => Boolean(markOf(dataDir)) || existsSync(serverIdPath(dataDir));

/** Where a server keeps its name among those that share a bucket. */
export const serverIdPath = (dataDir: string) => join(dataDir, 'server-id');
