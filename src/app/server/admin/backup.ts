import { existsSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { CannotStart } from '#server/config.ts';
import { backupRun, recordRun } from '#server/database/last-runs.queries.ts';
import type { BackupResult } from '#server/database/last-runs.queries.ts';
import { readSetting } from '#server/database/settings.queries.ts';
import { keepBlobs } from '#server/lease.ts';
import { syncPath } from '#server/sync-path.ts';
import { isSystemError } from '#server/system-errors.ts';
import { writeArchive } from '../backups/archive.ts';
import { openObjectIndex } from '../backups/object-index.ts';
import { markRepository, pointName, writePoint } from '../backups/repository.ts';
import { recordBegun, saveObjects } from '../backups/save-objects.ts';
import type { ObjectWriter } from '../backups/target.ts';
import type { AdminContext } from './admin-context.ts';
import { texts } from './admin.texts.ts';
import { machineActor } from './machine-actor.ts';
import type { Terminal } from './terminal.ts';

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
  await using _keeping = await keepBlobs(context);
  const [began_at, began] = [context.clock().toISOString(), performance.now()];
  try {
    const newest = await recordBegun(context, machineActor(), path);
    const { point, missing } = await writeArchive(part, (target) => saveAll(context, target, signal, terminal));
    if (existsSync(path)) throw new CannotStart(texts.fileIsThere(path));
    await rename(part, path);
    await syncPath(dirname(path));
    const { stored, problems } = point;
    const files = stored.blobs - missing.blobs;
    const result: BackupResult = { files, bytes: (await stat(path)).size, problems };
    const took_ms = Math.round(performance.now() - began);
    await recordRun(context.db, { name: backupRun, began_at, took_ms, failed: false, result });
    terminal.say(texts.saved(path, files, stored.bytes - missing.bytes));
    terminal.say(texts.newestEntry(newest.seq, newest.hash));
    if (problems > 0) terminal.say(texts.savedWithProblems(missing.blobs, problems - missing.blobs));
    return problems > 0 ? 1 : 0;
  } catch (error) {
    // The removal usually fails for the same reason. Its error must not replace the first one.
    await rm(part, { force: true }).catch(() => undefined);
    throw asCannotWrite(error, path, signal);
  }
}

/** Writes a repository with one restore point. Its manifest is the last entry, so that a truncated file has none. */
async function saveAll(context: AdminContext, target: ObjectWriter, signal: AbortSignal, terminal: Terminal) {
  using index = openObjectIndex();
  await markRepository(target, (await readSetting(context.db, 'store_id')) ?? '');
  const saved = await saveObjects(context, { target, index, signal }, terminal);
  await writePoint(target, pointName(context.clock()), saved.point);
  return saved;
}

function asCannotWrite(error: unknown, path: string, signal: AbortSignal): unknown {
  if (signal.aborted) return new CannotStart(texts.stopped);
  return isSystemError(error) ? new CannotStart(texts.cannotWrite(path, error.message), { cause: error }) : error;
}
