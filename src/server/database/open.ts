import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import type { Config } from '../config.ts';
import { CannotStart } from '../config.ts';
import { isMarked, refuseIncompleteRestore } from '../data-folder-marks.ts';
import { isSystemError, messageOf } from '../system-errors.ts';
import { makeCheckpoints } from './checkpoints.ts';
import type { Db } from './db.ts';
import { isDatabaseDamaged, isDatabaseFull, isFromDatabase } from './dialect/errors.ts';
import { findQuickDamage, tableExists } from './dialect/maintenance.ts';
import { adviceOnFolder } from './folder-advice.ts';
import { migrate } from './migrate.ts';
import { openPool, postgresDialect } from './postgres.ts';
import { RetryingKysely } from './retrying.ts';
import { sqliteReadPoolDialect } from './sqlite-read-pool.ts';
import { openSqliteFile, openSqliteReader, sqliteDialect } from './sqlite.ts';
import type { Tables } from './tables.ts';

/** Opens the configured database and migrates it. Throws CannotStart with the remedy. */
export async function openDatabase(config: Config, now: Date): Promise<Db> {
  refuseIncompleteRestore(config.dataDir);
  return connectChecked(config, async (db) => {
    const damage = await findQuickDamage(db);
    if (damage) throw new CannotStart(damagedText(config, damage));
    await refuseIncompleteRecords(db);
    await migrate(db, { copyTo: config.dataDir, now });
  });
}

/** Connects to the database and runs `check`. If that throws, closes it and throws CannotStart with the remedy. */
async function connectChecked(config: Config, check: (db: Db) => Promise<void>): Promise<Db> {
  try {
    await using opening = new AsyncDisposableStack();
    const db = opening.use(await connectDatabase(config));
    await check(db);
    opening.move();
    return db;
  } catch (error) {
    throw asCannotStart(config, error);
  }
}

/** Opens the configured database without migrating it. */
export async function connectDatabase({ databaseUrl, dataDir, workers }: Config): Promise<Db> {
  if (!databaseUrl) return openSqlite(dataDir);
  return new RetryingKysely<Tables>({ dialect: postgresDialect(await openPool(databaseUrl, workers)) });
}

/** Opens the configured database for a command-line program. The database must exist. Throws CannotStart with the remedy. */
export async function existingDatabase(config: Config, now: Date): Promise<Db> {
  const path = databasePath(config.dataDir);
  if (!config.databaseUrl && !existsSync(path)) {
    throw new CannotStart(
      `There is no database at ${path} yet. Start the server first, or set DATA_DIR to its folder.`,
    );
  }
  return openDatabase(config, now);
}

const notEmpty = {
  restore:
    'The database at DATABASE_URL is not empty. A backup is restored into an empty one, so that nothing is lost.',
  move: 'The new database is not empty. Records are moved into an empty one, so that nothing is lost. If an earlier move into it was finished, set DATABASE_URL to it and start the server.',
};

/** Opens the configured database as the target of a restore. Throws CannotStart unless it is empty. */
export const openEmptyDatabase = (config: Config): Promise<Db> =>
  connectChecked(config, (db) => refuseRecords(db, notEmpty.restore));

async function refuseRecords(db: Db, sentence: string): Promise<void> {
  for (const table of ['migrations', 'settings', 'users', 'files'])
    if (await tableExists(db, table)) throw new CannotStart(sentence);
}

/**
 * Opens the configured database as the target of a move of records. Throws CannotStart unless it is empty or contains
 * only the records of an interrupted run of the same move.
 */
export async function openDatabaseToFill(config: Config, mark: string): Promise<{ db: Db; isBegun: boolean }> {
  let isBegun = false;
  const db = await connectChecked(config, async (found) => {
    isBegun = (await findRestoring(found))?.value === mark;
    if (!isBegun) await refuseRecords(found, notEmpty.move);
  });
  return { db, isBegun };
}

/**
 * An interrupted restore or move leaves a mark in the database too, because DATA_DIR may be a different folder at the
 * next start.
 */
export const restoringSetting = 'restoring';

