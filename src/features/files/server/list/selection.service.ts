import { Readable } from 'node:stream';
import { recordAudit } from '#features/audit/server/audit.queries.ts';
import { namesOfFileTypes } from '#features/file-types/server/file-types.queries.ts';
import { archiveNames } from '#features/files/core/archive-names.rules.ts';
import { mayDeleteFile, mayEditFile, mayRestoreFile } from '#features/files/core/files.rules.ts';
import { refusals } from '#features/files/core/files.texts.ts';
import { namesOfTeams } from '#features/teams/server/teams.queries.ts';
import { refuseUnscanned } from '#features/virus-scan/server/virus-scans.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import { transact, transactAs } from '#server/access/transact-as.ts';
import type { Write } from '#server/access/transact-as.ts';
import { refuseDamaged } from '#server/blobs/refuse-damaged.ts';
import { zipBlobs } from '#server/blobs/zip-blobs.ts';
import type { Context } from '#server/context.ts';
import { ignoreReadOnly } from '#server/database/dialect/errors.ts';
import { inTurns } from '#server/event-loop-yield.ts';
import type { ArchiveAnswer } from '#server/http/send-archive.ts';
import { refusal } from '#server/refusal.ts';
import { localDate } from '#shared/calendar.ts';
import { listStoredFiles, recordDownloads, trashFile } from '../core/files.queries.ts';
import type { StoredFile } from '../core/files.queries.ts';
import { recordFileEvents } from '../core/versions.queries.ts';
import { maySeeFile, refuseUnseen, teamsSeenBy } from '../core/visible-files.queries.ts';
import { findTrashed, takeFromTrash } from '../trash/trash.queries.ts';
import type { Trashed } from '../trash/trash.queries.ts';
import { changeFiles, lockFiles } from './selection.queries.ts';

type Changed = { changed: number };

/** Applies a change to all files in one transaction, which locks them. */
async function changeAll(
  ctx: Context,
  caller: Caller,
  ids: number[],
  change: (write: Write<Caller>, files: StoredFile[]) => Promise<number>,
): Promise<Changed> {
  const changed = await transactAs(ctx, caller, async (tx, write) => {
    const files = await lockFiles(tx, ids);
    refuseUnseen(write.by, ids, files);
    return change(write, files);
  });
  return { changed };
}

export function trashSelected(ctx: Context, caller: Caller, ids: number[]): Promise<Changed> {
  return changeAll(ctx, caller, ids, async (write, files) => {
    const now = new Date(write.at);
    if (!files.every((file) => mayDeleteFile(write.by, file, now)))
      throw refusal.forbidden('file.not_owner', refusals.someNotDeletable);
    for await (const file of inTurns(files)) {
      await trashFile(write.tx, file, { userId: caller.id, at: write.at });
    }
    await recordFileEvents(write, 'trashed', files);
    return files.length;
  });
}

/** Refuses with 404 unless each of the files is in the trash and the caller may see it. */
export async function restoreSelected(ctx: Context, caller: Caller, ids: number[]): Promise<Changed> {
  await transactAs(ctx, caller, async (tx, write) => {
    const restored: Trashed[] = [];
    // Handled in the order of the ids, so that two transactions do not wait for each other.
    for await (const id of inTurns(ids.toSorted((one, other) => one - other))) {
      const file = await findTrashed(tx, id);
      if (!file || !maySeeFile(write.by, file) || !(await takeFromTrash(tx, file)))
        throw refusal.notFound('file.some_not_found', refusals.someGone(1), { file_ids: [id] });
      if (!mayRestoreFile(write.by, file)) throw refusal.forbidden('file.not_owner', refusals.notRestorable);
      restored.push(file);
    }
    await recordFileEvents(write, 'restored', restored);
  });
  return { changed: ids.length };
}

/** Refuses with 422 if the type does not exist. Files that already have the type do not count as changed. */
export function changeTypeOfSelected(
  ctx: Context,
  caller: Caller,
  { ids, file_type_id }: { ids: number[]; file_type_id: number },
): Promise<Changed> {
  return changeAll(ctx, caller, ids, async (write, all) => {
    const { tx } = write;
    if (!all.every((file) => mayEditFile(write.by, file))) throw refusal.forbidden('file.not_owner', refusals.notYours);
    const files = all.filter((file) => file.file_type_id !== file_type_id);
    const names = await namesOfFileTypes(tx, [file_type_id, ...all.map((file) => file.file_type_id as number)]);
    const new_value = names.get(file_type_id);
    if (new_value === undefined) throw refusal.invalid('file_type.unknown', 'file_type_id', refusals.unknownType);
    if (files.length === 0) return 0;
    const changed = files.map((file) => {
      return { ...file, old_value: names.get(file.file_type_id as number) ?? null, new_value };
    });
    await recordFileEvents(write, 'type_changed', changed);
    return changeFiles(tx, files, { file_type_id });
  });
}

/**
 * Refuses with 422 if the team does not exist or the caller does not see its files: the caller would no longer see the
 * moved files.
 */
export function moveSelected(
  ctx: Context,
  caller: Caller,
  { ids, team_id }: { ids: number[]; team_id: number },
): Promise<Changed> {
  return changeAll(ctx, caller, ids, async (write, all) => {
    const { tx } = write;
    const names = await namesOfTeams(tx, [team_id, ...all.map((file) => file.team_id)]);
    const new_value = names.get(team_id);
    if (new_value === undefined) throw refusal.invalid('team.unknown', 'team_id', refusals.unknownTeam);
    if (teamsSeenBy(write.by)?.includes(team_id) === false)
      throw refusal.invalid('file.move_denied', 'team_id', refusals.moveOut);
    const files = all.filter((file) => file.team_id !== team_id);
    if (files.length === 0) return 0;
    const moved = files.map((file) => ({ ...file, old_value: names.get(file.team_id) ?? null, new_value }));
    await recordFileEvents(write, 'moved', moved);
    return changeFiles(tx, files, { team_id });
  });
}

/** Packs files into an archive. Each of them counts as downloaded. */
export async function zipSelected(
  ctx: Context,
  caller: Caller,
  ids: number[],
  isHead: boolean,
): Promise<ArchiveAnswer> {
  const files = await listStoredFiles(ctx.db, ids);
  refuseUnseen(caller, ids, files);
  await refuseUnscanned(ctx.db, ctx.config, caller, files);
  await refuseDamaged(ctx, files, refusals.damagedInArchive);
  const names = archiveNames(files.map((file) => file.filename));
  const entries = files.map((file, index) => ({
    name: names[index] as string,
    key: file.blob_key,
    size: file.size,
    sha256: file.sha256,
    modifiedAt: file.content_at,
  }));
  const now = ctx.clock();
  const name = `${ctx.config.brandName} ${localDate(now)}.zip`;
  if (!isHead) {
    const things = files.map(({ id, filename }) => ({ id, name: filename }));
    const recorded = transact(ctx, caller, async (_, write) => {
      await recordDownloads(write, files);
      await recordAudit(write, 'file.downloaded_in_zip', ...things);
    });
    await ignoreReadOnly(recorded);
  }
  const { size, stream } = await zipBlobs(ctx, entries);
  stream.on('error', (error) => ctx.log.error(error, 'a ZIP archive is incomplete because a file could not be read'));
  if (!isHead) return { name, size, stream };
  stream.destroy();
  return { name, size, stream: Readable.from([]) };
}
