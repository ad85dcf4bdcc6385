import { existsSync, readFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { claimDataFolder, findStoreId, makeDataFolder } from '#app/server/data-folder.ts';
import { CannotStart } from '#server/config.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/database/db.ts';
import { dropServerTables, listServerTables, tableExists } from '#server/database/dialect/maintenance.ts';
import { asCannotStart, openDatabase } from '#server/database/open.ts';
import { openPool, postgresDialect } from '#server/database/postgres.ts';
import { sqliteDialect } from '#server/database/sqlite.ts';
import { findMark, hasUsers, writeMark } from './demo.queries.ts';
import type { DemoMark, DemoSize } from './demo.queries.ts';

/** The default of DATA_DIR. */
export const demoFolder = './demo-data';

/** The present state of the database: empty, with foreign records, or with a demo. */
type Found = { is: 'nothing' } | { is: 'records' } | { is: 'demo'; mark: DemoMark; storeId: string | undefined };

/**
 * Prepares the data folder and the database for the demo: both contain the requested demo, or are empty and marked for it.
 * Removes a demo of another size, or an incomplete one. Throws CannotStart if there are records or files of another origin.
 */
export async function prepareDemo(
  config: Config,
  { requested, defaults }: { requested: Partial<DemoSize>; defaults: DemoSize },
): Promise<void> {
  // The demo deletes its earlier data. It must never empty a bucket by mistake.
  if (config.storage) throw new CannotStart('STORAGE_URL: the demo keeps its files in a folder. Remove the setting.');
  await makeDataFolder(config.dataDir);
  using _claim = claimDataFolder(config.dataDir);
  const found = await inspectStorage(config);
  refuseForeign(config, found);
  if (found.is === 'demo') {
    const { mark } = found;
    const hasSize = Object.entries({ ...mark, ...requested }).every(
      ([name, is]) => mark[name as keyof DemoMark] === is,
    );
    if (mark.finished && hasSize) return;
    await removeDemo(config, mark);
  }
  const size = { ...defaults, ...(found.is === 'demo' ? found.mark : {}), ...requested };
  await withDatabase(config, (db) => writeMark(db, { ...size, finished: false }));
}

function refuseForeign(config: Config, found: Found): void {
  if (found.is === 'records') {
    throw new CannotStart(
      config.databaseUrl
        ? 'DATABASE_URL: this database was not made by the demo. Choose an empty one.'
        : `DATA_DIR: the database in ${config.dataDir} was not made by the demo. Choose another folder, or leave DATA_DIR out for ${demoFolder}.`,
    );
  }
  // With SQLite, the files of the demo are beside its database. With PostgreSQL, the folder could belong to another database.
  if (found.is === 'demo' && !config.databaseUrl) return;
  const path = join(config.dataDir, 'store-id');
  const storeId = existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
  if (storeId === '' || (found.is === 'demo' && found.storeId === storeId)) return;
  throw new CannotStart(`DATA_DIR: ${config.dataDir} holds the files of another database. Choose another folder.`);
}

/** Opens the database read-only, because it may contain real records. */
async function inspectStorage(config: Config): Promise<Found> {
  const path = join(config.dataDir, 'stowage.db');
  if (!config.databaseUrl && !existsSync(path)) return { is: 'nothing' };
  try {
    const dialect = config.databaseUrl
      ? postgresDialect(await openPool(config.databaseUrl))
      : sqliteDialect(new DatabaseSync(path, { readOnly: true }));
    const db: Db = new Kysely({ dialect });
    try {
      return await inspectDatabase(db, config);
    } finally {
      await db.destroy();
    }
  } catch (error) {
    throw asCannotStart(config, error);
  }
}

async function inspectDatabase(db: Db, config: Config): Promise<Found> {
  if (!(await tableExists(db, 'settings'))) {
    // Creating the demo again drops all tables of a PostgreSQL database, so there must be no other tables.
    const isForeign = config.databaseUrl !== undefined && (await listServerTables(db)).length > 0;
    return { is: isForeign ? 'records' : 'nothing' };
  }
  const mark = await findMark(db);
  if (mark) return { is: 'demo', mark, storeId: await findStoreId(db) };
  return { is: (await hasUsers(db)) ? 'records' : 'nothing' };
}

async function withDatabase(config: Config, use: (db: Db) => Promise<void>): Promise<void> {
  const db = await openDatabase(config, new Date());
  try {
    await use(db);
  } finally {
    await db.destroy();
  }
}

/** Deletes the mark last, so that after an interruption the next start still recognizes the demo. */
async function removeDemo(config: Config, mark: DemoMark): Promise<void> {
  await withDatabase(config, (db) => writeMark(db, { ...mark, finished: false }));
  const remove = (name: string) => rm(join(config.dataDir, name), { recursive: true, force: true });
  for (const name of ['blobs', 'staging', 'store-id']) await remove(name);
  if (config.databaseUrl) return withDatabase(config, (db) => dropServerTables(db));
  const copies = (await readdir(config.dataDir)).filter((name) => /^stowage-before-.+\.db$/.test(name));
  for (const name of [...copies, 'stowage.db-wal', 'stowage.db-shm', 'stowage.db']) await remove(name);
}
