import { createHash } from 'node:crypto';
import { z } from 'zod';
import { fileTypeExists } from '#features/file-types/server/file-types.queries.ts';
import { uploadTarget } from '#features/files/core/files.contract.ts';
import type { Duplicate, File } from '#features/files/core/files.contract.ts';
import { cleanFileName } from '#features/files/core/files.rules.ts';
import { refusals } from '#features/files/core/files.texts.ts';
import { cleanFolder, longestFolderBytes } from '#features/files/core/folders.rules.ts';
import type { UnfinishedUpload } from '#features/files/upload/resumable-upload.contract.ts';
import {
  minPieceBytes,
  maxUnfinished,
  maxUnfinishedLargest,
  unfinishedForMs,
} from '#features/files/upload/resumable-upload.rules.ts';
import type { Caller } from '#server/access/caller.ts';
import { transactAs } from '#server/access/transact-as.ts';
import type { BlobStore, StagedBlob } from '#server/blobs/blob-store.ts';
import { recordBlobs } from '#server/blobs/record-blobs.ts';
import type { Context } from '#server/context.ts';
import { lockUploadsOf } from '#server/database/dialect/locks.ts';
import type { Progress, ResumableUploads } from '#server/http/send-tus.ts';
import { Refusal, refusal } from '#server/refusal.ts';
import { idText, instant } from '#shared/fields.ts';
import { findFile, listFilesById } from '../core/files.queries.ts';
import { storeUpload } from '../core/files.service.ts';
import { maySeeFile } from '../core/visible-files.queries.ts';
import { deletePendingDeletions } from '../trash/trash.queries.ts';
import {
  deletePieces,
  deleteUpload,
  findUpload,
  finishUpload,
  insertPiece,
  insertUpload,
  listEndedUploads,
  listPieces,
  listUnfinished,
  lockUpload,
  moveUpload,
} from './resumable-upload.queries.ts';
import type { Piece, Upload } from './resumable-upload.queries.ts';
import { isLinked } from './upload-links.queries.ts';
import { refuseTarget, teamOfUpload } from './upload-target.service.ts';

/** The resumable uploads of a caller. Each piece is stored and recorded before the server acknowledges it. */
export function uploadsOf(ctx: Context, caller: Caller): ResumableUploads {
  return {
    create: (announced) => beginUpload(ctx, caller, announced),
    find: async (id) => progressOf(await uploadBy(ctx, caller, id)),
    append: (id, start, bytes) => appendTo(ctx, caller, { id, start, bytes }),
  };
}

const metadata = z.object({
  filename: z.string({ error: refusals.noName }).max(4096),
  original_name: z.string().max(4096).optional(),
  file_type_id: idText,
  modified_at: instant.optional(),
  folder: z
    .string()
    .max(4 * longestFolderBytes)
    .optional(),
  ...uploadTarget.shape,
});

/** Starts an upload. Makes the same checks as at its end, so that the client sends no bytes in vain. */
async function beginUpload(
  ctx: Context,
  caller: Caller,
  announced: Parameters<ResumableUploads['create']>[0],
): Promise<Progress> {
  const { id, size } = announced;
  const given = metadata.parse(announced.metadata);
  const filename = cleanFileName(given.filename);
  if (size > ctx.config.maxUploadBytes)
    throw refusal.tooLarge('upload.too_large', () => refusals.tooLarge(filename, ctx.config.maxUploadBytes));
  await refuseTarget(ctx.db, caller, given);
  await refuseUnknownType(ctx, given.file_type_id);
  const created_at = ctx.clock().toISOString();
  const upload = {
    id,
    user_id: caller.id,
    filename,
    original_name: given.original_name?.toWellFormed().replaceAll('\0', '') ?? filename,
    modified_at: given.modified_at ?? null,
    file_type_id: given.file_type_id,
    team_id: given.team_id ?? null,
    container_id: given.container_id ?? null,
    folder: cleanFolder(given.folder),
    size,
    created_at,
    expires_at: endAfter(ctx),
  };
  await transactAs(ctx, caller, async (tx) => {
    await lockUploadsOf(tx, caller.id);
    const others = await listUnfinished(tx, { userId: caller.id, now: created_at, limit: maxUnfinished });
    if (others.length >= maxUnfinished)
      throw refusal.invalid('upload.too_many_unfinished', 'upload', refusals.tooManyUnfinished(maxUnfinished));
    const bytes = others.reduce((sum, other) => sum + other.size, size);
    const maxBytes = maxUnfinishedLargest * ctx.config.maxUploadBytes;
    if (bytes > maxBytes)
      throw new Refusal('upload.too_many_unfinished_bytes', () => refusals.tooManyUnfinishedBytes(maxBytes), {
        retryAfterSeconds: 60,
      });
    await insertUpload(tx, upload);
  });
  // No further request will finish an empty upload.
  if (size === 0) return appendTo(ctx, caller, { id, start: 0, bytes: nothing() });
  return progressOf({ ...upload, received: 0 });
}

