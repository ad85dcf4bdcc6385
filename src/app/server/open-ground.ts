import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import { listNamedBlobs } from '#features/files/server/files.queries.ts';
import { blobPlace } from '#server/blobs/blob-place.ts';
import type { BlobStore } from '#server/blobs/blob-store.ts';
import type { Config } from '#server/config.ts';
import { claimDataFolder, joinDataFolder, makeDataFolder, markStore } from '#server/database/data-folder.ts';
import { firstRun } from '#server/database/first-run.ts';
import type { FirstSignIn } from '#server/database/first-run.ts';
import { asCannotStart, connectDatabase, openDatabase } from '#server/database/open.ts';
import { afterChangesUnderWay } from '#server/database/portable.ts';
import type { Db } from '#server/parts.ts';

/** The records and the bytes, which belong together and hold nothing that a crash has left. */
export type Ground = {
  db: Db;
  blobs: BlobStore;
  /** Lets go of the data folder. */
  release: () => void;
};

export type ClaimedGround = Ground & {
  /** The administrator's sign-in, at the very first start, when its password was made here. */
  firstSignIn: FirstSignIn | undefined;
  /** Lets workers stand on it as well; until then no other process may. */
  share: () => void;
};

/** Claims the data folder, and brings the records up to date. Throws CannotStart with what to do. */
export async function claimGround(config: Config, log: FastifyBaseLogger, now: Date): Promise<ClaimedGround> {
  await makeDataFolder(config.dataDir);
  const { release, share } = claimDataFolder(config.dataDir);
  return orLetGo(config, release, await orRelease(release, openDatabase(config, now)), async (db) => {
    const firstSignIn = await firstRun(db, config, now);
    const place = await blobPlace(config);
    await markStore(db, place);
    const blobs = await place.open();
    await removeLeftovers({ db, blobs, log });
    return { db, blobs, firstSignIn, release, share };
  });
}

/** What the primary has claimed, for one of its workers, which tidies up after the one before it. */
export async function joinGround(config: Config, log: FastifyBaseLogger, worker: number): Promise<Ground> {
  const release = joinDataFolder(config.dataDir);
  return orLetGo(config, release, await orRelease(release, connectDatabase(config)), async (db) => {
    const blobs = await (await blobPlace(config)).open(`worker-${worker}`);
    await removeLeftovers({ db, blobs, log });
    return { db, blobs, release };
  });
}

async function orRelease<T>(release: () => void, opening: Promise<T>): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    release();
    throw error;
  }
}

async function orLetGo<T>(config: Config, release: () => void, db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  try {
    return await work(db);
  } catch (error) {
    await db.destroy();
    release();
    throw asCannotStart(config, error);
  }
}

async function removeLeftovers({
  db,
  blobs,
  log,
}: Omit<Ground, 'release'> & { log: FastifyBaseLogger }): Promise<void> {
  const removed = await blobs.recover(async (keys) => {
    const named = await listNamedBlobs(db, keys);
    if (named.size === new Set(keys).size) return named;
    await afterChangesUnderWay(db as unknown as Kysely<never>);
    return listNamedBlobs(db, keys);
  });
  if (removed > 0) log.info({ removed }, 'removed what an interrupted upload had left');
}
