import type { Selectable } from 'kysely';
import type { BlobRecord } from '#server/blobs/blob-store.ts';
import type { Db } from '#server/database/db.ts';
import type { Tables } from '#server/database/tables.ts';

export type Upload = Selectable<Tables['uploads']>;

/** The bytes of an upload from the offset `start` on. */
export type Piece = BlobRecord & { start: number };

type NewUpload = Omit<Upload, 'received' | 'finished_at' | 'file_id' | 'duplicate_of'>;

export async function insertUpload(tx: Db, upload: NewUpload): Promise<void> {
  await tx
    .insertInto('uploads')
    .values({ ...upload, received: 0 })
    .execute();
}

const alive = (db: Db, userId: number, now: string) =>
  db.selectFrom('uploads').where('user_id', '=', userId).where('expires_at', '>', now);

/** Returns the upload of a user, finished or not, unless it has expired. */
export async function findUpload(
  db: Db,
  { id, userId, now }: { id: string; userId: number; now: string },
): Promise<Upload | undefined> {
  return alive(db, userId, now).selectAll().where('id', '=', id).executeTakeFirst();
}

export async function listUnfinished(
  db: Db,
  { userId, now, limit }: { userId: number; now: string; limit: number },
): Promise<Upload[]> {
  return alive(db, userId, now)
    .selectAll()
    .where('finished_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/**
 * Advances the offset of an upload from `from` to `to`. Returns false if the offset is no longer `from`. Locks the
 * upload until the transaction ends.
 */
export async function moveUpload(
  tx: Db,
  { id, from, to, expiresAt }: { id: string; from: number; to: number; expiresAt: string },
): Promise<boolean> {
  const moved = await tx
    .updateTable('uploads')
    .set({ received: to, expires_at: expiresAt })
    .where('id', '=', id)
    .where('received', '=', from)
    .where('finished_at', 'is', null)
    .returning('id')
    .execute();
  return moved.length > 0;
}

export async function insertPiece(tx: Db, uploadId: string, { start, key, size, sha256 }: Piece): Promise<void> {
  await tx.insertInto('upload_pieces').values({ upload_id: uploadId, start, size, sha256, blob_key: key }).execute();
}

/** In the order of their bytes. */
export async function listPieces(db: Db, uploadId: string): Promise<Piece[]> {
  return db
    .selectFrom('upload_pieces')
    .select(['start', 'blob_key as key', 'size', 'sha256'])
    .where('upload_id', '=', uploadId)
    .orderBy('start')
    .execute();
}

export async function finishUpload(
  tx: Db,
  id: string,
  became: { finished_at: string; file_id: number; duplicate_of: number | null },
): Promise<void> {
  await tx.updateTable('uploads').set(became).where('id', '=', id).execute();
}

/** Deletes the records of the pieces from the offset `from` on, and queues their blobs for deletion. Returns the keys. */
export async function deletePieces(
  tx: Db,
  { id, from = 0, at }: { id: string; from?: number; at: string },
): Promise<string[]> {
  const pieces = () => tx.selectFrom('upload_pieces').where('upload_id', '=', id).where('start', '>=', from);
  const rows = await pieces().select('blob_key').execute();
  await tx
    .insertInto('pending_blob_deletions')
    .columns(['blob_key', 'requested_at'])
    .expression(pieces().select((eb) => ['blob_key', eb.val(at).as('requested_at')]))
    .execute();
  await tx.deleteFrom('upload_pieces').where('upload_id', '=', id).where('start', '>=', from).execute();
  return rows.map((row) => row.blob_key);
}

/** Blocks changes of an upload by others until the transaction ends. Returns whether it exists. */
export async function lockUpload(tx: Db, id: string): Promise<boolean> {
  const locked = tx
    .updateTable('uploads')
    .set((eb) => ({ received: eb.ref('received') }))
    .where('id', '=', id);
  return (await locked.returning('id').execute()).length > 0;
}

/** Returns whether the upload existed. Call `deletePieces` first. */
export async function deleteUpload(tx: Db, id: string): Promise<boolean> {
  const gone = await tx.deleteFrom('uploads').where('id', '=', id).returning('id').execute();
  return gone.length > 0;
}

export async function listEndedUploads(db: Db, now: string, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('uploads').select('id').where('expires_at', '<=', now).limit(limit).execute();
  return rows.map((row) => row.id);
}
