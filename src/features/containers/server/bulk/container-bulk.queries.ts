import { createHash } from 'node:crypto';
import { optionalFields } from '#features/containers/core/container-fields.rules.ts';
import type { Db } from '#server/database/db.ts';
import type { ContainerValues } from '../core/containers.queries.ts';

/** The columns that an undo restores. */
const restoredColumns = [
  'name',
  'container_no',
  'pfi_date',
  'ex_factory_date',
  ...optionalFields,
  'first_etd',
  'first_eta',
  'pfi_moves',
  'ex_factory_moves',
  'etd_moves',
  'eta_moves',
  'awaits_pfi_date',
  'awaits_ex_factory_date',
  'status_id',
  'checked_by',
  'pfi_slip',
  'pfi_last_slip',
  'ex_factory_slip',
  'ex_factory_last_slip',
  'eta_slip',
  'eta_last_slip',
] as const;

/** The columns of a container before a bulk change, and its version after it. */
export type Undo = { id: number; version: number; columns: StoredColumns };
export type StoredColumns = ContainerValues & { status_id: number };

export async function listStoredColumns(db: Db, ids: readonly number[]): Promise<Map<number, StoredColumns>> {
  const rows = await db
    .selectFrom('containers')
    .select(['id', ...restoredColumns])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, ...columns }) => [id, columns]));
}

export async function listVersions(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await db.selectFrom('containers').select(['id', 'version']).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row.version]));
}

/** Identifies a call. A second one with the same hash is sent by a client that has not received the answer. */
export const hashOfRequest = (input: object): string =>
  createHash('sha256').update(JSON.stringify(input)).digest('hex');

/** The data of an undo is kept for a day, so that a late undo gets a clear refusal. */
const keptMs = 24 * 60 * 60 * 1000;

/**
 * Stores the columns that containers had before a change. Returns the id for the undo. Deletes changes that can no longer be
 * undone.
 */
export async function insertBulkChange(
  tx: Db,
  {
    userId,
    at,
    columns,
    request,
  }: { userId: number; at: string; columns: Map<number, StoredColumns>; request: string | null },
): Promise<number> {
  const expired = new Date(Date.parse(at) - keptMs).toISOString();
  await tx.deleteFrom('bulk_changes').where('made_at', '<', expired).execute();
  const versions = await listVersions(tx, [...columns.keys()]);
  const before = [...columns].map(([id, stored]): Undo => ({ id, version: versions.get(id) ?? 0, columns: stored }));
  const { id } = await tx
    .insertInto('bulk_changes')
    .values({ user_id: userId, made_at: at, undone_at: null, before: JSON.stringify(before), request })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Returns the bulk change that this request of the user made, and the number of its containers. Returns undefined if it made
 * none, or if the change was undone.
 */
export async function findBulkChange(
  tx: Db,
  { userId, request }: { userId: number; request: string },
): Promise<{ id: number; changed: number } | undefined> {
  const row = await tx
    .selectFrom('bulk_changes')
    .select(['id', 'before'])
    .where('user_id', '=', userId)
    .where('request', '=', request)
    .where('undone_at', 'is', null)
    .executeTakeFirst();
  return row && { id: row.id, changed: (JSON.parse(row.before) as Undo[]).length };
}

/** Marks a bulk change as undone and returns it. Returns undefined if the user has none that can be undone. */
export async function takeBulkChange(
  tx: Db,
  { id, userId, since, at }: { id: number; userId: number; since: string; at: string },
): Promise<Undo[] | undefined> {
  const row = await tx
    .updateTable('bulk_changes')
    .set({ undone_at: at })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('made_at', '>=', since)
    .where('undone_at', 'is', null)
    .returning('before')
    .executeTakeFirst();
  return row && (JSON.parse(row.before) as Undo[]);
}

/** Returns whether the user has undone this bulk change. */
export async function isBulkUndone(tx: Db, { id, userId }: { id: number; userId: number }): Promise<boolean> {
  const row = await tx
    .selectFrom('bulk_changes')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('undone_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}