async function* nothing(): AsyncGenerator<Buffer, void> {}

const endAfter = ({ clock }: Context) => new Date(clock().getTime() + unfinishedForMs).toISOString();

async function refuseUnknownType(ctx: Context, fileTypeId: number): Promise<void> {
  if (!(await fileTypeExists(ctx.db, fileTypeId)))
    throw refusal.invalid('file_type.unknown', 'file_type_id', refusals.unknownType);
}

async function uploadBy(ctx: Context, caller: Caller, id: string): Promise<Upload> {
  const upload = await findUpload(ctx.db, { id, userId: caller.id, now: ctx.clock().toISOString() });
  if (!upload) throw refusal.notFound('upload.not_found', refusals.uploadGone);
  return upload;
}

type Known = Pick<Upload, 'size' | 'received' | 'expires_at' | 'filename' | 'file_type_id'>;

const progressOf = ({ size, received, expires_at, filename, file_type_id }: Known): Progress => ({
  size,
  received,
  expiresAt: expires_at,
  metadata: { filename, file_type_id: String(file_type_id) },
});

async function appendTo(
  ctx: Context,
  caller: Caller,
  { id, start, bytes }: { id: string; start: number; bytes: AsyncIterable<Buffer> },
): Promise<Progress> {
  const upload = await uploadBy(ctx, caller, id);
  if (upload.finished_at !== null) return progressOf(upload);
  // The container is not checked: if it no longer exists, the file is stored without the link.
  await teamOfUpload(ctx.db, caller, upload);
  await refuseUnknownType(ctx, upload.file_type_id);
  const piece = await ctx.blobs.stage(bytes, upload.size - start);
  const end = start + piece.size;
  const now = { ...upload, received: end, expires_at: endAfter(ctx) };
  if (end === upload.size) await finish(ctx, caller, upload, { ...piece, start });
  else await storePiece(ctx, caller, now, { ...piece, start });
  return progressOf(now);
}

type StagedPiece = StagedBlob & Piece;

async function storePiece(
  ctx: Context,
  caller: Caller,
  { id, received, expires_at }: Upload,
  piece: StagedPiece,
): Promise<void> {
  if (piece.size < minPieceBytes) {
    await ctx.blobs.discard([piece]);
    throw refusal.invalid('upload.piece_too_small', 'upload', () => refusals.pieceTooSmall(minPieceBytes));
  }
  await recordBlobs(ctx, [piece], () =>
    transactAs(ctx, caller, async (tx) => {
      const isMoved = await moveUpload(tx, { id, from: piece.start, to: received, expiresAt: expires_at });
      if (!isMoved) throw refusal.conflict('upload.offset_mismatch', refusals.movedMeanwhile);
      await insertPiece(tx, id, piece);
    }),
  );
}

/**
 * Turns an upload into a file after its last piece, as if it had been one request. The last piece gets no record of its own:
 * so an upload whose bytes are all recorded is always a file, also after a crash of the server.
 */
async function finish(ctx: Context, caller: Caller, upload: Upload, last: StagedPiece): Promise<void> {
  const { id, filename: name, size } = upload;
  const whole = last.start === 0 ? last : await join(ctx, upload, last);
  const keys = await recordBlobs(ctx, [whole], async () => {
    let keys: string[] = [];
    const input = { ...upload, folders: [upload.folder ?? ''] };
    await storeUpload(ctx, caller, input, [{ ...whole, name }], async (tx, { files: [file], duplicates }) => {
      const at = ctx.clock().toISOString();
      const isMoved = await moveUpload(tx, { id, from: last.start, to: size, expiresAt: endAfter(ctx) });
      if (!isMoved || !file) throw refusal.conflict('upload.offset_mismatch', refusals.movedMeanwhile);
      await finishUpload(tx, id, { finished_at: at, file_id: file.id, duplicate_of: duplicates[0]?.of.id ?? null });
      keys = await deletePieces(tx, { id, at });
    });
    return keys;
  });
  await removeBytes(ctx, keys);
}

class BrokenPiece extends Error {
  readonly start: number;

  constructor(start: number) {
    super(`the stored piece at ${start} is damaged`);
    this.start = start;
  }
}

/**
 * Stages all pieces as one blob. If a stored piece is damaged, it is deleted with all later ones and the client sends
 * them again.
 */
