import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import type { Config } from '../config.ts';
import { CannotStart } from '../config.ts';
import { isMarked, refuseHalfRestored } from './data-folder.ts';
import { registerDirectAccess } from './kept-question.ts';
import { migrate } from './migrate.ts';
import { isDatabaseDamaged, isFromDatabase, tableExists } from './portable.ts';
import { postgresDialect } from './postgres.ts';
import { RetryingKysely } from './retrying.ts';
import { sqliteReaderDialect } from './sqlite-readers.ts';
import { openSqliteFile, sqliteDialect } from './sqlite.ts';
import type { Tables } from './tables.ts';

/** Opens the configured database and brings its tables up to date. Throws CannotStart with what to do. */
export async function openDatabase(config: Config, now: Date): Promise<Kysely<Tables>> {
  refuseHalfRestored(config.dataDir);
  const db = await connectDatabase(config);
  try {
    await refuseHalfRestoredRecords(db);
    await migrate(db as unknown as Kysely<never>, { copyTo: config.dataDir, now });
  } catch (error) {
    await db.destroy();
    throw asCannotStart(config, error);
  }
  return db;
}

/** The configured database as it is. */
export async function connectDatabase({ databaseUrl, dataDir, workers }: Config): Promise<Kysely<Tables>> {
  if (!databaseUrl) return openSqlite(dataDir);
  return new RetryingKysely<Tables>({ dialect: await postgresDialect(databaseUrl, workers) });
}

/** The configured database for a program beside the server; it must be there already. Throws CannotStart with what to do. */
export async function existingDatabase(config: Config, now: Date): Promise<Kysely<Tables>> {
  const path = databasePath(config.dataDir);
  if (!config.databaseUrl && !existsSync(path)) {
    throw new CannotStart(
      `There is no database at ${path} yet. Start the server first, or set DATA_DIR to its folder.`,
    );
  }
  return openDatabase(config, now);
}

/** The configured database for a backup to be restored into. Throws CannotStart unless there is nothing in it. */
export async function openEmptyDatabase(config: Config): Promise<Kysely<Tables>> {
  const db = await connectDatabase(config);
  try {
    for (const table of ['migrations', 'settings', 'users', 'files']) {
      if (await tableExists(db as unknown as Kysely<never>, table))
        throw new CannotStart(
          'The database at DATABASE_URL is not empty. A backup is restored into an empty one, so that nothing is lost.',
        );
    }
  } catch (error) {
    await db.destroy();
    throw asCannotStart(config, error);
  }
  return db;
}

/**
 * The configured database for a move of records into it. Throws CannotStart unless there is nothing in it, or only what
 * the same move has left that was cut short.
 */
export async function openDatabaseToFill(
  config: Config,
  mark: string,
): Promise<{ db: Kysely<Tables>; isBegun: boolean }> {
  const db = await connectDatabase(config);
  try {
    if ((await findRestoring(db))?.value === mark) return { db, isBegun: true };
  } catch (error) {
    await db.destroy();
    throw asCannotStart(config, error);
  }
  await db.destroy();
  return { db: await openEmptyDatabase(config), isBegun: false };
}

/** A restore or a move that was cut short marks its database as well: the folder could be another one. */
export const restoringSetting = 'restoring';

async function refuseHalfRestoredRecords(db: Kysely<Tables>): Promise<void> {
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

async function findRestoring(db: Kysely<Tables>): Promise<{ value: string } | undefined> {
  if (!(await tableExists(db as unknown as Kysely<never>, 'settings'))) return undefined;
  return db.selectFrom('settings').select('value').where('name', '=', restoringSetting).executeTakeFirst();
}

/** What the database says while the server starts, for the person who starts it; anything else is a bug and stays one. */
export function asCannotStart(config: Config, error: unknown): unknown {
  if (!isFromDatabase(error)) return error;
  const place = config.databaseUrl ? 'The database at DATABASE_URL' : databasePath(config.dataDir);
  const advice = isDatabaseDamaged(error) ? ' Restore it from a backup.' : '';
  return new CannotStart(`${place} cannot be used: ${sayOf(error)}.${advice}`, { cause: error });
}

/** A connection that was refused at several addresses says nothing itself. */
function sayOf(error: unknown): string {
  const { message, code, errors } = error as AggregateError & { code?: string };
  return message || (errors?.[0] as Error | undefined)?.message || code || 'no reason given';
}

/** The same records on threads of their own. PostgreSQL does not answer on this thread: there it is the same pool. */
export function openReader(config: Config, db: Kysely<Tables>): Kysely<Tables> {
  return config.databaseUrl ? db : new Kysely<Tables>({ dialect: sqliteReaderDialect(databasePath(config.dataDir)) });
}

export const databasePath = (dataDir: string) => join(dataDir, 'stowage.db');

function openSqlite(dataDir: string): Kysely<Tables> {
  const path = databasePath(dataDir);
  // Files without the records that name them mean that the records were lost, not that this is a first start.
  const records = !existsSync(path) ? 'missing' : statSync(path).size === 0 ? 'empty' : 'there';
  if (records !== 'there' && isMarked(dataDir)) {
    throw new CannotStart(
      `${path} is ${records}, but there are stored files that belong to it. Put the database back from a backup, or choose another DATA_DIR.`,
    );
  }
  try {
    const { dialect, access } = sqliteDialect(openSqliteFile(path));
    const db = new Kysely<Tables>({ dialect });
    registerDirectAccess(db, access);
    return db;
  } catch (error) {
    throw new CannotStart(`${path} cannot be opened: ${(error as Error).message}. Restore it from a backup.`, {
      cause: error,
    });
  }
}
