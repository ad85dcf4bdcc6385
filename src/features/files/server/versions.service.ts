import type { Caller } from '#server/access/caller.ts';
import type { Parts } from '#server/parts.ts';
import { refusal } from '#server/refusal.ts';
import type { File } from '../files.contract.ts';
import { mostEventsListed, mostVersionsListed } from '../files.rules.ts';
import { refusals } from '../files.texts.ts';
import type { FileDetails, FileEvent, FileVersion } from '../versions.contract.ts';
import { listFilesById, replaceContent } from './files.queries.ts';
import { fileEditableBy, fileSeenBy } from './files.service.ts';
import {
  describeFile,
  findVersion,
  listDownloadsOf,
  listFileEvents,
  listVersions,
  noteFileEvents,
} from './versions.queries.ts';

/** Refuses 404 unless the caller may see the file. */
export async function detailsOf(parts: Parts, caller: Caller, id: number): Promise<FileDetails> {
  const file = await fileSeenBy(parts, caller, id);
  return { ...file, content_hash: file.sha256, ...(await describeFile(parts.db, file)) };
}

export async function versionsOf(parts: Parts, caller: Caller, id: number): Promise<FileVersion[]> {
  await fileSeenBy(parts, caller, id);
  return listVersions(parts.db, id, mostVersionsListed);
}

/** Uploads, downloads and everything else that happened, newest first. */
export async function historyOf(parts: Parts, caller: Caller, id: number): Promise<FileEvent[]> {
  const file = await fileSeenBy(parts, caller, id);
  const uploaded: FileEvent = {
    what: 'uploaded',
    user: file.user,
    old_value: null,
    new_value: null,
    happened_at: file.uploaded_at,
  };
  const events = await listFileEvents(parts.db, id, mostEventsListed);
  const downloads = await listDownloadsOf(parts.db, id, mostEventsListed);
  return [...events, ...downloads, uploaded]
    .toSorted((one, other) => (one.happened_at < other.happened_at ? 1 : -1))
    .slice(0, mostEventsListed);
}

/** Gives a file an earlier content; what it has now becomes a version. Refuses 409 when it was replaced meanwhile. */
export async function restoreVersion(
  parts: Parts,
  caller: Caller,
  { id, version_id }: { id: number; version_id: number },
): Promise<File> {
  const file = await fileEditableBy(parts, caller, id);
  const at = parts.clock().toISOString();
  return parts.db.transaction().execute(async (tx) => {
    const version = await findVersion(tx, id, version_id);
    if (!version) throw refusal.notFound(refusals.versionGone);
    const { size, sha256, media_type, blob_key, created_at } = version;
    const content = { size, sha256, media_type, blob_key };
    if (!(await replaceContent(tx, file, { content, userId: caller.id, at })))
      throw refusal.conflict(refusals.changedMeanwhile);
    const from = { ...file, old_value: file.content_at, new_value: created_at };
    await noteFileEvents(tx, caller, at, 'version_restored', [from]);
    const [restored] = await listFilesById(tx, [id]);
    return restored as File;
  });
}
