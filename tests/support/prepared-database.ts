import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { readConfig } from '#server/config.ts';
import type { Config } from '#server/config.ts';
import { databasePath, openDatabase } from '#server/database/open.ts';
import { firstRun } from '../../src/app/server/first-run.ts';
import { onServer } from './postgres-schema.ts';
import { quickHash } from './quick-hash.ts';

// A database after its first start: migrated, with the administrator. The product makes it once for each process of the
// tests, because a first start takes 0.1 s of processor time on SQLite and 0.5 s on PostgreSQL. Then it is copied. The
// hash of the password is replaced by one that is checked quickly.

type Settings = Record<string, string>;

/** The file of a database, by the settings of its administrator. */
const files = new Map<string, Promise<Buffer>>();

/** Writes a prepared database into the empty folder DATA_DIR. */
export async function writePreparedFile(settings: Settings): Promise<void> {
  const config = readConfig(settings);
  const key = JSON.stringify(config.admin);
  const file = files.get(key) ?? makeFile(config);
  files.set(key, file);
  await writeFile(databasePath(config.dataDir), await file, { mode: 0o600 });
}

const makeFile = (config: Config) =>
  inFolder(async (dataDir) => {
    await prepare({ ...config, dataDir });
    return readFile(databasePath(dataDir));
  });

/** The name of a database on a server, by its server and the settings of its administrator. */
const templates = new Map<string, Promise<string>>();
const cleanups: (() => Promise<void>)[] = [];
after(async () => {
  for (const clean of cleanups) await clean();
});

export type PreparedDatabase = { url: string; drop: () => Promise<void> };

/** Creates a prepared database on a server. Its user has to be allowed to create databases. */
export async function createPreparedDatabase(server: string, settings: Settings): Promise<PreparedDatabase> {
  const config = readConfig(settings);
  const key = JSON.stringify([server, config.admin]);
  const template = templates.get(key) ?? makeTemplate(server, config);
  templates.set(key, template);
  const name = newName();
  await onServer(server, `create database ${name} template ${await template} strategy file_copy`);
  return { url: urlOf(server, name), drop: () => onServer(server, `drop database ${name} with (force)`) };
}

async function makeTemplate(server: string, config: Config): Promise<string> {
  const name = newName();
  await onServer(server, `create database ${name}`);
  cleanups.push(() => onServer(server, `drop database ${name} with (force)`));
  await inFolder((dataDir) => prepare({ ...config, dataDir, databaseUrl: urlOf(server, name) }));
  return name;
}

const newName = () => `test_${randomBytes(8).toString('hex')}`;

function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.toString();
}

async function prepare(config: Config): Promise<void> {
  const db = await openDatabase(config, new Date());
  try {
    await firstRun(db, config, new Date());
    const password_hash = quickHash(config.admin.password ?? '');
    await db.updateTable('users').set({ password_hash }).execute();
  } finally {
    await db.destroy();
  }
}

async function inFolder<T>(work: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stowage-prepared-'));
  try {
    return await work(dataDir);
  } finally {
    await rm(dataDir, { recursive: true });
  }
}
