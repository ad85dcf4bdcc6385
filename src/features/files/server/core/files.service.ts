import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { details } from '#features/audit/audit.texts.ts';
import { recordAudit } from '#features/audit/server/audit.queries.ts';
import { fileTypeExists } from '#features/file-types/server/file-types.queries.ts';
import type { Duplicate, File } from '#features/files/core/files.contract.ts';
import { cleanFileName, mayDeleteFile, mayEditFile } from '#features/files/core/files.rules.ts';
import { notices, refusals, texts } from '#features/files/core/files.texts.ts';
import { cleanFolder } from '#features/files/core/folders.rules.ts';
import { filesView } from '#features/files/list/files-view.rules.ts';
import { notifyViewersOfTeam } from '#features/notifications/server/notifications.queries.ts';
import { nameOfTeam } from '#features/teams/server/teams.queries.ts';
import { queueVirusScans, refuseUnscanned } from '#features/virus-scan/server/virus-scans.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import { transactAs } from '#server/access/transact-as.ts';
import type { Write } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { ignoreReadOnly } from '#server/database/dialect/errors.ts';
import { lockRows } from '#server/database/dialect/locks.ts';
import type { ReceivedFile } from '#server/http/receive-form.ts';
import type { BlobAnswer } from '#server/http/send-blob.ts';
import { refusal } from '#server/refusal.ts';
import { findDuplicates } from '../upload/duplicates.service.ts';
import { linkUploaded, refuseWithoutTeam, teamOfUpload } from '../upload/upload-target.service.ts';
import type { UploadTarget } from '../upload/upload-target.service.ts';
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
import { mediaTypeOf, servedAs } from './media-types.rules.ts';
import { recordUse } from './uses.service.ts';
import { findVersion, recordFileEvents } from './versions.queries.ts';
import { maySeeFile } from './visible-files.queries.ts';

/** A file of an upload. Without a type of its own, it gets that of the upload. */
export type UploadedFile = ReceivedFile & { file_type_id?: number; mail_subject?: string };

/** `linked` says whether the files are linked to the container of the upload, if it has one. */
type Stored = { files: File[]; duplicates: Duplicate[]; linked?: boolean };

/**
 * Stores all files of one upload or none, by default in the uploader's team, and notifies the users who may see them. Links
 * them to the container of the upload. `also` writes further records in the same transaction. See
 * docs/choices.md#team-of-a-file and docs/choices.md#uploads-to-a-container.
 */
export async function storeUpload(
  ctx: Context,
  caller: Caller,
  input: {
    file_type_id: number;
    folders?: readonly string[] | undefined;
    /** The sender of the mail with which the files came. */
    sender?: string;
  } & UploadTarget,
  files: UploadedFile[],
  also?: (tx: Db, stored: Stored) => Promise<void>,
): Promise<Stored> {
  refuseWithoutTeam(caller);
  if (files.length === 0) throw refusal.invalid('upload.no_file', 'files', texts.noFileChosen);
  if (input.folders && input.folders.length !== files.length)
    throw refusal.invalid('validation.failed', 'folders', refusals.foldersDiffer);
  const duplicates = await findDuplicates(ctx, caller, files);
  const described = await Promise.all(files.map((file) => describe({ ...file, key: duplicates.keyOf(file) })));
  const stored = await transactAs(ctx, caller, async (tx, write) => {
    const { at } = write;
    const teamId = await teamOfUpload(tx, write.by, input);
    for (const id of new Set(files.map(({ file_type_id = input.file_type_id }) => file_type_id)))
      if (!(await fileTypeExists(tx, id)))
        throw refusal.invalid('file_type.unknown', 'file_type_id', refusals.unknownType);
    const ids = await insertFiles(
      tx,
      described.map(({ filename, content }, index) => ({
        ...content,
        filename,
        folder: cleanFolder(input.folders?.[index]),
        mail_subject: files[index]?.mail_subject ?? null,
        filepath: randomBytes(16).toString('base64url'),
        file_type_id: files[index]?.file_type_id ?? input.file_type_id,
        team_id: teamId,
        user_id: caller.id,
        uploaded_at: at,
      })),
    );
    await queueVirusScans(
      tx,
      ctx.config,
      described.map(({ content }) => ({ ...content, user_id: caller.id })),
      at,
    );
    const team = await nameOfTeam(tx, teamId);
    const uploaded = described.map(({ filename }, index) => ({ id: ids[index] as number, name: filename }));
    await notifyOfUpload(write, { teamId, team, files: uploaded });
    const detail = details.uploaded(team, input.sender);
    await recordAudit(write, 'file.uploaded', ...uploaded.map((file) => ({ ...file, detail })));
    const linked = await linkUploaded(write, input, uploaded);
    const stored = {
      files: await listFilesById(tx, ids),
      duplicates: duplicates.duplicatesOf(ids),
      ...(linked !== undefined && { linked }),
    };
    await also?.(tx, stored);
    return stored;
  });
  ctx.metrics?.incrementUploads(files);
  await discardSpare(
    ctx,
    files.filter((file) => duplicates.keyOf(file) !== file.key),
  );
  return stored;
}

