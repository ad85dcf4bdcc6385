import { recordAudit } from '#features/audit/server/audit.queries.ts';
import { insertDamage } from '#features/integrity/server/integrity.queries.ts';
import { blobLocation } from '#server/blobs/blob-location.ts';
import type { BlobLocation, BlobStore, StagedBlob } from '#server/blobs/blob-store.ts';
import { diskLocation } from '#server/blobs/disk-blobs.ts';
import type { Problem } from '#server/blobs/examine-blob.ts';
import { CannotStart } from '#server/config.ts';
import type { Config } from '#server/config.ts';
import { markRestoring } from '#server/data-folder-marks.ts';
import type { Db } from '#server/database/db.ts';
import { migrate } from '#server/database/migrate.ts';
import { migrations } from '#server/database/migrations/index.ts';
import { openEmptyDatabase, restoringSetting } from '#server/database/open.ts';
import { deleteSetting, saveSetting } from '#server/database/settings.queries.ts';
import { texts } from '../backups/backups.texts.ts';
import type { Point } from '../backups/repository.ts';
import { startCommand } from '../commands.ts';
import { claimDataFolder, makeDataFolder, markStore, refuseUnlessEmpty } from '../data-folder.ts';
import { texts as adminTexts } from './admin.texts.ts';
import { countDistinctBlobs, countPeople, insertLines, keepLastIds, recordsOfBlobs } from './backup.queries.ts';
import { machineActor } from './machine-actor.ts';
import type { Terminal } from './terminal.ts';

/** A backup that was opened and checked. */
export type RestoreSource = Disposable & {
  name: string;
  manifest: Pick<Point, 'made_at' | 'migrations' | 'last_ids' | 'stored'>;
  /** Yields rows as JSON objects with the same columns, parents before children. */
  records: () => AsyncIterable<{ table: string; lines: string[] }>;
  /** Yields each stored file. `open` returns undefined if the backup lacks it, for example because of `problem`. */
  files: () => AsyncIterable<{
    key: string;
    problem?: Problem | undefined;
    open: () => Promise<AsyncIterable<Buffer> | undefined>;
  }>;
};

/** The stored files, and the keys of the missing and damaged ones. */
type Restored = { blobs: number; bytes: number; missing: string[]; damaged: string[] };

/**
 * Restores a backup into an empty data folder and database. `open` checks the backup before the first write. A mark keeps servers
 * from starting on incomplete data.
 */
export async function restoreFrom(
  config: Config,
  open: () => Promise<RestoreSource>,
  terminal: Terminal,
): Promise<number> {
  await makeDataFolder(config.dataDir);
  using _claim = claimDataFolder(config.dataDir);
  await refuseUnlessEmpty(diskLocation(config.dataDir));
  const location = await blobLocation(config);
  if (location.kind === 'bucket') await refuseUnlessEmpty(location);
  using backup = await open();
  await using db = await openEmptyDatabase(config);
  const restored = await restoreChecked({ db, location, config }, backup, terminal);
  terminal.say(await summary(db, backup, restored));
  return 0;
}

/** Whether this version has all migrations of the backup. Otherwise a newer version made the backup. */
export const areKnown = (names: readonly string[]) =>
  names.every((name) => migrations.some((migration) => migration.name === name));

async function restoreChecked(
  { db, location, config }: { db: Db; location: BlobLocation; config: Config },
  backup: RestoreSource,
  terminal: Terminal,
): Promise<Restored> {
  const restored: Restored = { blobs: 0, bytes: 0, missing: [], damaged: [] };
  const { manifest } = backup;
  const unmark = await markRestoring(config.dataDir);
  using _progress = terminal.showProgress(() => texts.restoring(restored.blobs, manifest.stored.blobs));
  try {
    const migrateTo = (known: typeof migrations) => migrate(db, { copyTo: config.dataDir, now: new Date(), known });
    await migrateTo(migrations.filter(({ name }) => manifest.migrations.includes(name)));
    await saveSetting(db, restoringSetting, '1');
    await markStore(db, location);
    const blobs = await location.open();
    for await (const { table, lines } of backup.records()) await restoreRows(db, table, lines);
    await restoreBlobs({ db, blobs, restored }, backup, terminal);
    await keepLastIds(db, manifest.last_ids);
    await migrateTo(migrations);
    await recordProblems(db, restored);
    await recordAudit({ tx: db, by: machineActor(), at: new Date().toISOString() }, 'records.restored', {
      name: backup.name,
      detail: manifest.made_at,
    });
    await deleteSetting(db, restoringSetting);
    await unmark();
    return restored;
  } catch (error) {
    throw new CannotStart(adminTexts.halfRestored(config.dataDir, (error as Error).message), { cause: error });
  }
}

/** Inserts rows from JSON objects with the same columns. */
export async function restoreRows(db: Db, table: string, lines: readonly string[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await insertLines(tx, table, lines);
  });
}

// The store flushes the folders of a batch together.
const blobsPerBatch = 64;

/**
 * Stores all files and compares each one with its record. One that is missing or damaged is reported, and a damaged one stays as it
 * is, because a part of it may still be useful. Throws if a record has no file, or a file no record.
 */
async function restoreBlobs(
  { db, blobs, restored }: { db: Db; blobs: BlobStore; restored: Restored },
  source: RestoreSource,
  terminal: Terminal,
): Promise<void> {
  let staged: StagedBlob[] = [];
  const report = (key: string, problem: Problem) => terminal.say(texts.notRestored(key, problem));
  const flush = async () => {
    if (staged.length === 0) return;
    const batch = staged;
    staged = [];
    const records = await recordsOfBlobs(
      db,
      batch.map(({ key }) => key),
    );
    for (const { key, size, sha256 } of batch) {
      const record = records.get(key);
      if (!record) throw new Error(adminTexts.unknownBlob(key));
      restored.blobs += 1;
      restored.bytes += size;
      if (record.size === size && record.sha256 === sha256) continue;
      restored.damaged.push(key);
      report(key, 'damaged');
    }
    await blobs.publish(batch);
    await blobs.settle(batch);
  };
  for await (const { key, problem = 'missing', open } of source.files()) {
    const bytes = await open();
    if (bytes) staged.push(await blobs.stage(bytes, Number.MAX_SAFE_INTEGER, key));
    else {
      restored.missing.push(key);
      report(key, problem);
    }
    if (staged.length >= blobsPerBatch) await flush();
  }
  await flush();
  const lost = (await countDistinctBlobs(db)) - restored.blobs - restored.missing.length;
  if (lost !== 0) throw new Error(adminTexts.missingBlobs(lost));
}

/** Records the blobs that were missing or damaged when the backup was made. */
async function recordProblems(db: Db, restored: Restored): Promise<void> {
  const at = new Date().toISOString();
  for (const problem of ['missing', 'damaged'] as const)
    for (const key of restored[problem]) await insertDamage(db, key, problem, at);
}

async function summary(
  db: Db,
  { manifest }: RestoreSource,
  { blobs, bytes, missing, damaged }: Restored,
): Promise<string> {
  const problems = missing.length + damaged.length;
  return [
    adminTexts.restored(manifest.made_at, await countPeople(db), blobs, bytes),
    ...(problems > 0 ? [adminTexts.restoredWithProblems(problems)] : []),
    adminTexts.startNow(startCommand()),
  ].join('\n');
}
