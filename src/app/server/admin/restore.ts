import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Kysely } from 'kysely';
import { note } from '#features/audit/server/audit.queries.ts';
import { indexFileNames } from '#features/files/server/files.queries.ts';
import { insertDamage } from '#features/integrity/server/integrity.queries.ts';
import { blobPlace } from '#server/blobs/blob-place.ts';
import type { BlobPlace, BlobStore, StagedBlob } from '#server/blobs/blob-store.ts';
import { diskPlace } from '#server/blobs/disk-blobs.ts';
import { CannotStart } from '#server/config.ts';
import type { Config } from '#server/config.ts';
import {
  claimDataFolder,
  makeDataFolder,
  markRestoring,
  markStore,
  refuseUnlessEmpty,
} from '#server/database/data-folder.ts';
import { migrate } from '#server/database/migrate.ts';
import { migrations } from '#server/database/migrations/index.ts';
import { openEmptyDatabase, restoringSetting } from '#server/database/open.ts';
import type { Db } from '#server/parts.ts';
import { texts } from './admin.texts.ts';
import { checkArchive, DamagedArchive, formatVersion, manifestName, readArchive } from './archive.ts';
import type { End, Manifest, ReadEntry } from './archive.ts';
import { addSetting, countPeople, insertLines, keepLastIds, recordsOfBlobs, removeSetting } from './backup.queries.ts';
import type { Terminal } from './terminal.ts';
import { whoever } from './whoever.ts';

type Backup = { path: string; manifest: Manifest; end: End };

/**
 * Puts a backup into an empty place. The whole of it is read and checked before anything is written; from the first thing
 * that is written until the last the place is marked, so that no server starts on half of it.
 */
export async function restore(config: Config, { file }: { file: string }, terminal: Terminal): Promise<number> {
  const path = resolve(file);
  if (!existsSync(path)) throw new CannotStart(texts.noSuchFile(path));
  await makeDataFolder(config.dataDir);
  const { release } = claimDataFolder(config.dataDir);
  try {
    await refuseUnlessEmpty(diskPlace(config.dataDir));
    const place = await blobPlace(config);
    if (place.kind === 'bucket') await refuseUnlessEmpty(place);
    const backup = await checkBackup(path, terminal);
    const db = await openEmptyDatabase(config);
    try {
      await restoreChecked({ db, place, config }, backup, terminal);
      terminal.say(await summary(db, backup));
      return 0;
    } finally {
      await db.destroy();
    }
  } finally {
    release();
  }
}

async function checkBackup(path: string, terminal: Terminal): Promise<Backup> {
  const { size } = statSync(path);
  let read = 0;
  const done = terminal.showProgress(() => texts.checking(read, size));
  try {
    const checked = await checkArchive(path, (bytes) => (read = bytes), texts);
    if (!checked) throw new CannotStart(texts.notABackup(path));
    const { manifest } = checked;
    const isKnown = manifest.migrations.every((name) => migrations.some((migration) => migration.name === name));
    if (!isKnown || manifest.format_version > formatVersion) throw new CannotStart(texts.newerBackup(path));
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

async function restoreChecked(
  { db, place, config }: { db: Db; place: BlobPlace; config: Config },
  backup: Backup,
  terminal: Terminal,
): Promise<void> {
  const unmark = await markRestoring(config.dataDir);
  const { size } = statSync(backup.path);
  let read = 0;
  const done = terminal.showProgress(() => texts.restoring(read, size));
  try {
    const { manifest } = backup;
    const upTo = (known: typeof migrations) =>
      migrate(db as unknown as Kysely<never>, { copyTo: config.dataDir, now: new Date(), known });
    await upTo(migrations.filter(({ name }) => manifest.migrations.includes(name)));
    await addSetting(db, restoringSetting);
    await markStore(db, place);
    const blobs = await place.open();
    await restoreEntries(db, blobs, backup, (bytes) => (read = bytes));
    await keepLastIds(db, manifest.last_ids);
    await upTo(migrations);
    await noteProblems(db, backup);
    await note(db, whoever(), new Date().toISOString(), 'records.restored', {
      name: backup.path,
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

/** Adds rows as they were, JSON objects of the same columns, and makes files findable by their names. */
export async function restoreRows(db: Db, table: string, lines: readonly string[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await insertLines(tx, table, lines);
    if (table === 'files') await restoreWords(tx, lines);
  });
}

// Each has some thirty words.
const namesAtOnce = 1_000;

/** The search index is not in a backup: each kind of database has its own. */
async function restoreWords(tx: Db, lines: readonly string[]): Promise<void> {
  const rows = lines.map((line) => JSON.parse(line) as { id: number; filename: string; trashed_at: string | null });
  const shown = rows.filter((row) => row.trashed_at === null);
  for (let from = 0; from < shown.length; from += namesAtOnce)
    await indexFileNames(tx, shown.slice(from, from + namesAtOnce));
}

// Their folders are flushed together.
const blobsAtOnce = 64;

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
      const isRight = record.size === size && record.sha256 === sha256;
      if (!isRight && !damaged.has(key)) throw new DamagedArchive(texts.wrongBlob(key));
    }
    await blobs.publish(staged);
    await blobs.settle(staged);
    restored += staged.length;
    staged = [];
  };
  return {
    add: async (key: string, { bytes, size }: ReadEntry) => {
      staged.push(await blobs.stage(bytes, size, key));
      if (staged.length >= blobsAtOnce) await flush();
    },
    flush,
    restored: () => restored,
  };
}

/** What the store had lost when the backup was made is known to be lost here from the start. */
async function noteProblems(db: Db, { end }: Backup): Promise<void> {
  const at = new Date().toISOString();
  for (const problem of ['missing', 'damaged'] as const)
    for (const key of end[problem]) await insertDamage(db, key, problem, at);
}

async function summary(db: Db, { manifest, end }: Backup): Promise<string> {
  const { blobs, bytes } = end.saved;
  const problems = end.missing.length + end.damaged.length;
  return [
    texts.restored(manifest.made_at, await countPeople(db), blobs, bytes),
    ...(problems > 0 ? [texts.restoredWithProblems(problems)] : []),
    texts.startNow,
  ].join('\n');
}
