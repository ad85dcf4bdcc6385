import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { details } from '#features/audit/audit.texts.ts';
import { note } from '#features/audit/server/audit.queries.ts';
import { fileTypeExists } from '#features/file-types/server/file-types.queries.ts';
import { notifyViewersOfTeam } from '#features/notifications/server/notifications.queries.ts';
import { nameOfTeam } from '#features/teams/server/teams.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import { unlessUnwritable } from '#server/database/portable.ts';
import type { ReceivedFile } from '#server/http/receive-form.ts';
import type { BlobAnswer } from '#server/http/send-blob.ts';
import type { Db, Parts } from '#server/parts.ts';
import { refusal } from '#server/refusal.ts';
import { wholeView, writeView } from '../files-view.rules.ts';
import type { Duplicate, File } from '../files.contract.ts';
import { cleanFileName, mayEditFile } from '../files.rules.ts';
import { notices, refusals, texts } from '../files.texts.ts';
import { maySeeFile } from './files-scope.ts';
import { mediaTypeOf, servedAs } from './files.media-types.ts';
import {
  findFile,
  findFileByPath,
  insertFiles,
  listFilesById,
  renameFile,
  replaceContent,
  trashFile,
} from './files.queries.ts';
import type { Content, StoredFile } from './files.queries.ts';
import { findTwins } from './twins.service.ts';
import { noteUse } from './uses.service.ts';
import { findVersion, noteFileEvents } from './versions.queries.ts';

/** Refuses who has no team before anything is sent. Source: decisions.md section 4. */
export function refuseWithoutTeam(caller: Caller): number {
  if (caller.team_id === null) throw refusal.invalid('team_id', refusals.noTeam);
  return caller.team_id;
}

type Stored = { files: File[]; duplicates: Duplicate[] };

/**
 * Records the files of one upload, all or none, under the uploader's team, and tells who may see them. What `also` records
 * is recorded with them or not at all. Source: decisions.md section 4.
 */
export async function storeUpload(
  parts: Parts,
  caller: Caller,
  input: { file_type_id: number },
  files: ReceivedFile[],
  also?: (tx: Db, stored: Stored) => Promise<void>,
): Promise<Stored> {
  const teamId = refuseWithoutTeam(caller);
  if (files.length === 0) throw refusal.invalid('files', texts.noFileChosen);
  const twins = await findTwins(parts, caller, files);
  const described = await Promise.all(files.map((file) => describe({ ...file, key: twins.keyOf(file) })));
  const at = parts.clock().toISOString();
  const { stored, told } = await parts.db.transaction().execute(async (tx) => {
    if (!(await fileTypeExists(tx, input.file_type_id))) throw refusal.invalid('file_type_id', refusals.unknownType);
    const ids = await insertFiles(
      tx,
      described.map(({ filename, content }) => ({
        ...content,
        filename,
        filepath: randomBytes(16).toString('base64url'),
        file_type_id: input.file_type_id,
        team_id: teamId,
        user_id: caller.id,
        uploaded_at: at,
      })),
    );
    const team = await nameOfTeam(tx, teamId);
    const told = await notifyOfUpload(tx, caller, { teamId, team, files: described, at });
    const uploaded = described.map(({ filename }, place) => ({ id: ids[place] as number, name: filename }));
    const detail = details.inTeam(team);
    await note(tx, caller, at, 'file.uploaded', ...uploaded.map((file) => ({ ...file, detail })));
    const stored = { files: await listFilesById(tx, ids), duplicates: twins.duplicatesOf(ids) };
    await also?.(tx, stored);
    return { stored, told };
  });
  parts.metrics?.noteUpload(files);
  parts.events.tell({ topic: 'notifications', userIds: told });
  await discardSpare(
    parts,
    files.filter((file) => twins.keyOf(file) !== file.key),
  );
  return stored;
}

/**
 * Removes received bytes that the store had already. The records are committed: a failure here must not undo them. What
 * stays in staging is looked at at the next start.
 */
async function discardSpare({ blobs, log }: Parts, files: readonly ReceivedFile[]): Promise<void> {
  await blobs.discard(files).catch((error: unknown) => log.warn(error, 'spare bytes could not be removed'));
}

/** One notice for each upload, however many files it has; it leads to the one, or to the newest of the team. */
async function notifyOfUpload(
  tx: Db,
  caller: Caller,
  { teamId, team, files, at }: { teamId: number; team: string; files: readonly { filename: string }[]; at: string },
): Promise<number[]> {
  const [first] = files;
  const { message, view } =
    files.length === 1 && first
      ? { message: notices.oneFile(first.filename, caller.name, team), view: { search: first.filename } }
      : { message: notices.manyFiles(files.length, caller.name, team), view: { teamId } };
  const link = `/files?${writeView({ ...wholeView, ...view }).toString()}`;
  const title = notices.title(files.length);
  return notifyViewersOfTeam(tx, teamId, caller.id, { title, message, link, created_at: at });
}

