import { system } from '#features/audit/audit.rules.ts';
import type { Actor } from '#features/audit/audit.rules.ts';
import { details } from '#features/audit/audit.texts.ts';
import { note } from '#features/audit/server/audit.queries.ts';
import { forgetReadings } from '#features/readings/server/readings.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import type { Db, Parts } from '#server/parts.ts';
import { refusal } from '#server/refusal.ts';
import { dayMs, daysLeftInTrash } from '#shared/calendar.ts';
import { trashDays } from '#shared/limits.ts';
import type { File } from '../files.contract.ts';
import { keptVersionDays, keptVersions } from '../files.rules.ts';
import { refusals } from '../files.texts.ts';
import type { TrashedFile } from '../trash.contract.ts';
import { maySeeFile, teamsSeenBy } from './files-scope.ts';
import { listFilesById, listNamedBlobs } from './files.queries.ts';
import {
  backupRunsUntil,
  deleteForGood,
  deleteVersions,
  findTrashed,
  forgetDoomed,
  listDoomed,
  listExpired,
  listPrunable,
  listTrash,
  takeFromTrash,
} from './trash.queries.ts';
import type { Trashed } from './trash.queries.ts';
import { noteFileEvents } from './versions.queries.ts';

/** The trash as far as the caller sees it. Source: decisions.md sections 3 and 6. */
export async function trashSeenBy(
  parts: Parts,
  caller: Caller,
  { after, limit }: { after?: readonly [string, number] | undefined; limit: number },
): Promise<TrashedFile[]> {
  const scope = { teams: teamsSeenBy(caller), userId: caller.id };
  const files = await listTrash(parts.reader, { scope, after, limit });
  const now = parts.clock();
  return files.map((file) => ({ ...file, days_left: daysLeftInTrash(file.trashed_at, now) }));
}

/** Refuses 404 what is not in the trash, or not the caller's to see. */
async function trashedSeenBy({ db }: Parts, caller: Caller, id: number): Promise<Trashed> {
  const file = await findTrashed(db, id);
  if (!file || !maySeeFile(caller, file)) throw refusal.notFound(refusals.notInTrash);
  return file;
}

export async function restoreFile(parts: Parts, caller: Caller, id: number): Promise<File> {
  const file = await trashedSeenBy(parts, caller, id);
  const happened_at = parts.clock().toISOString();
  return parts.db.transaction().execute(async (tx) => {
    if (!(await takeFromTrash(tx, file))) throw refusal.notFound(refusals.notInTrash);
    await noteFileEvents(tx, caller, happened_at, 'restored', [file]);
    const [restored] = await listFilesById(tx, [id]);
    return restored as File;
  });
}

/** The bytes go a while later: somebody may be reading them. */
export async function deleteFromTrash(parts: Parts, caller: Caller, id: number): Promise<void> {
  await trashedSeenBy(parts, caller, id);
  const at = parts.clock().toISOString();
  const deleted = await parts.db.transaction().execute((tx) => purge(tx, caller, at, [id]));
  if (deleted === 0) throw refusal.notFound(refusals.notInTrash);
}

/** Answers how many were in the trash. */
async function purge(tx: Db, who: Actor, at: string, ids: number[]): Promise<number> {
  const files = await deleteForGood(tx, ids, at);
  await note(tx, who, at, 'file.purged', ...files.map(({ id, filename }) => ({ id, name: filename })));
  return files.length;
}

const atATime = 100;

/** Deletes for good what has been in the trash for 30 days. Source: decisions.md section 4. */
export async function emptyTrash({ db, clock }: Parts): Promise<void> {
  for (;;) {
    const now = clock();
    const ids = await listExpired(db, new Date(now.getTime() - trashDays * dayMs).toISOString(), atATime);
    if (ids.length > 0) await db.transaction().execute((tx) => purge(tx, system, now.toISOString(), ids));
    if (ids.length < atATime) return;
  }
}

/** Earlier contents beyond the newest 20 of a file, or older than 180 days; never what a file holds now. */
export async function pruneVersions({ db, reader, clock, config }: Parts): Promise<void> {
  if (!config.pruneVersions) return;
  for (;;) {
    const now = clock();
    const at = now.toISOString();
    const before = new Date(now.getTime() - keptVersionDays * dayMs).toISOString();
    const versions = await listPrunable(reader, { kept: keptVersions, before, limit: atATime });
    const things = versions.map(({ file_id, filename, created_at }) => {
      return { id: file_id, name: filename, detail: details.version(created_at) };
    });
    if (versions.length > 0)
      await db.transaction().execute(async (tx) => {
        await deleteVersions(tx, versions, at);
        await note(tx, system, at, 'file.version_pruned', ...things);
      });
    if (versions.length < atATime) return;
  }
}

/** Readers that had begun finish within this long. */
const graceMs = 60 * 60 * 1000;

/** Removes the bytes of what was deleted for good. Waits while a backup still reads them. */
export async function sweepDoomedBlobs({ db, blobs, clock }: Parts): Promise<void> {
  for (;;) {
    const now = clock();
    const keys = await listDoomed(db, new Date(now.getTime() - graceMs).toISOString(), atATime);
    // Asked after the list: a backup that begins now has a snapshot in which these are not named any more.
    const until = await backupRunsUntil(db);
    if (until !== undefined && until > now.toISOString()) return;
    const named = await listNamedBlobs(db, keys);
    const gone = keys.filter((key) => !named.has(key));
    await db.transaction().execute((tx) => forgetReadings(tx, gone, now.toISOString()));
    for (const key of gone) await blobs.remove(key);
    if (keys.length > 0) await forgetDoomed(db, keys);
    if (keys.length < atATime) return;
  }
}
