import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { recordAudit } from '#features/audit/server/audit.queries.ts';
import { indexFileNames } from '#features/files/server/core/files.queries.ts';
import { insertDamage } from '#features/integrity/server/integrity.queries.ts';
import { blobLocation } from '#server/blobs/blob-location.ts';
import type { BlobLocation, BlobStore, StagedBlob } from '#server/blobs/blob-store.ts';
import { diskLocation } from '#server/blobs/disk-blobs.ts';
import { CannotStart } from '#server/config.ts';
import type { Config } from '#server/config.ts';
import {
  claimDataFolder,
  makeDataFolder,
  markRestoring,
  markStore,
  refuseUnlessEmpty,
} from '#server/database/data-folder.ts';
import type { Db } from '#server/database/db.ts';
import { migrate } from '#server/database/migrate.ts';
import { migrations } from '#server/database/migrations/index.ts';
import { openEmptyDatabase, restoringSetting } from '#server/database/open.ts';
import { startCommand } from '../commands.ts';
import { texts } from './admin.texts.ts';
import { checkArchive, DamagedArchive, formatVersion, manifestName, readArchive } from './archive.ts';
import type { End, Manifest, ReadEntry } from './archive.ts';
import { isDirectory, listBackups } from './backup-files.ts';
import { addSetting, countPeople, insertLines, keepLastIds, recordsOfBlobs, removeSetting } from './backup.queries.ts';
import { machineActor } from './machine-actor.ts';
import type { Terminal } from './terminal.ts';

type Backup = { path: string; manifest: Manifest; end: End };

/** A backup that was opened and checked. */
export type RestoreSource = {
  name: string;
  manifest: Pick<Manifest, 'made_at' | 'migrations' | 'last_ids'>;
  progress: () => string;
  /** Inserts all rows, then stores all blobs. */
  fill: (db: Db, blobs: BlobStore) => Promise<void>;
  /** Valid after `fill`. The restored counts, and the keys of missing and of damaged blobs. */
  end: Pick<End, 'saved' | 'missing' | 'damaged'>;
};

/**
 * Restores a backup into an empty data folder and database. Reads and checks the whole backup before the first write. A
 * mark keeps servers from starting on incomplete data.
 */
export async function restore(config: Config, { file }: { file: string }, terminal: Terminal): Promise<number> {
  const path = resolve(file);
  if (!existsSync(path)) throw new CannotStart(texts.noSuchFile(path));
  if (isDirectory(path)) throw new CannotStart(await folderAdvice(path));
  return restoreFrom(config, async () => archiveSource(await checkBackup(path, terminal)), terminal);
}

async function folderAdvice(folder: string): Promise<string> {
  const newest = (await listBackups(folder)).at(-1);
  return newest === undefined ? texts.noBackupIn(folder) : texts.backupIn(folder, join(folder, newest));
}

function archiveSource(backup: Backup): RestoreSource {
  const { size } = statSync(backup.path);
  let read = 0;
  return {
    name: backup.path,
    manifest: backup.manifest,
    end: backup.end,
    progress: () => texts.restoring(read, size),
    fill: (db, blobs) => restoreEntries(db, blobs, backup, (bytes) => (read = bytes)),
  };
}

/** Restores a backup that `open` opens and checks, into an empty data folder and database. */
export async function restoreFrom(
  config: Config,
  open: () => Promise<RestoreSource>,
  terminal: Terminal,
): Promise<number> {
  await makeDataFolder(config.dataDir);
  const { release } = claimDataFolder(config.dataDir);
  try {
    await refuseUnlessEmpty(diskLocation(config.dataDir));
    const location = await blobLocation(config);
    if (location.kind === 'bucket') await refuseUnlessEmpty(location);
    const backup = await open();
    const db = await openEmptyDatabase(config);
    try {
      await restoreChecked({ db, location, config }, backup, terminal);
      terminal.say(await summary(db, backup));
      return 0;
    } finally {
      await db.destroy();
    }
  } finally {
    release();
  }
}

/** Reads the whole backup. Throws CannotStart if it is damaged, no backup, or of a newer version. */
export async function checkBackup(path: string, terminal: Terminal): Promise<Backup> {
  const { size } = statSync(path);
  let read = 0;
  const done = terminal.showProgress(() => texts.checking(read, size));
  try {
    const checked = await checkArchive(path, (bytes) => (read = bytes), texts);
    if (!checked) throw new CannotStart(texts.notABackup(path));
    const { manifest } = checked;
    if (!areKnown(manifest.migrations) || manifest.format_version > formatVersion)
      throw new CannotStart(texts.newerBackup(path));
    return { path, ...checked };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall)
      throw new CannotStart(texts.cannotRead(path, (error as Error).message), { cause: error });
    if (!(error instanceof DamagedArchive)) throw error;
    throw new CannotStart(texts.damagedBackup(path, error.message), { cause: error });
  } finally {
    done();
  }
}