async function join(ctx: Context, upload: Upload, last: StagedPiece): Promise<StagedBlob> {
  const { blobs, db } = ctx;
  try {
    await blobs.publish([last]);
    const pieces = [...(await listPieces(db, upload.id)), last];
    return await blobs.stage(bytesOf(blobs, pieces), upload.size);
  } catch (error) {
    if (!(error instanceof BrokenPiece)) throw error;
    await sendAgainFrom(ctx, upload, error.start);
    throw refusal.conflict('upload.offset_mismatch', refusals.movedMeanwhile);
  } finally {
    await blobs.discard([last]);
  }
}

async function* bytesOf(blobs: BlobStore, pieces: readonly Piece[]): AsyncGenerator<Buffer, void> {
  for (const { key, start, size, sha256 } of pieces) {
    const blob = await blobs.open(key);
    if (blob?.size !== size) {
      await blob?.close();
      throw new BrokenPiece(start);
    }
    const hash = createHash('sha256');
    for await (const chunk of blob.stream({ start: 0, end: size - 1 })) {
      hash.update(chunk as Buffer);
      yield chunk as Buffer;
    }
    if (hash.digest('hex') !== sha256) throw new BrokenPiece(start);
  }
}

async function sendAgainFrom(ctx: Context, { id, received }: Upload, start: number): Promise<void> {
  ctx.log.error({ upload: id, start }, 'a stored piece of an upload is damaged; the client has to send it again');
  const keys = await ctx.db.transaction().execute(async (tx) => {
    const isMoved = await moveUpload(tx, { id, from: received, to: start, expiresAt: endAfter(ctx) });
    return isMoved ? deletePieces(tx, { id, from: start, at: ctx.clock().toISOString() }) : [];
  });
  await removeBytes(ctx, keys);
}

/** Returns the unfinished uploads of the caller. */
export async function listUnfinishedOf(ctx: Context, caller: Caller): Promise<UnfinishedUpload[]> {
  return listUnfinished(ctx.db, { userId: caller.id, now: ctx.clock().toISOString(), limit: maxUnfinished });
}

/** Returns the file of a finished upload. Refuses with 404 unless the upload is finished and the file exists. */
export async function fileOfUpload(
  ctx: Context,
  caller: Caller,
  id: string,
): Promise<{ files: File[]; duplicates: Duplicate[]; linked?: boolean }> {
  const { file_id, duplicate_of, container_id } = await uploadBy(ctx, caller, id);
  const [file] = file_id === null ? [] : await listFilesById(ctx.db, [file_id]);
  if (!file || !maySeeFile(caller, file)) throw refusal.notFound('upload.not_found', refusals.uploadGone);
  const duplicate = duplicate_of === null ? undefined : await findFile(ctx.db, duplicate_of);
  return {
    files: [file],
    duplicates: duplicate && maySeeFile(caller, duplicate) ? [{ id: file.id, of: duplicate }] : [],
    ...(container_id !== null && { linked: await isLinked(ctx.db, container_id, file.id) }),
  };
}

/** Cancels an upload. Refuses with 404 if it does not exist. */
export async function giveUpUpload(ctx: Context, caller: Caller, id: string): Promise<void> {
  await uploadBy(ctx, caller, id);
  await removeUpload(ctx, id);
}

const atATime = 100;

/** Removes uploads that were finished or received their last byte more than a day ago. */
export async function removeEndedUploads(ctx: Context): Promise<void> {
  for (;;) {
    const ids = await listEndedUploads(ctx.db, ctx.clock().toISOString(), atATime);
    for (const id of ids) await removeUpload(ctx, id);
    if (ids.length < atATime) return;
  }
}

async function removeUpload(ctx: Context, id: string): Promise<void> {
  const at = ctx.clock().toISOString();
  const keys = await ctx.db.transaction().execute(async (tx) => {
    // A piece that is being stored is either among the deleted ones or refused.
    if (!(await lockUpload(tx, id))) return [];
    const gone = await deletePieces(tx, { id, at });
    await deleteUpload(tx, id);
    return gone;
  });
  await removeBytes(ctx, keys);
}

/**
 * Deletes the blobs of pieces. No download and no backup reads them, so they need not wait. The scheduled job repeats
 * failed deletions.
 */
async function removeBytes({ db, blobs, log }: Context, keys: readonly string[]): Promise<void> {
  try {
    for (const key of keys) await blobs.remove(key);
    for (let done = 0; done < keys.length; done += atATime)
      await deletePendingDeletions(db, keys.slice(done, done + atATime));
  } catch (error) {
    log.warn(error, 'pieces of an upload could not be deleted; the scheduled job tries again');
  }
}