/**
 * Removes received bytes that were already stored. The transaction is committed, so a failure is only logged; the next
 * start of the server cleans up the staging area.
 */
async function discardSpare({ blobs, log }: Context, files: readonly ReceivedFile[]): Promise<void> {
  await blobs
    .discard(files)
    .catch((error: unknown) =>
      log.warn(error, 'the bytes of a duplicate could not be removed; the next start tries again'),
    );
}

/** Creates one notification per upload. It links to the file, or to the team's files if there are several. */
async function notifyOfUpload(
  write: Write<Caller>,
  { teamId, team, files }: { teamId: number; team: string; files: readonly { id: number; name: string }[] },
): Promise<void> {
  const [first] = files;
  const { message, view } =
    files.length === 1 && first
      ? { message: notices.oneFile(first.name, write.by.name, team), view: { search: first.name } }
      : { message: notices.manyFiles(files.length, write.by.name, team), view: { teamId } };
  const link = `/files?${filesView.write({ ...filesView.initial, ...view }).toString()}`;
  const title = notices.title(files.length);
  const notice = { title, message, link, ...(first && files.length === 1 && { fileId: first.id }) };
  await notifyViewersOfTeam(write, teamId, write.by.id, notice);
}

async function describe(file: ReceivedFile): Promise<{ filename: string; content: Content }> {
  const filename = cleanFileName(file.name);
  const media_type = await mediaTypeOf(file.head, filename);
  return { filename, content: { size: file.size, sha256: file.sha256, media_type, blob_key: file.key } };
}

/** Refuses with 404 unless the caller may see the file. */
export async function fileSeenBy(ctx: Pick<Context, 'db'>, caller: Caller, id: number): Promise<StoredFile> {
  const file = await findFile(ctx.db, id);
  if (!file || !maySeeFile(caller, file)) throw refusal.notFound('file.not_found', refusals.gone);
  return file;
}

/** Refuses with 404 unless the caller may see the file, and with 403 unless the caller may edit it. */
export async function fileEditableBy(ctx: Pick<Context, 'db'>, caller: Caller, id: number): Promise<StoredFile> {
  const file = await fileSeenBy(ctx, caller, id);
  if (!mayEditFile(caller, file)) throw refusal.forbidden('file.not_owner', refusals.notYours);
  return file;
}

