import { existsSync, readFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { CannotStart } from '#server/config.ts';
import type { Config } from '#server/config.ts';
import { claimDataFolder, findStoreId, makeDataFolder } from '#server/database/data-folder.ts';
import { asCannotStart, openDatabase } from '#server/database/open.ts';
import { dropServerTables, listServerTables, tableExists } from '#server/database/portable.ts';
import { postgresDialect } from '#server/database/postgres.ts';
import { sqliteDialect } from '#server/database/sqlite.ts';
import type { Db } from '#server/parts.ts';
import { findMark, hasUsers, writeMark } from './demo.queries.ts';
import type { DemoMark, DemoSize } from './demo.queries.ts';

/** Where the demo lives, unless DATA_DIR says otherwise. */
export const demoFolder = './demo-data';

/** What is there already: nothing, somebody's records, or a demo. */
type Found = { is: 'nothing' } | { is: 'records' } | { is: 'demo'; mark: DemoMark; storeId: string | undefined };

/**
 * Leaves a place that holds the demo asked for, or an empty one marked for it. A demo of another size, or one that was not
 * finished, is removed. Throws CannotStart where anybody's records or files are.
 */
export async function preparePlace(
  config: Config,
  { wanted, otherwise }: { wanted: Partial<DemoSize>; otherwise: DemoSize },
): Promise<void> {
  // It removes what it made before, and a bucket is nothing to be emptied by mistake.
  if (config.storage) throw new CannotStart('STORAGE_URL: the demo keeps its files in a folder. Remove the setting.');
  await makeDataFolder(config.dataDir);
  const { release } = claimDataFolder(config.dataDir);
  try {
    const found = await lookAt(config);
    refuseForeign(config, found);
    if (found.is === 'demo') {
      const { mark } = found;
      const isRight = Object.entries({ ...mark, ...wanted }).every(([name, is]) => mark[name as keyof DemoMark] === is);
      if (mark.finished && isRight) return;
      await removeDemo(config, mark);
    }
    const size = { ...otherwise, ...(found.is === 'demo' ? found.mark : {}), ...wanted };
    await withDatabase(config, (db) => writeMark(db, { ...size, finished: false }));
  } finally {
    release();
  }
}

function refuseForeign(config: Config, found: Found): void {
  if (found.is === 'records') {
    throw new CannotStart(
      config.databaseUrl
        ? 'DATABASE_URL: this database was not made by the demo. Choose an empty one.'
        : `DATA_DIR: the database in ${config.dataDir} was not made by the demo. Choose another folder, or leave DATA_DIR out for ${demoFolder}.`,
    );
  }
  // An embedded demo keeps its files beside its records; those of a server database could be in anybody's folder.
  if (found.is === 'demo' && !config.databaseUrl) return;
  const path = join(config.dataDir, 'store-id');
  const storeId = existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
  if (storeId === '' || (found.is === 'demo' && found.storeId === storeId)) return;
  throw new CannotStart(`DATA_DIR: ${config.dataDir} holds the files of another database. Choose another folder.`);
}

/** Looks without changing anything: these may be somebody's records. */
async function lookAt(config: Config): Promise<Found> {
  const path = join(config.dataDir, 'stowage.db');
  if (!config.databaseUrl && !existsSync(path)) return { is: 'nothing' };
  try {
    const dialect = config.databaseUrl
      ? await postgresDialect(config.databaseUrl)
      : sqliteDialect(new DatabaseSync(path, { readOnly: true })).dialect;
    const db: Db = new Kysely({ dialect });
    try {
      return await lookInto(db, config);
    } finally {
      await db.destroy();
    }
  } catch (error) {
    throw asCannotStart(config, error);
  }
}

async function lookInto(db: Db, config: Config): Promise<Found> {
  if (!(await tableExists(db as unknown as Kysely<never>, 'settings'))) {
    // A server database is emptied whole when the demo is made anew, so nothing else may be in it.
    const isForeign =
      config.databaseUrl !== undefined && (await listServerTables(db as unknown as Kysely<never>)).length > 0;
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

/** The mark goes last: whatever interrupts this, the next start knows whose remains these are. */
async function removeDemo(config: Config, mark: DemoMark): Promise<void> {
  await withDatabase(config, (db) => writeMark(db, { ...mark, finished: false }));
  const remove = (name: string) => rm(join(config.dataDir, name), { recursive: true, force: true });
  for (const name of ['blobs', 'staging', 'store-id']) await remove(name);
  if (config.databaseUrl) return withDatabase(config, (db) => dropServerTables(db as unknown as Kysely<never>));
  const copies = (await readdir(config.dataDir)).filter((name) => /^stowage-before-.+\.db$/.test(name));
  for (const name of [...copies, 'stowage.db-wal', 'stowage.db-shm', 'stowage.db']) await remove(name);
}