async function refuseIncompleteRecords(db: Db): Promise<void> {
  const mark = await findRestoring(db);
  if (!mark) return;
  if (mark.value !== '1')
    throw new CannotStart(
      'The database at DATABASE_URL holds half of what is being moved into it. Move it again, or empty the database.',
    );
  throw new CannotStart(
    'The database at DATABASE_URL holds half of a backup: its restore was not finished. Empty the database and DATA_DIR, and restore again.',
  );
}

async function findRestoring(db: Db): Promise<{ value: string } | undefined> {
  if (!(await tableExists(db, 'settings'))) return undefined;
  return db.selectFrom('settings').select('value').where('name', '=', restoringSetting).executeTakeFirst();
}

const damagedText = (config: Config, damage: string) =>
  `${databasePath(config.dataDir)} is damaged: ${damage.replaceAll(/\s+/g, ' ')}. Restore it from a backup.`;

/** The advice for an entry of the data folder that cannot be used. */
const entryHints: Record<string, string> = {
  ENOTDIR: 'It has to be a folder.',
  EEXIST: 'It has to be a folder.',
  EISDIR: 'It has to be a file.',
  EACCES: "Give this program's user the right to read and write it.",
  EPERM: "Give this program's user the right to read and write it.",
  EROFS: 'Its file system has to be writable.',
};

/**
 * Turns an error of the database or of the file system during the start into CannotStart with a message for the
 * administrator. Returns any other error unchanged, because it is a bug.
 */
export function asCannotStart(config: Config, error: unknown): unknown {
  if (isSystemError(error) && error.path !== undefined) {
    if (!error.path.startsWith(config.dataDir)) return error;
    const hint = adviceOnFolder(config.dataDir) || (entryHints[error.code] ?? 'Check the disk.');
    return new CannotStart(`DATA_DIR: ${error.path} cannot be used (${error.code}). ${hint}`, { cause: error });
  }
  if (!isFromDatabase(error)) return error;
  const location = config.databaseUrl ? 'The database at DATABASE_URL' : databasePath(config.dataDir);
  const advice = config.databaseUrl && !isDatabaseDamaged(error) ? '' : adviceOnDatabase(config.dataDir, error);
  return new CannotStart(`${location} cannot be used: ${messageOf(error)}. ${advice}`.trimEnd(), { cause: error });
}

/** The database file is replaced by a backup only if it is damaged. A full or read-only disk leaves it intact. */
function adviceOnDatabase(dataDir: string, error: unknown): string {
  if (isDatabaseDamaged(error)) return 'Restore it from a backup.';
  return adviceOnFolder(dataDir, { isFull: isDatabaseFull(error) });
}

/** Opens the database for lists and searches: on threads of its own, or `db` for PostgreSQL, whose queries do not block. */
export function openReadPool(config: Config, db: Db): Db {
  if (config.databaseUrl) return db;
  return new Kysely<Tables>({ dialect: sqliteReadPoolDialect(databasePath(config.dataDir)) });
}

export const databasePath = (dataDir: string) => join(dataDir, 'stowage.db');

function openSqlite(dataDir: string): Db {
  const path = databasePath(dataDir);
  // Stored files without a database mean that the database was lost. This is not a first start.
  const records = !existsSync(path) ? 'missing' : statSync(path).size === 0 ? 'empty' : 'there';
  if (records !== 'there' && isMarked(dataDir)) {
    throw new CannotStart(
      `${path} is ${records}, but there are stored files that belong to it. Put the database back from a backup, or choose another DATA_DIR.`,
    );
  }
  try {
    const writer = openSqliteFile(path);
    const checkpoints = makeCheckpoints(path, writer);
    return new Kysely<Tables>({ dialect: sqliteDialect(writer, { reader: openSqliteReader(path), checkpoints }) });
  } catch (error) {
    const advice = adviceOnDatabase(dataDir, error) || 'Check the disk, and keep the file.';
    throw new CannotStart(`${path} cannot be opened: ${(error as Error).message}. ${advice}`, {
      cause: error,
    });
  }
}
