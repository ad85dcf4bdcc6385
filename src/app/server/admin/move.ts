import { recordAudit } from '#features/audit/server/audit.queries.ts';
import { countRecordedBlobs, insertDamage } from '#features/integrity/server/integrity.queries.ts';
import { recordedBlobs } from '#features/integrity/server/verify-blobs.service.ts';
import { blobLocation } from '#server/blobs/blob-location.ts';
import type { BlobLocation, BlobRecord, BlobStore } from '#server/blobs/blob-store.ts';
import { examineBlob } from '#server/blobs/examine-blob.ts';
import type { Problem } from '#server/blobs/examine-blob.ts';
import { CannotStart } from '#server/config.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/database/db.ts';
import { dropServerTables } from '#server/database/dialect/maintenance.ts';
import { migrate } from '#server/database/migrate.ts';
import { openDatabaseToFill, restoringSetting } from '#server/database/open.ts';
import { deleteSetting } from '#server/database/settings.queries.ts';
import { openSnapshot } from '#server/database/snapshot.ts';
import type { Snapshot } from '#server/database/snapshot.ts';
import { once } from '../backups/target.ts';
import { claimDataFolder, findStoreId, refuseUnlessEmpty } from '../data-folder.ts';
import type { AdminContext } from './admin-context.ts';
import { withAdminContext } from './admin-context.ts';
import { texts } from './admin.texts.ts';
import { isLocationSetting, savedTables } from './backup-tables.ts';
import { countRows, describeMigrations, keepLastIds } from './backup.queries.ts';
import { machineActor } from './machine-actor.ts';
import { insertPendingDeletions, listOtherBlobs, markMoving } from './move.queries.ts';
import { restoreRows } from './restore.ts';
import type { Terminal } from './terminal.ts';

type Move = { source: AdminContext; to: Config; storeId: string; signal: AbortSignal; terminal: Terminal };
type Problems = { key: string; problem: Problem }[];

/**
 * Copies all data into another database, another store, or both, without changing the original. A mark in the destination
 * keeps servers from starting before the copy is complete. An interrupted move continues when the command is run again.
 * Returns the exit code: 1 if a stored file is missing or damaged.
 */
export async function move(
  from: Config,
  { to, signal }: { to: Config; signal: AbortSignal },
  terminal: Terminal,
): Promise<number> {
  const hasNewDatabase = to.databaseUrl !== from.databaseUrl;
  const hasNewStore = JSON.stringify(to.storage) !== JSON.stringify(from.storage);
  if (!hasNewDatabase && !hasNewStore) throw new CannotStart(texts.nowhereToMove);
  // A running server could store files that the copy would miss.
  using _claim = claimDataFolder(from.dataDir);
  return await withAdminContext(from, async (source) => {
    const storeId = await findStoreId(source.db);
    if (storeId === undefined) throw new CannotStart(texts.nothingToMove);
    const settings: Move = { source, to, storeId, signal, terminal };
    try {
      await using target = hasNewDatabase ? await fillDatabase(settings) : undefined;
      const problems = hasNewStore ? await fillStore(settings) : [];
      if (target) await finishDatabase(settings, target, { problems, hasNewStore });
      await recordMove(target ?? source.db, settings);
      terminal.say(texts.moved(hasNewDatabase, hasNewStore));
      if (problems.length > 0) terminal.say(texts.movedWithProblems(problems.length));
      return problems.length > 0 ? 1 : 0;
    } catch (error) {
      if (signal.aborted) throw new CannotStart(texts.moveStopped, { cause: error });
      throw error;
    }
  });
}

/** Records the move in the destination. Only host and bucket, because the URLs contain passwords. */
async function recordMove(db: Db, { source, to }: Move): Promise<void> {
  const locations = [to.databaseUrl && new URL(to.databaseUrl).host, to.storage?.bucket].filter(Boolean);
  await recordAudit({ tx: db, by: machineActor(), at: source.clock().toISOString() }, 'records.moved', {
    name: locations.join(', '),
  });
}

