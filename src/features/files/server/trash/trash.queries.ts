import { sql } from 'kysely';
import type { TrashedFile } from '#features/files/trash/trash.contract.ts';
import type { Db } from '#server/database/db.ts';
import { lockNumbers, lockRows } from '#server/database/dialect/locks.ts';
import { pageOf } from '#server/database/page-of.ts';
import type { Cursor, Order, Page } from '#server/database/page-of.ts';
import { addToFileCounts, asFile, fileColumns, listNamedBlobs } from '../core/files.queries.ts';
import { isVisibleTo } from '../core/visible-files.queries.ts';
import type { FileViewer } from '../core/visible-files.queries.ts';

const inTrash = (db: Db) =>
  db
    .selectFrom('files')
    .innerJoin('teams', 'teams.id', 'files.team_id')
    .leftJoin('users', 'users.id', 'files.user_id')
    .leftJoin('users as remover', 'remover.id', 'files.trashed_by')
    .select([
      ...fileColumns,
      'teams.name as team_name',
      'files.trashed_at',
      'files.trashed_by',
      'remover.name as remover',
    ])
    .where('files.trashed_at', 'is not', null);

type Row = Awaited<ReturnType<ReturnType<typeof inTrash>['execute']>>[number];
export type Trashed = Omit<TrashedFile, 'days_left'>;

function asTrashed({ trashed_at, trashed_by, remover, ...row }: Row): Trashed {
  const person = trashed_by !== null && remover !== null ? { id: trashed_by, name: remover } : null;
  return { ...asFile(row), trashed_at: trashed_at as string, trashed_by: person };
}

const lastDeletedFirst: Order = [
  { by: sql.ref('files.trashed_at'), type: 'text', descending: true },
  { by: sql.ref('files.id'), type: 'id', descending: true },
];

/** Returns the trash after the cursor, last deleted first. */
export async function listTrash(
  db: Db,
  { viewer, ...page }: Page<Cursor> & { viewer: FileViewer },
): Promise<Trashed[]> {
  const { rows } = await pageOf(inTrash(db).where(isVisibleTo(viewer)), lastDeletedFirst, page);
  return rows.map(asTrashed);
}

export async function findTrashed(db: Db, id: number): Promise<Trashed | undefined> {
  const row = await inTrash(db).where('files.id', '=', id).executeTakeFirst();
  return row && asTrashed(row);
}

/** Returns whether the file was in the trash. */
export async function takeFromTrash(tx: Db, file: Trashed): Promise<boolean> {
  const taken = await tx
    .updateTable('files')
    .set({ trashed_at: null, trashed_by: null })
    .where('id', '=', file.id)
    .where('trashed_at', 'is not', null)
    .returning('id')
    .execute();
  if (taken.length === 0) return false;
  await addToFileCounts(tx, [{ ...file, file_type_id: file.file_type_id as number }], 1);
  return true;
}

/** Returns the ids of files that were moved to the trash before this time. */
export async function listExpired(db: Db, before: string, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('files')
    .select('id')
    .where('trashed_at', '<', before)
    .orderBy('trashed_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Deletes files in the trash for good, with their versions and downloads. Queues the blobs that no other record refers to
 * for deletion. Returns the deleted files.
 */
export async function deleteForGood(tx: Db, ids: number[], at: string): Promise<{ id: number; filename: string }[]> {
  // A file that another user restores at the same time stays.
  await lockRows(tx, 'files', ids, 'change');
  const files = await tx
    .selectFrom('files')
    .select(['id', 'filename', 'blob_key'])
    .where('id', 'in', ids)
    .where('trashed_at', 'is not', null)
    .execute();
  if (files.length === 0) return [];
  const gone = files.map((file) => file.id);
  const versions = await tx.selectFrom('file_versions').select('blob_key').where('file_id', 'in', gone).execute();
  await tx.deleteFrom('files').where('id', 'in', gone).execute();
  await markForDeletion(
    tx,
    [...files, ...versions].map((row) => row.blob_key),
    at,
  );
  return files;
}

/** The time at which a later content replaced a version. Each content has the time of its own arrival. */
const replacedAt = sql<string>`coalesce(
  (select min(later.created_at) from file_versions as later where later.file_id = file_versions.file_id and later.id > file_versions.id),
  (select content_at from files where files.id = file_versions.file_id))`;

/**
 * Returns the ids of versions that PRUNE_VERSIONS deletes, in order. The query counts the later versions of each one and
 * reads the whole table, so it needs `listDb`.
 */
export async function listPrunable(
  db: Db,
  { max, before, afterId, limit }: { max: number; before: string; afterId: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('file_versions')
    .select('id')
    .where('id', '>', afterId)
    .where((eb) =>
      eb.or([
        eb(replacedAt, '<', before),
        sql<boolean>`(select count(*) from file_versions as later where later.file_id = file_versions.file_id and later.id > file_versions.id) >= ${max}`,
      ]),
    )
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Deletes those of these versions that still exist, and returns them in the order of their ids. */
export async function deleteVersions(
  tx: Db,
  ids: number[],
  at: string,
): Promise<{ file_id: number; filename: string; created_at: string }[]> {
  const deleted = await tx
    .deleteFrom('file_versions')
    .where('id', 'in', ids)
    .returning(['id', 'file_id', 'filename', 'created_at', 'blob_key'])
    .execute();
  const versions = deleted.toSorted((one, other) => one.id - other.id);
  await markForDeletion(
    tx,
    versions.map((version) => version.blob_key),
    at,
  );
  return versions;
}

/** Queues those of these blobs for deletion that no record refers to any more. */
async function markForDeletion(tx: Db, keys: string[], at: string): Promise<void> {
  const distinct = [...new Set(keys)];
  // Of two files with one content that are deleted at the same time, the later one queues it.
  await lockNumbers(tx, 'contents', distinct);
  const named = await listNamedBlobs(tx, distinct);
  const pending = distinct.filter((key) => !named.has(key)).map((blob_key) => ({ blob_key, requested_at: at }));
  if (pending.length === 0) return;
  await tx
    .insertInto('pending_blob_deletions')
    .values(pending)
    .onConflict((conflict) => conflict.column('blob_key').doNothing())
    .execute();
}

/** Returns keys after `afterKey`, in order. */
export async function listPendingDeletions(
  db: Db,
  { before, afterKey, limit }: { before: string; afterKey: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('pending_blob_deletions')
    .select('blob_key')
    .where('requested_at', '<', before)
    .where('blob_key', '>', afterKey)
    .orderBy('blob_key')
    .limit(limit)
    .execute();
  return rows.map((row) => row.blob_key);
}

export async function deletePendingDeletions(db: Db, keys: string[]): Promise<void> {
  await db.deleteFrom('pending_blob_deletions').where('blob_key', 'in', keys).execute();
  await db.deleteFrom('damaged_blobs').where('blob_key', 'in', keys).execute();
}
