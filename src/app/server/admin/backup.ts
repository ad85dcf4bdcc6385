import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { recordAudit } from '#features/audit/server/audit.queries.ts';
import { sealAll } from '#features/audit/server/chain.service.ts';
import { reportDamage } from '#features/integrity/server/damage.service.ts';
import type { BlobRecord } from '#server/blobs/blob-store.ts';
import { examineBlob } from '#server/blobs/examine-blob.ts';
import type { Problem } from '#server/blobs/examine-blob.ts';
import { CannotStart } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { openBlobSpool } from '#server/database/blob-spool.ts';
import type { BlobSpool } from '#server/database/blob-spool.ts';
import { backupRun, recordRun } from '#server/database/last-runs.queries.ts';
import type { BackupResult } from '#server/database/last-runs.queries.ts';
import { openSnapshot } from '#server/database/snapshot.ts';
import type { Row, Snapshot } from '#server/database/snapshot.ts';
import { keepBlobs } from '#server/lease.ts';
import { productVersion } from '#server/product-version.ts';
import { syncPath } from '#server/sync-path.ts';
import type { AdminContext } from './admin-context.ts';
import { texts } from './admin.texts.ts';
import { formatName, formatVersion, manifestName, writeArchive } from './archive.ts';
import type { ArchiveWriter, End, Manifest } from './archive.ts';
import { isSaved, savedTables } from './backup-tables.ts';
import { describeSnapshot } from './backup.queries.ts';
import { machineActor } from './machine-actor.ts';
import type { Terminal } from './terminal.ts';

// An archive entry has about this many bytes of rows, which limits the memory in use.
const entryBytes = 4 * 1024 * 1024;

/** Writes all data into one file while the server runs. Returns the exit code: 1 if a stored file is missing or damaged. */
export async function backup(
  context: AdminContext,
  { file, signal }: { file: string; signal: AbortSignal },
  terminal: Terminal,
): Promise<number> {
  const path = resolve(file);
  const part = `${path}.part`;
  if (existsSync(path)) throw new CannotStart(texts.fileIsThere(path));
  if (existsSync(part)) throw new CannotStart(texts.partIsThere(part));
  if (!existsSync(dirname(path))) throw new CannotStart(texts.noSuchFolder(path));
  await using held = new AsyncDisposableStack();
  held.use(await keepBlobs(context));
  const [began_at, began] = [context.clock().toISOString(), performance.now()];
  try {
    const { seq, hash } = await recordBackup(context, path);
    const end = await writePart(context, { part, signal }, terminal);
    if (existsSync(path)) throw new CannotStart(texts.fileIsThere(path));
    await rename(part, path);
    await syncPath(dirname(path));
    const result: BackupResult = {
      files: end.saved.blobs,
      bytes: (await stat(path)).size,
      problems: end.missing.length + end.damaged.length,
    };
    const took_ms = Math.round(performance.now() - began);
    await recordRun(context.db, { name: backupRun, began_at, took_ms, failed: false, result });
    terminal.say(texts.saved(path, end.saved.blobs, end.saved.bytes));
    terminal.say(texts.newestEntry(seq, hash));
    if (result.problems === 0) return 0;
    terminal.say(texts.savedWithProblems(end.missing.length, end.damaged.length));
    return 1;
  } catch (error) {
    // The removal usually fails for the same reason. Its error must not replace the first one.
    await rm(part, { force: true }).catch(() => undefined);
    throw asCannotWrite(error, path, signal);
  }
}

/** Records the backup before it is written, because its file gives access to all data. Returns the newest audit entry. */
async function recordBackup({ db, clock }: AdminContext, path: string) {
  await recordAudit({ tx: db, by: machineActor(), at: clock().toISOString() }, 'records.backup_begun', { name: path });
  return sealAll(db);
}

function asCannotWrite(error: unknown, path: string, signal: AbortSignal): unknown {
  if (signal.aborted) return new CannotStart(texts.stopped);
  const { code, message, syscall } = error as NodeJS.ErrnoException;
  const isSystemError = code !== undefined && syscall !== undefined;
  return isSystemError ? new CannotStart(texts.cannotWrite(path, message), { cause: error }) : error;
}

async function writePart(
  context: AdminContext,
  { part, signal }: { part: string; signal: AbortSignal },
  terminal: Terminal,
): Promise<Omit<End, 'sha256'>> {
  const spool = openBlobSpool();
  const end = { saved: { blobs: 0, bytes: 0 }, missing: [] as string[], damaged: [] as string[] };
  try {
    await writeArchive(part, async (archive) => {
      const { stored } = await saveRecords(context, archive, spool, signal, terminal);
      await saveBlobs(context, archive, { spool, stored, end, signal }, terminal);
      return end;
    });
  } finally {
    spool.close();
  }
  return end;
}

/** Saves all rows from one snapshot, and closes it before the blobs are saved, so that the transaction stays short. */
async function saveRecords(
  { config, clock }: AdminContext,
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
      if (!isSaved(table, row)) continue;
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
  context: AdminContext,
  archive: ArchiveWriter,
  work: { spool: BlobSpool; stored: Manifest['stored']; end: Omit<End, 'sha256'>; signal: AbortSignal },
  terminal: Terminal,
): Promise<void> {
  const { spool, stored, end, signal } = work;
  const report = reportDamage(context);
  const done = terminal.showProgress(() => texts.progress('Saved', end.saved, stored));
  const recordProblem = async ({ key }: BlobRecord, problem: Problem, detail: string) => {
    end[problem].push(key);
    const names = await report.add(key, problem);
    terminal.say(texts.problem(problem, names, detail, key));
  };
  try {
    for (const record of spool.all()) {
      signal.throwIfAborted();
      const problem = await saveBlob(context, archive, record, signal);
      if (problem !== 'missing') {
        end.saved.blobs += 1;
        end.saved.bytes += record.size;
      }
      if (!problem) continue;
      const found = await examineBlob(context.blobs, record);
      await recordProblem(record, problem, found.problem ? found.detail : '');
    }
  } finally {
    done();
    await report.end();
  }
}

/** Adds a blob as it is in the store. Returns its problem, if any. */
async function saveBlob(
  { blobs }: Pick<Context, 'blobs'>,
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
    let remaining = size;
    try {
      for await (const chunk of size === 0 ? [] : blob.stream({ start: 0, end: size - 1 })) {
        signal.throwIfAborted();
        hash.update(chunk as Buffer);
        remaining -= (chunk as Buffer).length;
        yield chunk as Buffer;
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EIO') throw error;
    }
    // Pads bytes that the disk fails to read, because the entry's header already has the size. The hash reveals the damage.
    for (; remaining > 0; remaining -= zeros.length) yield zeros.subarray(0, remaining);
  };
  await archive.addStream({ name: `blobs/${record.key}`, size }, read());
  return size === record.size && hash.digest('hex') === record.sha256 ? undefined : 'damaged';
}

const zeros = Buffer.alloc(64 * 1024);