/** Renames a file, replaces its content, or both. The earlier content becomes a version. */
export async function updateFile(
  ctx: Context,
  caller: Caller,
  input: { id: number; filename?: string | undefined; shown_filename?: string | undefined },
  [replacement]: ReceivedFile[],
): Promise<File> {
  const file = await fileEditableBy(ctx, caller, input.id);
  if (input.filename === undefined && !replacement)
    throw refusal.invalid('file.nothing_to_change', 'filename', refusals.nothingToChange);
  const filename = input.filename === undefined ? file.filename : cleanFileName(input.filename);
  const duplicates = await findDuplicates(ctx, caller, replacement ? [replacement] : []);
  const content =
    replacement && (await describe({ ...replacement, name: filename, key: duplicates.keyOf(replacement) })).content;
  await transactAs(ctx, caller, async (tx, write) => {
    const { at } = write;
    // Another user may be renaming it, and the history names the name before each change.
    await lockRows(tx, 'files', [file.id], 'change');
    const stored = await fileEditableBy({ db: tx }, write.by, file.id);
    const earlier = { ...stored, blob_key: file.blob_key };
    if (content && !(await replaceContent(tx, earlier, { content, userId: caller.id, at }))) {
      throw refusal.conflict('file.changed', refusals.changedMeanwhile);
    }
    if (content) await queueVirusScans(tx, ctx.config, [{ ...content, user_id: caller.id }], at);
    if (input.filename !== undefined && filename !== stored.filename) {
      const { shown_filename = stored.filename } = input;
      if (shown_filename !== stored.filename)
        throw refusal.conflict('file.changed', refusals.renamedMeanwhile(stored.filename));
      if (!(await renameFile(tx, stored, filename, at))) throw refusal.notFound('file.not_found', refusals.gone);
      await recordFileEvents(write, 'renamed', [{ ...stored, old_value: stored.filename, new_value: filename }]);
    }
    if (content) await recordFileEvents(write, 'replaced', [{ id: file.id, filename }]);
  });
  if (replacement && content?.blob_key !== replacement.key) await discardSpare(ctx, [replacement]);
  const { id, filepath, file_type_id, user_id, user, team_id, uploaded_at, folder } = file;
  const size = content?.size ?? file.size;
  return { id, filename, filepath, file_type_id, size, uploaded_at, user_id, user, team_id, ...(folder && { folder }) };
}

/** Moves a file to the trash. It can be restored for 30 days. See docs/choices.md#trash-and-versions. */
export async function removeFile(ctx: Context, caller: Caller, id: number): Promise<void> {
  const isMoved = await transactAs(ctx, caller, async (tx, write) => {
    const file = await fileSeenBy({ db: tx }, write.by, id);
    if (!mayDeleteFile(write.by, file, new Date(write.at)))
      throw refusal.forbidden('file.not_owner', refusals.notDeletable);
    const isMoved = await trashFile(tx, file, { userId: caller.id, at: write.at });
    if (isMoved) await recordFileEvents(write, 'trashed', [file]);
    return isMoved;
  });
  if (!isMoved) throw refusal.notFound('file.not_found', refusals.gone);
}

/** Opens a file for View or Download. Refuses with 404 unless the caller may see it. */
export async function openFile(
  ctx: Context,
  caller: Caller,
  request: {
    filepath: string;
    version: number | undefined;
    download: boolean;
    sendsBytes: boolean;
    headers: IncomingHttpHeaders;
  },
): Promise<BlobAnswer> {
  const file = await findFileByPath(ctx.db, request.filepath);
  if (!file || !maySeeFile(caller, file)) throw refusal.notFound('file.not_found', refusals.gone);
  const content = request.version === undefined ? file : await findVersion(ctx.db, file.id, request.version);
  if (!content) throw refusal.notFound('file.version_not_found', refusals.versionGone);
  const content_by = 'content_by' in content ? content.content_by : content.user_id;
  await refuseUnscanned(ctx.db, ctx.config, caller, [{ ...content, content_by }]);
  const blob = await ctx.blobs.open(content.blob_key);
  const modifiedAt = 'content_at' in content ? content.content_at : content.created_at;
  if (blob && request.sendsBytes) {
    const use = { ...request, file: { id: file.id, filename: content.filename }, entity: { ...content, modifiedAt } };
    await ignoreReadOnly(recordUse(ctx, caller, use)).catch(async (error: unknown) => {
      await blob.close();
      throw error;
    });
  }
  return {
    ...servedAs(content.media_type, request.download),
    blob,
    record: { key: content.blob_key, size: content.size, sha256: content.sha256 },
    name: content.filename,
    modifiedAt,
    mayRedirect: request.download,
    damaged: refusals.damaged,
  };
}
