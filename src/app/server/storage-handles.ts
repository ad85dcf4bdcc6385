import type { FastifyBaseLogger } from 'fastify';
import { listNamedBlobs } from '#features/files/server/core/files.queries.ts';
import { blobLocation } from '#server/blobs/blob-location.ts';
import { importWorker } from '#server/blobs/blob-store.ts';
import type { BlobLocation, BlobStore } from '#server/blobs/blob-store.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/database/db.ts';
import { waitForRunningTransactions } from '#server/database/dialect/locks.ts';
import { claimImport, hasImported } from '#server/database/import-lock.ts';
import { asCannotStart, connectDatabase, openDatabase } from '#server/database/open.ts';
import { isOpenToOthers } from '#server/database/private-folder.ts';
import { claimDataFolder, joinDataFolder, makeDataFolder, markStore } from './data-folder.ts';
import { firstRun } from './first-run.ts';
import type { FirstSignIn } from './first-run.ts';

/** The open database and blob store of one data folder, after the leftovers of a crash were removed. */
export type StorageHandles = {
  db: Db;
  blobs: BlobStore;
  /** Releases the lock on the data folder. */
  release: () => void;
};

export type ClaimedStorage = StorageHandles & {
  /** The administrator's sign-in, at the first start, if the server generated the password. */
  firstSignIn: FirstSignIn | undefined;
  /** Allows workers to join. Before that, no other process may open the folder. */
  share: () => void;
};

/** Locks the data folder, migrates the database and opens the store. Throws CannotStart with advice for the administrator. */
export async function claimStorage(config: Config, log: FastifyBaseLogger, now: Date): Promise<ClaimedStorage> {
  await makeDataFolder(config.dataDir);
  const { release, share } = claimDataFolder(config.dataDir);
  if (isOpenToOthers(config.dataDir))
    log.warn(`${config.dataDir} can be entered by every user of this machine; close it with chmod 700`);
  return openWith(config, { release, connecting: openDatabase(config, now) }, async (db) => {
    const firstSignIn = await firstRun(db, config, now);
    const location = await blobLocation(config);
    await markStore(db, location);
    const blobs = await location.open();
    await removeLeftovers({ db, blobs, log });
    await removeImportLeftovers(config, location, { db, log });
    return { db, blobs, firstSignIn, release, share };
  });
}

/** Opens, for a worker, the storage that the primary has claimed. Removes the leftovers of the previous worker. */
export async function joinStorage(config: Config, log: FastifyBaseLogger, worker: number): Promise<StorageHandles> {
  const release = joinDataFolder(config.dataDir);
  return openWith(config, { release, connecting: connectDatabase(config) }, async (db) => {
    const blobs = await (await blobLocation(config)).open(`worker-${worker}`);
    await removeLeftovers({ db, blobs, log });
    return { db, blobs, release };
  });
}

/** Runs `open` with the database. If that throws, closes the database and releases the data folder. */
async function openWith<T>(
  config: Config,
  { release, connecting }: { release: () => void; connecting: Promise<Db> },
  open: (db: Db) => Promise<T>,
): Promise<T> {
  try {
    await using opening = new AsyncDisposableStack();
    opening.defer(release);
    const opened = await open(opening.use(await connecting));
    opening.move();
    return opened;
  } catch (error) {
    throw asCannotStart(config, error);
  }
}

/** Removes the leftovers of an import of a folder that was killed. A running one has the lock. */
async function removeImportLeftovers(
  { dataDir }: Config,
  location: BlobLocation,
  { db, log }: { db: Db; log: FastifyBaseLogger },
): Promise<void> {
  if (!hasImported(dataDir)) return;
  using claim = claimImport(dataDir);
  if (claim) await removeLeftovers({ db, blobs: await location.open(importWorker), log });
}

async function removeLeftovers({
  db,
  blobs,
  log,
}: Omit<StorageHandles, 'release'> & { log: FastifyBaseLogger }): Promise<void> {
  const removed = await blobs.recover(async (keys) => {
    const named = await listNamedBlobs(db, keys);
    if (named.size === new Set(keys).size) return named;
    await waitForRunningTransactions(db);
    return listNamedBlobs(db, keys);
  });
  if (removed > 0) log.info({ removed }, 'removed the leftovers of interrupted uploads');
}