/** Copies the rows first: compared to the blobs they are small, so a repeated move copies all of them again. */
async function fillDatabase({ source, to, storeId, signal, terminal }: Move): Promise<Db> {
  const mark = `move of ${storeId}`;
  const { db, isBegun: isResumed } = await openDatabaseToFill(to, mark);
  await using snapshot = await openSnapshot(source.config);
  let table = '';
  using _progress = terminal.showProgress(() => texts.copyingRecords(table));
  try {
    if (isResumed) await dropServerTables(db);
    await migrate(db, { copyTo: to.dataDir, now: new Date() });
    await markMoving(db, mark);
    for (table of savedTables) {
      for await (const rows of snapshot.rows(table)) {
        signal.throwIfAborted();
        const moved = table === 'settings' ? rows.filter((row) => isMoved(row['name'] as string)) : rows;
        if (moved.length > 0)
          await restoreRows(
            db,
            table,
            moved.map((row) => JSON.stringify(row)),
          );
      }
    }
    await compareCounts(snapshot, to);
    await keepLastIds(db, (await describeMigrations(snapshot, savedTables)).last_ids);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

const isMoved = (setting: string) => setting === 'store_id' || !isLocationSetting(setting);

async function compareCounts(snapshot: Snapshot, to: Config): Promise<void> {
  await using copy = await openSnapshot(to);
  for (const table of savedTables) {
    const [here, there] = [await countRows(snapshot, table), await countRows(copy, table)];
    if (table !== 'settings' && here !== there) throw new CannotStart(texts.rowsDiffer(table, here, there));
  }
}

/** Removes the mark, so that servers may start on the new database. */
async function finishDatabase(
  { source }: Move,
  db: Db,
  { problems, hasNewStore }: { problems: Problems; hasNewStore: boolean },
): Promise<void> {
  const at = source.clock().toISOString();
  for (const { key, problem } of problems) await insertDamage(db, key, problem, at);
  // The same store also holds blobs whose rows are not copied. They would stay forever.
  if (!hasNewStore) for await (const keys of listOtherBlobs(source.db)) await insertPendingDeletions(db, keys, at);
  await deleteSetting(db, restoringSetting);
}

const concurrency = 4;

async function fillStore({ source, to, storeId, signal, terminal }: Move): Promise<Problems> {
  const location = await blobLocation(to);
  await markLocation(location, storeId);
  const target = await location.open();
  const copied = { blobs: 0, bytes: 0 };
  const problems: Problems = [];
  const all = await countRecordedBlobs(source.db);
  using _progress = terminal.showProgress(() => texts.progress('Copied', copied, all));
  const records = recordedBlobs(source.db);
  const copySome = async () => {
    for (let next = await records.next(); !next.done; next = await records.next()) {
      signal.throwIfAborted();
      const problem = await copyBlob(source.blobs, target, next.value);
      if (problem) {
        problems.push({ key: next.value.key, problem });
        terminal.say(texts.notMoved(next.value.key, problem));
      }
      copied.blobs += 1;
      copied.bytes += next.value.size;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, copySome));
  await location.setMark(storeId);
  return problems;
}

/** Marks the new store as incomplete, so that no server uses it. */
async function markLocation(location: BlobLocation, storeId: string): Promise<void> {
  const incompleteMark = `half of ${storeId}`;
  const marked = await location.mark();
  if (marked === incompleteMark || marked === storeId) return;
  if (marked !== undefined) throw new CannotStart(texts.anothersStore(location.name));
  await refuseUnlessEmpty(location);
  await location.setMark(incompleteMark);
}

/** Copies a blob unless the destination has an undamaged copy. Returns the problem of the original, if any. */
async function copyBlob(from: BlobStore, to: BlobStore, record: BlobRecord): Promise<Problem | undefined> {
  if (!(await examineBlob(to, record)).problem) return undefined;
  const blob = await from.open(record.key);
  if (!blob) {
    // An unavailable store must not count as a missing blob.
    await from.check();
    return 'missing';
  }
  const { size } = blob;
  if (size === 0) await blob.close();
  const bytes = size === 0 ? once('').bytes : (blob.stream({ start: 0, end: size - 1 }) as AsyncIterable<Buffer>);
  const staged = await to.stage(bytes, size, record.key);
  await to.publish([staged]);
  await to.settle([staged]);
  // A damaged blob is copied too, because a part of it may still be useful.
  if (staged.size !== record.size || staged.sha256 !== record.sha256) return 'damaged';
  const found = await examineBlob(to, record);
  if (found.problem) throw new CannotStart(texts.badCopy(record.key, found.detail));
  return undefined;
}
