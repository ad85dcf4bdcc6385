import { createHash } from 'node:crypto';
import { z } from 'zod';
import { fileTypeExists } from '#features/file-types/server/file-types.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import type { BlobStore, StagedBlob } from '#server/blobs/blob-store.ts';
import { recordBlobs } from '#server/blobs/record-blobs.ts';
import type { Progress, ResumableUploads } from '#server/http/send-tus.ts';
import type { Parts } from '#server/parts.ts';
import { refusal } from '#server/refusal.ts';
import { idText, instant } from '#shared/fields.ts';
import { formatSize } from '#shared/format.ts';
import type { Duplicate, File } from '../files.contract.ts';
import { cleanFileName } from '../files.rules.ts';
import { refusals } from '../files.texts.ts';
import type { UnfinishedUpload } from '../uploads.contract.ts';
import { leastPieceBytes, mostUnfinished, unfinishedForMs } from '../uploads.rules.ts';
import { maySeeFile } from './files-scope.ts';
import { findFile, listFilesById } from './files.queries.ts';
import { refuseWithoutTeam, storeUpload } from './files.service.ts';
import { forgetDoomed } from './trash.queries.ts';
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
  moveUpload,
} from './uploads.queries.ts';
import type { Piece, Upload } from './uploads.queries.ts';

/** A caller's uploads that arrive piece by piece. Every piece is safe, and recorded, before it is acknowledged. */
export function uploadsOf(parts: Parts, caller: Caller): ResumableUploads {
  return {
    create: (announced) => beginUpload(parts, caller, announced),
    find: async (id) => progressOf(await uploadBy(parts, caller, id)),
    append: (id, start, bytes) => appendTo(parts, caller, { id, start, bytes }),
  };
}

const metadata = z.object({
  filename: z.string({ error: refusals.noName }).max(4096),
  original_name: z.string().max(4096).optional(),
  file_type_id: idText,
  modified_at: instant.optional(),
});

/** Refuses now what would be refused in the end: before the first byte. */
async function beginUpload(
  parts: Parts,
  caller: Caller,
  announced: Parameters<ResumableUploads['create']>[0],
): Promise<Progress> {
  const { id, size } = announced;
  const given = metadata.parse(announced.metadata);
  const filename = cleanFileName(given.filename);
  if (size > parts.config.maxUploadBytes)
    throw refusal.tooLarge(refusals.tooLarge(filename, formatSize(parts.config.maxUploadBytes)));
  await refuseHomeless(parts, caller, given.file_type_id);
  const created_at = parts.clock().toISOString();
  const upload = {
    id,
    user_id: caller.id,
    filename,
    original_name: given.original_name?.toWellFormed().replaceAll('\0', '') ?? filename,
    modified_at: given.modified_at ?? null,
    file_type_id: given.file_type_id,
    size,
    created_at,
    expires_at: endAfter(parts),
  };
  await parts.db.transaction().execute(async (tx) => {
    const others = await listUnfinished(tx, { userId: caller.id, now: created_at, limit: mostUnfinished });
    if (others.length >= mostUnfinished) throw refusal.invalid('upload', refusals.tooManyUnfinished(mostUnfinished));
    await insertUpload(tx, upload);
  });
  // Nothing will follow that could finish it.
  if (size === 0) return appendTo(parts, caller, { id, start: 0, bytes: nothing() });
  return progressOf({ ...upload, received: 0 });
}

async function* nothing(): AsyncGenerator<Buffer, void> {}

const endAfter = ({ clock }: Parts) => new Date(clock().getTime() + unfinishedForMs).toISOString();

/** Refuses an upload that has no place to go: no team, or a file type that is gone. */
async function refuseHomeless(parts: Parts, caller: Caller, fileTypeId: number): Promise<void> {
  refuseWithoutTeam(caller);
  if (!(await fileTypeExists(parts.db, fileTypeId))) throw refusal.invalid('file_type_id', refusals.unknownType);
}

async function uploadBy(parts: Parts, caller: Caller, id: string): Promise<Upload> {
  const upload = await findUpload(parts.db, { id, userId: caller.id, now: parts.clock().toISOString() });
  if (!upload) throw refusal.notFound(refusals.uploadGone);
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
  parts: Parts,
  caller: Caller,
  { id, start, bytes }: { id: string; start: number; bytes: AsyncIterable<Buffer> },
): Promise<Progress> {
  const upload = await uploadBy(parts, caller, id);
  if (upload.finished_at !== null) return progressOf(upload);
  await refuseHomeless(parts, caller, upload.file_type_id);
  const piece = await parts.blobs.stage(bytes, upload.size - start);
  const end = start + piece.size;
  const now = { ...upload, received: end, expires_at: endAfter(parts) };
  if (end === upload.size) await finish(parts, caller, upload, { ...piece, start });
  else await keepPiece(parts, now, { ...piece, start });
  return progressOf(now);
}

type StagedPiece = StagedBlob & Piece;

async function keepPiece(parts: Parts, { id, received, expires_at }: Upload, piece: StagedPiece): Promise<void> {
  if (piece.size < leastPieceBytes) {
    await parts.blobs.discard([piece]);
    throw refusal.invalid('upload', refusals.pieceTooSmall(formatSize(leastPieceBytes)));
  }
  await recordBlobs(parts, [piece], () =>
    parts.db.transaction().execute(async (tx) => {
      const isMoved = await moveUpload(tx, { id, from: piece.start, to: received, expiresAt: expires_at });
      if (!isMoved) throw refusal.conflict(refusals.movedMeanwhile);
      await insertPiece(tx, id, piece);
    }),
  );
}

