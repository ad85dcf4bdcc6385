import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { note } from '#features/audit/server/audit.queries.ts';
import { sealAll } from '#features/audit/server/chain.service.ts';
import { reportDamage } from '#features/integrity/server/damage.service.ts';
import type { BlobRecord } from '#server/blobs/blob-store.ts';
import { examineBlob } from '#server/blobs/examine-blob.ts';
import type { Problem } from '#server/blobs/examine-blob.ts';
import { CannotStart } from '#server/config.ts';
import { openBlobSpool } from '#server/database/blob-spool.ts';
import type { BlobSpool } from '#server/database/blob-spool.ts';
import { backupRun, noteRun } from '#server/database/last-runs.queries.ts';
import type { BackupResult } from '#server/database/last-runs.queries.ts';
import { openSnapshot } from '#server/database/snapshot.ts';
import type { Row, Snapshot } from '#server/database/snapshot.ts';
import type { Parts } from '#server/parts.ts';
import { productVersion } from '#server/product-version.ts';
import { syncPath } from '#server/sync-path.ts';
import { texts } from './admin.texts.ts';
import { formatName, formatVersion, manifestName, writeArchive } from './archive.ts';
import type { ArchiveWriter, End, Manifest } from './archive.ts';
import { placeSettings, savedTables } from './backup-tables.ts';
import { describeSnapshot, extendLease } from './backup.queries.ts';
import type { Keeping } from './keeping.ts';
import type { Terminal } from './terminal.ts';
import { whoever } from './whoever.ts';

const leaseMs = 5 * 60 * 1000;
const renewEveryMs = 60 * 1000;

// Rows travel in entries of about this size, so that no more of a table is in memory.
const entryBytes = 4 * 1024 * 1024;

/** Writes everything that is stored into one file while the server goes on. Answers the exit code: 1 when a stored file is missing or damaged. */
export async function backup(
  keeping: Keeping,
  { file, signal }: { file: string; signal: AbortSignal },
  terminal: Terminal,
): Promise<number> {
  const path = resolve(file);
  const part = `${path}.part`;
  if (existsSync(path)) throw new CannotStart(texts.fileIsThere(path));
  if (existsSync(part)) throw new CannotStart(texts.partIsThere(part));
  if (!existsSync(dirname(path))) throw new CannotStart(texts.noSuchFolder(path));
  const release = await takeLease(keeping);
  const [began_at, began] = [keeping.clock().toISOString(), performance.now()];
  try {
    const { seq, hash } = await noteBackup(keeping, path);
    const end = await writePart(keeping, { part, signal }, terminal);
    if (existsSync(path)) throw new CannotStart(texts.fileIsThere(path));
    await rename(part, path);
    await syncPath(dirname(path));
    const result: BackupResult = {
      files: end.saved.blobs,
      bytes: (await stat(path)).size,
      problems: end.missing.length + end.damaged.length,
    };
    const took_ms = Math.round(performance.now() - began);
    await noteRun(keeping.db, { name: backupRun, began_at, took_ms, failed: false, result });
    terminal.say(texts.saved(path, end.saved.blobs, end.saved.bytes));
    terminal.say(texts.newestEntry(seq, hash));
    if (result.problems === 0) return 0;
    terminal.say(texts.savedWithProblems(end.missing.length, end.damaged.length));
    return 1;
  } catch (error) {
    await rm(part, { force: true });
    throw asCannotWrite(error, path, signal);
  } finally {
    release();
  }
}

/** Before anything is written, as a download is noted: whoever has the file can read everything. Answers the newest entry. */
async function noteBackup({ db, clock }: Keeping, path: string) {
  await note(db, whoever(), clock().toISOString(), 'records.backup_begun', { name: path });
  return sealAll(db);
}

function asCannotWrite(error: unknown, path: string, signal: AbortSignal): unknown {
  if (signal.aborted) return new CannotStart(texts.stopped);
  const { code, message, syscall } = error as NodeJS.ErrnoException;
  const isOfFiles = code !== undefined && syscall !== undefined;
  return isOfFiles ? new CannotStart(texts.cannotWrite(path, message), { cause: error }) : error;
}

/** Until it is released, and for some minutes after, no blob is removed. Several backups may hold it at once, so none takes it away. */
async function takeLease({ db, clock }: Keeping): Promise<() => void> {
  const extend = () => extendLease(db, new Date(clock().getTime() + leaseMs).toISOString());
  await extend();
  // One that fails is made up for by the next.
  const timer = setInterval(() => void extend().catch(() => {}), renewEveryMs);
  return () => clearInterval(timer);
}

