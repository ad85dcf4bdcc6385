import type { Kysely } from 'kysely';
import { note } from '#features/audit/server/audit.queries.ts';
import { countRecordedBlobs, insertDamage } from '#features/integrity/server/integrity.queries.ts';
import { recordedBlobs } from '#features/integrity/server/walk-blobs.service.ts';
import { blobPlace } from '#server/blobs/blob-place.ts';
import type { BlobPlace, BlobRecord, BlobStore } from '#server/blobs/blob-store.ts';
import { examineBlob } from '#server/blobs/examine-blob.ts';
import type { Problem } from '#server/blobs/examine-blob.ts';
import { CannotStart } from '#server/config.ts';
import type { Config } from '#server/config.ts';
import { claimDataFolder, findStoreId, refuseUnlessEmpty } from '#server/database/data-folder.ts';
import { migrate } from '#server/database/migrate.ts';
import { openDatabaseToFill, restoringSetting } from '#server/database/open.ts';
import { dropServerTables } from '#server/database/portable.ts';
import { openSnapshot } from '#server/database/snapshot.ts';
import type { Snapshot } from '#server/database/snapshot.ts';
import type { Db } from '#server/parts.ts';
import { texts } from './admin.texts.ts';
import { placeSettings, savedTables } from './backup-tables.ts';
import { describeSnapshot, keepLastIds, removeSetting } from './backup.queries.ts';
import type { Keeping } from './keeping.ts';
import { withKeeping } from './keeping.ts';
import { insertDoomed, listOtherBlobs, markMoving } from './move.queries.ts';
import { restoreRows } from './restore.ts';
import type { Terminal } from './terminal.ts';
import { whoever } from './whoever.ts';

type Work = { source: Keeping; to: Config; storeId: string; signal: AbortSignal; terminal: Terminal };
type Problems = { key: string; problem: Problem }[];

/**
 * Copies everything into another database, another store, or both, and changes nothing where it is. Until the end the new
 * place is marked, so that no server starts on half of it; a move that was cut short goes on when it is begun again.
 * Answers the exit code: 1 when a stored file is missing or damaged.
 */
export async function move(
  from: Config,
  { to, signal }: { to: Config; signal: AbortSignal },
  terminal: Terminal,
): Promise<number> {
  const hasNewDatabase = to.databaseUrl !== from.databaseUrl;
  const hasNewStore = JSON.stringify(to.storage) !== JSON.stringify(from.storage);
  if (!hasNewDatabase && !hasNewStore) throw new CannotStart(texts.nowhereToMove);
  // What a server stored meanwhile would be left behind.
  const { release } = claimDataFolder(from.dataDir);
  try {
    return await withKeeping(from, async (source) => {
      const storeId = await findStoreId(source.db);
      if (storeId === undefined) throw new CannotStart(texts.nothingToMove);
      const work: Work = { source, to, storeId, signal, terminal };
      try {
        const target = hasNewDatabase ? await fillDatabase(work) : undefined;
        try {
          const problems = hasNewStore ? await fillStore(work) : [];
          if (target) await finishDatabase(work, target, { problems, hasNewStore });
          await noteMove(target ?? source.db, work);
          terminal.say(texts.moved(hasNewDatabase, hasNewStore));
          if (problems.length > 0) terminal.say(texts.movedWithProblems(problems.length));
          return problems.length > 0 ? 1 : 0;
        } finally {
          await target?.destroy();
        }
      } catch (error) {
        if (signal.aborted) throw new CannotStart(texts.moveStopped, { cause: error });
        throw error;
      }
    });
  } finally {
    release();
  }
}

/** Where it goes on. Addresses with passwords are not for the log. */
async function noteMove(db: Db, { source, to }: Work): Promise<void> {
  const places = [to.databaseUrl && new URL(to.databaseUrl).host, to.storage?.bucket].filter(Boolean);
  await note(db, whoever(), source.clock().toISOString(), 'records.moved', { name: places.join(', ') });
}