/** Whether this version has all migrations of the backup. Otherwise a newer version made the backup. */
export const areKnown = (names: readonly string[]) =>
  names.every((name) => migrations.some((migration) => migration.name === name));

async function restoreChecked(
  { db, location, config }: { db: Db; location: BlobLocation; config: Config },
  backup: RestoreSource,
  terminal: Terminal,
): Promise<void> {
  const unmark = await markRestoring(config.dataDir);
  const done = terminal.showProgress(backup.progress);
  try {
    const { manifest } = backup;
    const migrateTo = (known: typeof migrations) => migrate(db, { copyTo: config.dataDir, now: new Date(), known });
    await migrateTo(migrations.filter(({ name }) => manifest.migrations.includes(name)));
    await addSetting(db, restoringSetting);
    await markStore(db, location);
    const blobs = await location.open();
    await backup.fill(db, blobs);
    await keepLastIds(db, manifest.last_ids);
    await migrateTo(migrations);
    await recordProblems(db, backup);
    await recordAudit({ tx: db, by: machineActor(), at: new Date().toISOString() }, 'records.restored', {
      name: backup.name,
      detail: manifest.made_at,
    });
    await removeSetting(db, restoringSetting);
    await unmark();
  } catch (error) {
    throw new CannotStart(texts.halfRestored(config.dataDir, (error as Error).message), { cause: error });
  } finally {
    done();
  }
}

async function restoreEntries(db: Db, blobs: BlobStore, backup: Backup, read: (bytes: number) => void): Promise<void> {
  const batch = blobBatch(db, blobs, backup.end);
  for await (const entry of readArchive(backup.path, read)) {
    const [, table] = /^tables\/([a-z_]+)-\d+\.jsonl$/.exec(entry.name) ?? [];
    const [, key] = /^blobs\/([0-9a-f]{32})$/.exec(entry.name) ?? [];
    if (table) await restoreRows(db, table, (await entry.text()).trimEnd().split('\n'));
    else if (key) await batch.add(key, entry);
    else if (entry.name === manifestName || entry.name === 'end.json') await entry.text();
    else throw new DamagedArchive(entry.name);
  }
  await batch.flush();
  const lost = backup.manifest.stored.blobs - batch.restored() - backup.end.missing.length;
  if (lost !== 0) throw new DamagedArchive(texts.missingBlobs(lost));
}

/** Inserts rows from JSON objects with the same columns, and adds the names of files to the search index. */
export async function restoreRows(db: Db, table: string, lines: readonly string[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await insertLines(tx, table, lines);
    if (table === 'files') await restoreWords(tx, lines);
  });
}

// Each name has about thirty words in the index.
const namesPerBatch = 1_000;

/** Rebuilds the search index, which differs between the databases and is not in a backup. */
async function restoreWords(tx: Db, lines: readonly string[]): Promise<void> {
  const rows = lines.map(
    (line) => JSON.parse(line) as { id: number; filename: string; folder?: string | null; trashed_at: string | null },
  );
  const visible = rows.filter((row) => row.trashed_at === null);
  for (let from = 0; from < visible.length; from += namesPerBatch)
    await indexFileNames(tx, visible.slice(from, from + namesPerBatch));
}

// The store flushes the folders of a batch together.
const blobsPerBatch = 64;

function blobBatch(db: Db, blobs: BlobStore, end: End) {
  const damaged = new Set(end.damaged);
  let staged: StagedBlob[] = [];
  let restored = 0;
  const flush = async () => {
    if (staged.length === 0) return;
    const keys = staged.map(({ key }) => key);
    const records = await recordsOfBlobs(db, keys);
    for (const { key, size, sha256 } of staged) {
      const record = records.get(key);
      if (!record) throw new DamagedArchive(texts.unknownBlob(key));
      const matches = record.size === size && record.sha256 === sha256;
      if (!matches && !damaged.has(key)) throw new DamagedArchive(texts.wrongBlob(key));
    }
    await blobs.publish(staged);
    await blobs.settle(staged);
    restored += staged.length;
    staged = [];
  };
  return {
    add: async (key: string, { bytes, size }: ReadEntry) => {
      staged.push(await blobs.stage(bytes, size, key));
      if (staged.length >= blobsPerBatch) await flush();
    },
    flush,
    restored: () => restored,
  };
}

/** Records the blobs that were missing or damaged when the backup was made. */
async function recordProblems(db: Db, { end }: RestoreSource): Promise<void> {
  const at = new Date().toISOString();
  for (const problem of ['missing', 'damaged'] as const)
    for (const key of end[problem]) await insertDamage(db, key, problem, at);
}

async function summary(db: Db, { manifest, end }: RestoreSource): Promise<string> {
  const { blobs, bytes } = end.saved;
  const problems = end.missing.length + end.damaged.length;
  return [
    texts.restored(manifest.made_at, await countPeople(db), blobs, bytes),
    ...(problems > 0 ? [texts.restoredWithProblems(problems)] : []),
    texts.startNow(startCommand()),
  ].join('\n');
}