/**
 * Makes a file of an upload whose last piece has arrived, as if it had come in one. That piece is recorded only as a part
 * of the file: so an upload of which every byte is recorded is a file, whenever the server may have ended.
 */
async function finish(parts: Parts, caller: Caller, upload: Upload, last: StagedPiece): Promise<void> {
  const { id, filename: name, size } = upload;
  const whole = last.start === 0 ? last : await join(parts, upload, last);
  const keys = await recordBlobs(parts, [whole], async () => {
    let keys: string[] = [];
    await storeUpload(parts, caller, upload, [{ ...whole, name }], async (tx, { files: [file], duplicates }) => {
      const at = parts.clock().toISOString();
      const isMoved = await moveUpload(tx, { id, from: last.start, to: size, expiresAt: endAfter(parts) });
      if (!isMoved || !file) throw refusal.conflict(refusals.movedMeanwhile);
      await finishUpload(tx, id, { finished_at: at, file_id: file.id, duplicate_of: duplicates[0]?.of.id ?? null });
      keys = await deletePieces(tx, { id, at });
    });
    return keys;
  });
  await removeBytes(parts, keys);
}

class BrokenPiece extends Error {
  readonly start: number;

  constructor(start: number) {
    super(`the piece at ${start} is not what was stored`);
    this.start = start;
  }
}

/** Stages all pieces and the last one as one blob. A piece that is not what was stored is forgotten with those after it, to be sent again. */
async function join(parts: Parts, upload: Upload, last: StagedPiece): Promise<StagedBlob> {
  const { blobs, db } = parts;
  try {
    await blobs.publish([last]);
    const pieces = [...(await listPieces(db, upload.id)), last];
    return await blobs.stage(bytesOf(blobs, pieces), upload.size);
  } catch (error) {
    if (!(error instanceof BrokenPiece)) throw error;
    await sendAgainFrom(parts, upload, error.start);
    throw refusal.conflict(refusals.movedMeanwhile);
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

async function sendAgainFrom(parts: Parts, { id, received }: Upload, start: number): Promise<void> {
  parts.log.error({ upload: id, start }, 'a piece of an upload is not what was stored; it is sent again');
  const keys = await parts.db.transaction().execute(async (tx) => {
    const isMoved = await moveUpload(tx, { id, from: received, to: start, expiresAt: endAfter(parts) });
    return isMoved ? deletePieces(tx, { id, from: start, at: parts.clock().toISOString() }) : [];
  });
  await removeBytes(parts, keys);
}

/** Whose uploads have begun and are not finished. */
export async function listUnfinishedOf(parts: Parts, caller: Caller): Promise<UnfinishedUpload[]> {
  return listUnfinished(parts.db, { userId: caller.id, now: parts.clock().toISOString(), limit: mostUnfinished });
}

/** The file that an upload became. Refuses 404 unless it is finished and the file is there. */
export async function fileOfUpload(
  parts: Parts,
  caller: Caller,
  id: string,
): Promise<{ files: File[]; duplicates: Duplicate[] }> {
  const { file_id, duplicate_of } = await uploadBy(parts, caller, id);
  const [file] = file_id === null ? [] : await listFilesById(parts.db, [file_id]);
  if (!file || !maySeeFile(caller, file)) throw refusal.notFound(refusals.uploadGone);
  const twin = duplicate_of === null ? undefined : await findFile(parts.db, duplicate_of);
  return { files: [file], duplicates: twin && maySeeFile(caller, twin) ? [{ id: file.id, of: twin }] : [] };
}

/** Gives up an upload. Refuses 404 if it is not there. */
export async function giveUpUpload(parts: Parts, caller: Caller, id: string): Promise<void> {
  await uploadBy(parts, caller, id);
  await removeUpload(parts, id);
}

const atATime = 100;

/** Removes what is finished for a day, and what has had no new byte for that long. */
export async function removeEndedUploads(parts: Parts): Promise<void> {
  for (;;) {
    const ids = await listEndedUploads(parts.db, parts.clock().toISOString(), atATime);
    for (const id of ids) await removeUpload(parts, id);
    if (ids.length < atATime) return;
  }
}

async function removeUpload(parts: Parts, id: string): Promise<void> {
  const at = parts.clock().toISOString();
  const keys = await parts.db.transaction().execute(async (tx) => {
    const gone = await deletePieces(tx, { id, at });
    await deleteUpload(tx, id);
    return gone;
  });
  await removeBytes(parts, keys);
}

/** Removes the bytes of pieces that no record names any more: nobody reads them, and no backup has them. What fails is left to the sweep. */
async function removeBytes({ db, blobs, log }: Parts, keys: readonly string[]): Promise<void> {
  try {
    for (const key of keys) await blobs.remove(key);
    for (let done = 0; done < keys.length; done += atATime) await forgetDoomed(db, keys.slice(done, done + atATime));
  } catch (error) {
    log.warn(error, 'pieces of an upload could not be removed yet');
  }
}