/** Records first: they are few beside the files, and are copied anew when a move is begun again. */
async function fillDatabase({ source, to, storeId, signal, terminal }: Work): Promise<Db> {
  const mark = `move of ${storeId}`;
  const { db, isBegun } = await openDatabaseToFill(to, mark);
  const snapshot = await openSnapshot(source.config);
  let table = '';
  const done = terminal.showProgress(() => texts.copyingRecords(table));
  try {
    if (isBegun) await dropServerTables(db as unknown as Kysely<never>);
    await migrate(db as unknown as Kysely<never>, { copyTo: to.dataDir, now: new Date() });
    await markMoving(db, mark);
    for (table of savedTables) {
      for await (const rows of snapshot.rows(table)) {
        signal.throwIfAborted();
        const kept = table === 'settings' ? rows.filter((row) => isMoved(row['name'] as string)) : rows;
        if (kept.length > 0)
          await restoreRows(
            db,
            table,
            kept.map((row) => JSON.stringify(row)),
          );
      }
    }
    await compareCounts(snapshot, to);
    await keepLastIds(db, (await describeSnapshot(snapshot, savedTables)).last_ids);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  } finally {
    done();
    await snapshot.close();
  }
}

const isMoved = (setting: string) => setting === 'store_id' || !placeSettings.includes(setting);

async function compareCounts(snapshot: Snapshot, to: Config): Promise<void> {
  const copy = await openSnapshot(to);
  try {
    const [here, there] = [await describeSnapshot(snapshot, savedTables), await describeSnapshot(copy, savedTables)];
    for (const table of savedTables)
      if (table !== 'settings' && here.rows[table] !== there.rows[table])
        throw new CannotStart(texts.rowsDiffer(table, here.rows[table] ?? 0, there.rows[table] ?? 0));
  } finally {
    await copy.close();
  }
}

/** From here on servers may start on it. */
async function finishDatabase(
  { source }: Work,
  db: Db,
  { problems, hasNewStore }: { problems: Problems; hasNewStore: boolean },
): Promise<void> {
  const at = source.clock().toISOString();
  for (const { key, problem } of problems) await insertDamage(db, key, problem, at);
  // In the same store is also what is not moved; nobody will name it any more.
  if (!hasNewStore) for await (const keys of listOtherBlobs(source.db)) await insertDoomed(db, keys, at);
  await removeSetting(db, restoringSetting);
}

const atOnce = 4;

async function fillStore({ source, to, storeId, signal, terminal }: Work): Promise<Problems> {
  const place = await blobPlace(to);
  await markPlace(place, storeId);
  const target = await place.open();
  const copied = { blobs: 0, bytes: 0 };
  const problems: Problems = [];
  const all = await countRecordedBlobs(source.db);
  const done = terminal.showProgress(() => texts.progress('Copied', copied, all));
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
  try {
    await Promise.all(Array.from({ length: atOnce }, copySome));
  } finally {
    done();
  }
  await place.setMark(storeId);
  return problems;
}

/** Half of a store belongs to nobody: no server takes it for its own. */
async function markPlace(place: BlobPlace, storeId: string): Promise<void> {
  const half = `half of ${storeId}`;
  const marked = await place.mark();
  if (marked === half || marked === storeId) return;
  if (marked !== undefined) throw new CannotStart(texts.anothersStore(place.name));
  await refuseUnlessEmpty(place);
  await place.setMark(half);
}

/** What is there already and right is left as it is. Answers what is wrong with it where it comes from. */
async function copyBlob(from: BlobStore, to: BlobStore, record: BlobRecord): Promise<Problem | undefined> {
  if (!(await examineBlob(to, record)).problem) return undefined;
  const blob = await from.open(record.key);
  if (!blob) {
    // A store that is away is no damage.
    await from.check();
    return 'missing';
  }
  const { size } = blob;
  if (size === 0) await blob.close();
  const bytes = size === 0 ? nothing() : (blob.stream({ start: 0, end: size - 1 }) as AsyncIterable<Buffer>);
  const staged = await to.stage(bytes, size, record.key);
  await to.publish([staged]);
  await to.settle([staged]);
  // As it is: somebody may make something of it.
  if (staged.size !== record.size || staged.sha256 !== record.sha256) return 'damaged';
  const found = await examineBlob(to, record);
  if (found.problem) throw new CannotStart(texts.badCopy(record.key, found.detail));
  return undefined;
}

async function* nothing(): AsyncGenerator<Buffer> {}
