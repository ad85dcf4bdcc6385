import { randomBytes } from 'node:crypto';
import { fileTypeExists } from '#features/file-types/server/file-types.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import { unlessUnwritable } from '#server/database/portable.ts';
import type { ReceivedFile } from '#server/http/receive-form.ts';
import type { BlobAnswer } from '#server/http/send-blob.ts';
import type { Parts } from '#server/parts.ts';
import { refusal } from '#server/refusal.ts';
import type { File } from '../files.contract.ts';
import { cleanFileName, mayEditFile } from '../files.rules.ts';
import { refusals, texts } from '../files.texts.ts';
import { maySeeFile } from './files-scope.ts';
import { mediaTypeOf, servedAs } from './files.media-types.ts';
import {
  findFile,
  findFileByPath,
  insertFiles,
  listFilesById,
  noteDownload,
  renameFile,
  replaceContent,
  trashFile,
} from './files.queries.ts';
import type { Content, StoredFile } from './files.queries.ts';

/** Refuses who has no team before anything is sent. Source: decisions.md section 4. */
export function refuseWithoutTeam(caller: Caller): number {
  if (caller.team_id === null) throw refusal.invalid('team_id', refusals.noTeam);
  return caller.team_id;
}

/** Records the files of one upload, all or none, under the uploader's team. Source: decisions.md section 4. */
export async function storeUpload(
  parts: Parts,
  caller: Caller,
  input: { file_type_id: number },
  files: ReceivedFile[],
): Promise<{ files: File[] }> {
  const teamId = refuseWithoutTeam(caller);
  if (files.length === 0) throw refusal.invalid('files', texts.noFileChosen);
  const described = await Promise.all(files.map(async (file) => ({ file, ...(await describe(file)) })));
  const at = parts.clock().toISOString();
  const stored = await parts.db.transaction().execute(async (tx) => {
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
    return listFilesById(tx, ids);
  });
  return { files: stored };
}

async function describe(file: ReceivedFile): Promise<{ filename: string; content: Content }> {
  const filename = cleanFileName(file.name);
  const media_type = await mediaTypeOf(file.head, filename);
  return { filename, content: { size: file.size, sha256: file.sha256, media_type, blob_key: file.key } };
}

async function fileSeenBy(parts: Parts, caller: Caller, id: number): Promise<StoredFile> {
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
  const content = replacement && (await describe({ ...replacement, name: filename })).content;
  await parts.db.transaction().execute(async (tx) => {
    if (content && !(await replaceContent(tx, file, { content, userId: caller.id, at }))) {
      throw refusal.conflict(refusals.changedMeanwhile);
    }
    if (filename !== file.filename) await renameFile(tx, file.id, filename);
  });
  const { id, filepath, file_type_id, user_id, user, team_id, uploaded_at } = file;
  const size = content?.size ?? file.size;
  return { id, filename, filepath, file_type_id, size, uploaded_at, user_id, user, team_id };
}

/** Moves a file to the trash; it can be restored for 30 days. Source: decisions.md section 4. */
export async function removeFile(parts: Parts, caller: Caller, id: number): Promise<void> {
  const file = await fileSeenBy(parts, caller, id);
  const at = parts.clock().toISOString();
  const moved = await parts.db.transaction().execute((tx) => trashFile(tx, file, { userId: caller.id, at }));
  if (!moved) throw refusal.notFound(refusals.gone);
}

/** Opens a file for View or Download. Refuses 404 unless the caller may see it. */
export async function openFile(
  parts: Parts,
  caller: Caller,
  asked: { filepath: string; download: boolean; beginsAtStart: boolean },
): Promise<BlobAnswer> {
  const file = await findFileByPath(parts.db, asked.filepath);
  if (!file || !maySeeFile(caller, file)) throw refusal.notFound(refusals.gone);
  const blob = await parts.blobs.open(file.blob_key);
  if (asked.download && asked.beginsAtStart && blob) {
    const download = { user_id: caller.id, file_id: file.id, downloaded_at: parts.clock().toISOString() };
    await unlessUnwritable(noteDownload(parts.db, download)).catch(async (error: unknown) => {
      await blob.close();
      throw error;
    });
  }
  return {
    ...servedAs(file.media_type, asked.download),
    blob,
    record: { key: file.blob_key, size: file.size, sha256: file.sha256 },
    name: file.filename,
    modifiedAt: file.content_at,
    damaged: refusals.damaged,
  };
}