async function writePart(
  keeping: Keeping,
  { part, signal }: { part: string; signal: AbortSignal },
  terminal: Terminal,
): Promise<Omit<End, 'sha256'>> {
  const spool = openBlobSpool();
  const end = { saved: { blobs: 0, bytes: 0 }, missing: [] as string[], damaged: [] as string[] };
  try {
    await writeArchive(part, async (archive) => {
      const { stored } = await saveRecords(keeping, archive, spool, signal, terminal);
      await saveBlobs(keeping, archive, { spool, stored, end, signal }, terminal);
      return end;
    });
  } finally {
    spool.close();
  }
  return end;
}

/** The records of one moment; the transaction ends with them, so that the database need not keep that moment for longer. */
async function saveRecords(
  { config, clock }: Keeping,
  archive: ArchiveWriter,
  spool: BlobSpool,
  signal: AbortSignal,
  terminal: Terminal,
): Promise<Manifest> {
  let table = '';
  const done = terminal.showProgress(() => texts.savingRecords(table));
  const snapshot = await openSnapshot(config);
  try {
    const manifest: Manifest = {
      format: formatName,
      format_version: formatVersion,
      product_version: productVersion(),
      made_at: clock().toISOString(),
      database: snapshot.database,
      ...(await describeSnapshot(snapshot, savedTables)),
    };
    await archive.add(manifestName, JSON.stringify(manifest, null, 2));
    for (table of savedTables) {
      signal.throwIfAborted();
      await saveTable(snapshot, archive, table, spool);
    }
    return manifest;
  } finally {
    await snapshot.close();
    done();
  }
}

async function saveTable(snapshot: Snapshot, archive: ArchiveWriter, table: string, spool: BlobSpool): Promise<void> {
  let lines: string[] = [];
  let bytes = 0;
  let entry = 0;
  const flush = async () => {
    if (lines.length === 0) return;
    entry += 1;
    await archive.add(`tables/${table}-${String(entry).padStart(4, '0')}.jsonl`, lines.join(''));
    lines = [];
    bytes = 0;
  };
  for await (const rows of snapshot.rows(table)) {
    if (table === 'files' || table === 'file_versions') spool.add(rows.map(blobOf));
    for (const row of rows) {
      if (table === 'settings' && placeSettings.includes(row['name'] as string)) continue;
      const line = `${JSON.stringify(row)}\n`;
      lines.push(line);
      bytes += line.length;
      if (bytes >= entryBytes) await flush();
    }
  }
  await flush();
}

const blobOf = (row: Row): BlobRecord => ({
  key: row['blob_key'] as string,
  size: row['size'] as number,
  sha256: row['sha256'] as string,
});

async function saveBlobs(
  keeping: Keeping,
  archive: ArchiveWriter,
  work: { spool: BlobSpool; stored: Manifest['stored']; end: Omit<End, 'sha256'>; signal: AbortSignal },
  terminal: Terminal,
): Promise<void> {
  const { spool, stored, end, signal } = work;
  const report = reportDamage(keeping);
  const done = terminal.showProgress(() => texts.progress('Saved', end.saved, stored));
  const noteProblem = async ({ key }: BlobRecord, problem: Problem, detail: string) => {
    end[problem].push(key);
    const names = await report.add(key, problem);
    terminal.say(texts.problem(problem, names, detail, key));
  };
  try {
    for (const record of spool.all()) {
      signal.throwIfAborted();
      const problem = await saveBlob(keeping, archive, record, signal);
      if (problem !== 'missing') {
        end.saved.blobs += 1;
        end.saved.bytes += record.size;
      }
      if (!problem) continue;
      const found = await examineBlob(keeping.blobs, record);
      await noteProblem(record, problem, found.problem ? found.detail : '');
    }
  } finally {
    done();
    await report.end();
  }
}

/** Adds a blob as the store has it. Answers what is wrong with it. */
async function saveBlob(
  { blobs }: Pick<Parts, 'blobs'>,
  archive: ArchiveWriter,
  record: BlobRecord,
  signal: AbortSignal,
): Promise<Problem | undefined> {
  const blob = await blobs.open(record.key);
  if (!blob) {
    await blobs.check();
    return 'missing';
  }
  const hash = createHash('sha256');
  const { size } = blob;
  if (size === 0) await blob.close();
  const read = async function* () {
    let left = size;
    try {
      for await (const chunk of size === 0 ? [] : blob.stream({ start: 0, end: size - 1 })) {
        signal.throwIfAborted();
        hash.update(chunk as Buffer);
        left -= (chunk as Buffer).length;
        yield chunk as Buffer;
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EIO') throw error;
    }
    // What a failing disk does not give is filled up: its length is announced already, and its hash tells.
    for (; left > 0; left -= zeros.length) yield zeros.subarray(0, left);
  };
  await archive.addStream({ name: `blobs/${record.key}`, size }, read());
  return size === record.size && hash.digest('hex') === record.sha256 ? undefined : 'damaged';
}

const zeros = Buffer.alloc(64 * 1024);
