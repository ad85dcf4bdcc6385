import type { File } from '#features/files/core/files.contract.ts';
import { maxEventsListed, maxVersionsListed, mayEditFile } from '#features/files/core/files.rules.ts';
import { refusals } from '#features/files/core/files.texts.ts';
import type { FileDetails, FileEvent, FileVersion } from '#features/files/core/versions.contract.ts';
import { mayOpenContainers } from '#features/papers/server/visible-containers.queries.ts';
import { refuseUnscanned, scanSeenBy } from '#features/virus-scan/server/virus-scans.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import { transactAs } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import { refusal } from '#server/refusal.ts';
import { listFilesById, replaceContent } from './files.queries.ts';
import { fileEditableBy, fileSeenBy } from './files.service.ts';
import { isNoLink, isOfSeenContainer, listLinksByNumber, nameLinkedContainers } from './link-events.queries.ts';
import {
  describeFile,
  findVersion,
  listDownloadsOf,
  listFileEvents,
  listVersions,
  listViewsOf,
  recordFileEvents,
} from './versions.queries.ts';
import { fileViewer } from './visible-files.queries.ts';

/** Refuses with 404 unless the caller may see the file. */
export async function detailsOf(ctx: Context, caller: Caller, id: number): Promise<FileDetails> {
  const file = await fileSeenBy(ctx, caller, id);
  const scan = await scanSeenBy(ctx.db, ctx.config, caller, file);
  return {
    ...file,
    content_hash: file.sha256,
    ...(await describeFile(ctx.db, file)),
    ...(scan && { virus_scan: scan }),
  };
}

export async function versionsOf(
  ctx: Context,
  caller: Caller,
  { id, before }: { id: number; before?: number | undefined },
): Promise<FileVersion[]> {
  await fileSeenBy(ctx, caller, id);
  return listVersions(ctx.db, id, { before, limit: maxVersionsListed });
}

/**
 * Returns the events of a file, newest first, without links to unseen containers. Who opened and who downloaded it is shown to
 * those who may edit it.
 */
export async function historyOf(ctx: Context, caller: Caller, id: number): Promise<FileEvent[]> {
  const file = await fileSeenBy(ctx, caller, id);
  const uploaded: FileEvent = {
    what: 'uploaded',
    user: file.user,
    old_value: null,
    new_value: null,
    happened_at: file.uploaded_at,
  };
  const viewer = fileViewer(caller);
  const mayOpen = await mayOpenContainers(ctx.db, caller);
  const isSeen = mayOpen ? isOfSeenContainer(viewer) : isNoLink;
  const recorded = await listFileEvents(ctx.db, id, { isSeen, limit: maxEventsListed });
  const links = mayOpen ? await listLinksByNumber(ctx.db, viewer, id, maxEventsListed) : [];
  const events = await nameLinkedContainers(ctx.db, viewer, [...recorded, ...links]);
  const uses = mayEditFile(caller, file)
    ? [...(await listDownloadsOf(ctx.db, id, maxEventsListed)), ...(await listViewsOf(ctx.db, id, maxEventsListed))]
    : [];
  return [...events, ...uses, uploaded]
    .toSorted((one, other) => (one.happened_at < other.happened_at ? 1 : one.happened_at > other.happened_at ? -1 : 0))
    .slice(0, maxEventsListed);
}

/**
 * Restores the content of a version; the current content becomes a version. Refuses with 409 if another request
 * replaced the content.
 */
export async function restoreVersion(
  ctx: Context,
  caller: Caller,
  { id, version_id }: { id: number; version_id: number },
): Promise<File> {
  const file = await fileEditableBy(ctx, caller, id);
  return transactAs(ctx, caller, async (tx, write) => {
    await fileEditableBy({ db: tx }, write.by, id);
    const version = await findVersion(tx, id, version_id);
    if (!version) throw refusal.notFound('file.version_not_found', refusals.versionGone);
    // The user who restores a content becomes its uploader, and an uploader may open a content before its scan. So
    // the check uses the uploader of the version.
    await refuseUnscanned(tx, ctx.config, write.by, [{ ...version, content_by: version.user_id }]);
    const { size, sha256, media_type, blob_key, created_at } = version;
    const content = { size, sha256, media_type, blob_key };
    if (!(await replaceContent(tx, file, { content, userId: caller.id, at: write.at })))
      throw refusal.conflict('file.changed', refusals.changedMeanwhile);
    const from = { ...file, old_value: file.content_at, new_value: created_at };
    await recordFileEvents(write, 'version_restored', [from]);
    const [restored] = await listFilesById(tx, [id]);
    return restored as File;
  });
}