async function describe(file: ReceivedFile): Promise<{ filename: string; content: Content }> {
  const filename = cleanFileName(file.name);
  const media_type = await mediaTypeOf(file.head, filename);
  return { filename, content: { size: file.size, sha256: file.sha256, media_type, blob_key: file.key } };
}

/** Refuses 404 unless the caller may see the file. */
export async function fileSeenBy(parts: Parts, caller: Caller, id: number): Promise<StoredFile> {
  const file = await findFile(parts.db, id);
  if (!file || !maySeeFile(caller, file)) throw refusal.notFound(refusals.gone);
  return file;
}

/** The file, if this person may edit it. Refuses 404 unless they see it, 403 unless mayEditFile. */
export async function fileEditableBy(parts: Parts, caller: Caller, id: number): Promise<StoredFile> {
  const file = await fileSeenBy(parts, caller, id);
  if (!mayEditFile(caller, file)) throw refusal.forbidden(refusals.notYours);
  return file;
}

/** Renames a file, replaces its content, or both; the earlier content stays as a version. */
export async function updateFile(
  parts: Parts,
  caller: Caller,
  input: { id: number; filename?: string | undefined },
  [replacement]: ReceivedFile[],
): Promise<File> {
  const file = await fileEditableBy(parts, caller, input.id);
  if (input.filename === undefined && !replacement) throw refusal.invalid('filename', refusals.nothingToChange);
  const filename = input.filename === undefined ? file.filename : cleanFileName(input.filename);
  const at = parts.clock().toISOString();
  const twins = await findTwins(parts, caller, replacement ? [replacement] : []);
  const content =
    replacement && (await describe({ ...replacement, name: filename, key: twins.keyOf(replacement) })).content;
  await parts.db.transaction().execute(async (tx) => {
    if (content && !(await replaceContent(tx, file, { content, userId: caller.id, at }))) {
      throw refusal.conflict(refusals.changedMeanwhile);
    }
    if (filename !== file.filename) {
      await renameFile(tx, file.id, filename);
      await noteFileEvents(tx, caller, at, 'renamed', [{ ...file, old_value: file.filename, new_value: filename }]);
    }
    if (content) await noteFileEvents(tx, caller, at, 'replaced', [{ id: file.id, filename }]);
  });
  if (replacement && content?.blob_key !== replacement.key) await discardSpare(parts, [replacement]);
  const { id, filepath, file_type_id, user_id, user, team_id, uploaded_at } = file;
  const size = content?.size ?? file.size;
  return { id, filename, filepath, file_type_id, size, uploaded_at, user_id, user, team_id };
}

/** Moves a file to the trash; it can be restored for 30 days. Source: decisions.md section 4. */
export async function removeFile(parts: Parts, caller: Caller, id: number): Promise<void> {
  const file = await fileSeenBy(parts, caller, id);
  const at = parts.clock().toISOString();
  const moved = await parts.db.transaction().execute(async (tx) => {
    const isMoved = await trashFile(tx, file, { userId: caller.id, at });
    if (isMoved) await noteFileEvents(tx, caller, at, 'trashed', [file]);
    return isMoved;
  });
  if (!moved) throw refusal.notFound(refusals.gone);
}

/** Opens a file for View or Download. Refuses 404 unless the caller may see it. */
export async function openFile(
  parts: Parts,
  caller: Caller,
  asked: {
    filepath: string;
    version: number | undefined;
    download: boolean;
    sendsBytes: boolean;
    headers: IncomingHttpHeaders;
  },
): Promise<BlobAnswer> {
  const file = await findFileByPath(parts.db, asked.filepath);
  if (!file || !maySeeFile(caller, file)) throw refusal.notFound(refusals.gone);
  const content = asked.version === undefined ? file : await findVersion(parts.db, file.id, asked.version);
  if (!content) throw refusal.notFound(refusals.versionGone);
  const blob = await parts.blobs.open(content.blob_key);
  const modifiedAt = 'content_at' in content ? content.content_at : content.created_at;
  if (blob && asked.sendsBytes) {
    const used = { ...asked, file: { id: file.id, filename: content.filename }, entity: { ...content, modifiedAt } };
    await unlessUnwritable(noteUse(parts, caller, used)).catch(async (error: unknown) => {
      await blob.close();
      throw error;
    });
  }
  return {
    ...servedAs(content.media_type, asked.download),
    blob,
    record: { key: content.blob_key, size: content.size, sha256: content.sha256 },
    name: content.filename,
    modifiedAt,
    mayRedirect: asked.download,
    damaged: refusals.damaged,
  };
}
