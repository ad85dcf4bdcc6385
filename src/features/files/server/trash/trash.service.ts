import { system } from '#features/audit/audit.rules.ts';
import type { Actor } from '#features/audit/audit.rules.ts';
import { details } from '#features/audit/audit.texts.ts';
import { recordAudit } from '#features/audit/server/audit.queries.ts';
import { deleteExtractions } from '#features/extraction/server/extraction.queries.ts';
import type { File } from '#features/files/core/files.contract.ts';
import { maxVersionAgeDays, maxVersions, mayRestoreFile } from '#features/files/core/files.rules.ts';
import { refusals } from '#features/files/core/files.texts.ts';
import type { TrashedFile } from '#features/files/trash/trash.contract.ts';
import { deleteVirusScans } from '#features/virus-scan/server/virus-scans.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import { transact, transactAs } from '#server/access/transact-as.ts';
import type { Write } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import { areBlobsKept } from '#server/lease.ts';
import { refusal } from '#server/refusal.ts';
import { dayMs, daysLeftInTrash } from '#shared/calendar.ts';
import { trashDays } from '#shared/limits.ts';
import { listFilesById, listNamedBlobs } from '../core/files.queries.ts';
import { recordFileEvents } from '../core/versions.queries.ts';
import { fileViewer, maySeeFile } from '../core/visible-files.queries.ts';
import {
  deleteForGood,
  deleteVersions,
  findTrashed,
  deletePendingDeletions,
  listPendingDeletions,
  listExpired,
  listPrunable,
  listTrash,
  takeFromTrash,
} from './trash.queries.ts';
import type { Trashed } from './trash.queries.ts';

/** Returns the files in the trash that the caller may see. See docs/choices.md#trash-and-versions. */
export async function trashSeenBy(
  ctx: Context,
  caller: Caller,
  { after, limit }: { after?: readonly [string, number] | undefined; limit: number },
): Promise<TrashedFile[]> {
  const files = await listTrash(ctx.listDb, { viewer: fileViewer(caller), after, limit });
  const now = ctx.clock();
  return files.map((file) => ({ ...file, days_left: daysLeftInTrash(file.trashed_at, now) }));
}

/** Refuses with 404 unless the file is in the trash and the caller may see it. */
async function trashedSeenBy({ db }: Pick<Context, 'db'>, caller: Caller, id: number): Promise<Trashed> {
  const file = await findTrashed(db, id);
  if (!file || !maySeeFile(caller, file)) throw refusal.notFound('file.not_in_trash', refusals.notInTrash);
  return file;
}

export async function restoreFile(ctx: Context, caller: Caller, id: number): Promise<File> {
  return transactAs(ctx, caller, async (tx, write) => {
    const file = await trashedSeenBy({ db: tx }, write.by, id);
    if (!mayRestoreFile(write.by, file)) throw refusal.forbidden('file.not_owner', refusals.notRestorable);
    if (!(await takeFromTrash(tx, file))) throw refusal.notFound('file.not_in_trash', refusals.notInTrash);
    await recordFileEvents(write, 'restored', [file]);
    const [restored] = await listFilesById(tx, [id]);
    return restored as File;
  });
}

/** Deletes a file for good. The scheduled job deletes its bytes later, because a download may still read them. */
export async function deleteFromTrash(ctx: Context, caller: Caller, id: number): Promise<void> {
  const deleted = await transactAs(ctx, caller, async (tx, write) => {
    await trashedSeenBy({ db: tx }, write.by, id);
    return purge(write, [id]);
  });
  if (deleted === 0) throw refusal.notFound('file.not_in_trash', refusals.notInTrash);
}

/** Returns the number of deleted files. */
async function purge(write: Write<Actor>, ids: number[]): Promise<number> {
  const files = await deleteForGood(write.tx, ids, write.at);
  await recordAudit(write, 'file.purged', ...files.map(({ id, filename }) => ({ id, name: filename })));
  return files.length;
}

const atATime = 100;

/** Deletes files for good that have been in the trash for 30 days. See docs/choices.md#trash-and-versions. */
export async function emptyTrash(ctx: Context): Promise<void> {
  for (;;) {
    const ids = await listExpired(ctx.db, new Date(ctx.clock().getTime() - trashDays * dayMs).toISOString(), atATime);
    if (ids.length > 0) await transact(ctx, system, (_, write) => purge(write, ids));
    if (ids.length < atATime) return;
  }
}

/** Deletes versions beyond the newest 20 of a file or older than 180 days. The current content always stays. */
export async function pruneVersions(ctx: Context): Promise<void> {
  if (!ctx.config.pruneVersions) return;
  let afterId = 0;
  for (;;) {
    const before = new Date(ctx.clock().getTime() - maxVersionAgeDays * dayMs).toISOString();
    const ids = await listPrunable(ctx.listDb, { max: maxVersions, before, afterId, limit: atATime });
    if (ids.length > 0)
      await transact(ctx, system, async (tx, write) => {
        const things = (await deleteVersions(tx, ids, write.at)).map(({ file_id, filename, created_at }) => {
          return { id: file_id, name: filename, detail: details.version(created_at) };
        });
        await recordAudit(write, 'file.version_pruned', ...things);
      });
    if (ids.length < atATime) return;
    afterId = ids.at(-1) ?? afterId;
  }
}

/** Downloads that started before the deletion finish within this time. */
const graceMs = 60 * 60 * 1000;

/**
 * Deletes the bytes of files that were deleted for good. Does nothing while a backup runs, because it may still read them.
 * If a blob cannot be deleted, the job logs it, continues, and tries it again at the next run. Throws if the store is away.
 */
export async function deletePendingBlobs({ db, blobs, clock, log }: Context): Promise<void> {
  let afterKey = '';
  for (;;) {
    const now = clock();
    const before = new Date(now.getTime() - graceMs).toISOString();
    const keys = await listPendingDeletions(db, { before, afterKey, limit: atATime });
    // This query must follow the list: the snapshot of a backup that starts now no longer refers to these blobs.
    if (await areBlobsKept(db, now)) return;
    const named = await listNamedBlobs(db, keys);
    const gone = keys.filter((key) => !named.has(key));
    await db.transaction().execute(async (tx) => {
      await deleteExtractions(tx, gone, now.toISOString());
      await deleteVirusScans(tx, gone);
    });
    const locked = new Set<string>();
    for (const key of gone) {
      try {
        await blobs.remove(key);
      } catch (error) {
        // A locked object must not stop the others. A store that is away must stop the run: `check` throws then.
        await blobs.check();
        log.warn({ err: error, blob: key }, 'a blob could not be deleted; the next run tries again');
        locked.add(key);
      }
    }
    const done = keys.filter((key) => !locked.has(key));
    if (done.length > 0) await deletePendingDeletions(db, done);
    if (keys.length < atATime) return;
    afterKey = keys.at(-1) ?? afterKey;
  }
}
