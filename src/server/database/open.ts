import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import type { Config } from '../config.ts';
import { CannotStart } from '../config.ts';
import { migrate } from './migrate.ts';
import { postgresDialect } from './postgres.ts';
import { sqliteReaderDialect } from './sqlite-readers.ts';
import { openSqliteFile, sqliteDialect } from './sqlite.ts';
import type { Tables } from './tables.ts';

/** Opens the configured database and brings its tables up to date. Throws CannotStart with what to do. */
export async function openDatabase(config: Config, now: Date): Promise<Kysely<Tables>> {
  const db = config.databaseUrl ? await openPostgres(config.databaseUrl) : openSqlite(config.dataDir);
  try {
    await migrate(db as unknown as Kysely<never>, { copyTo: config.dataDir, now });
  } catch (error) {
    await db.destroy();
    if (error instanceof CannotStart) throw error;
    const place = config.databaseUrl ? 'the database at DATABASE_URL' : databasePath(config.dataDir);
    throw new CannotStart(`${place} cannot be used: ${(error as Error).message}`, { cause: error });
  }
  return db;
}

/** The same records for lists and searches. On PostgreSQL, which does not answer on this thread, it is the same pool. */
export function openReader(config: Config, db: Kysely<Tables>): Kysely<Tables> {
  return config.databaseUrl ? db : new Kysely<Tables>({ dialect: sqliteReaderDialect(databasePath(config.dataDir)) });
}

const databasePath = (dataDir: string) => join(dataDir, 'stowage.db');

function openSqlite(dataDir: string): Kysely<Tables> {
  const path = databasePath(dataDir);
  // Files without the records that name them mean that the records were lost, not that this is a first start.
  if (!existsSync(path) && existsSync(join(dataDir, 'store-id'))) {
    throw new CannotStart(
      `${path} is missing, but ${dataDir} holds stored files. Put the database back from a backup, or choose another DATA_DIR.`,
    );
  }
  try {
    return new Kysely<Tables>({ dialect: sqliteDialect(openSqliteFile(path)) });
  } catch (error) {
    throw new CannotStart(`${path} cannot be opened: ${(error as Error).message}. Restore it from a backup.`, {
      cause: error,
    });
  }
}

async function openPostgres(url: string): Promise<Kysely<Tables>> {
  return new Kysely<Tables>({ dialect: await postgresDialect(url) });
}
