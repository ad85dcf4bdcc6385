import { sql } from 'kysely';
import type { TrashedContainer } from '#features/containers/core/containers.contract.ts';
import { systemName } from '#features/containers/core/containers.texts.ts';
import { takeNumbers } from '#features/papers/server/number-index.queries.ts';
import { updateWaits } from '#features/papers/server/number-links.queries.ts';
import { isContainerVisibleTo } from '#features/papers/server/visible-containers.queries.ts';
import type { ContainerViewer } from '#features/papers/server/visible-containers.queries.ts';
import type { Db } from '#server/database/db.ts';
import { findCursor, pageOf } from '#server/database/page-of.ts';
import type { Order, Page } from '#server/database/page-of.ts';
import { asContainer, withNames } from './containers.queries.ts';

type Deletion = { deleted_at: string; deleted_by: number } | { deleted_at: null; deleted_by: null };

/** Moves a container to the trash, or back. Returns false if it is there already, or if the viewer does not see it. */
export async function setDeleted(tx: Db, viewer: ContainerViewer, id: number, deletion: Deletion): Promise<boolean> {
  const numbers = await takeNumbers(tx, [id]);
  const { numUpdatedRows } = await tx
    .updateTable('containers')
    .set((eb) => ({ ...deletion, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('deleted_at', deletion.deleted_at === null ? 'is not' : 'is', null)
    .where(isContainerVisibleTo(viewer))
    .executeTakeFirst();
  await updateWaits(tx, numbers);
  return numUpdatedRows > 0n;
}

/** Whether the viewer sees this container in the trash. */
export async function isInTrash(db: Db, viewer: ContainerViewer, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('containers')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .where(isContainerVisibleTo(viewer))
    .executeTakeFirst();
  return row !== undefined;
}

export type Trashed = Omit<TrashedContainer, 'days_left'>;

const lastDeletedFirst: Order = [
  { by: sql.ref('containers.deleted_at'), type: 'text', descending: true },
  { by: sql.ref('containers.id'), type: 'id', descending: true },
];

/** Last deleted first, beginning after the container `after`. */
export async function listTrash(
  db: Db,
  viewer: ContainerViewer,
  { after: lastId, limit }: Page<number>,
): Promise<{ containers: Trashed[]; next: number | null }> {
  const inTrash = withNames(db, viewer)
    .leftJoin('users as remover', 'remover.id', 'containers.deleted_by')
    .select(['containers.deleted_at', sql<string>`coalesce(remover.name, ${systemName})`.as('deleted_by')])
    .where('containers.deleted_at', 'is not', null);
  const last = lastId === undefined ? undefined : inTrash.where('containers.id', '=', lastId);
  const after = last && (await findCursor(last, lastDeletedFirst));
  // The last container of the previous page was restored or deleted for good.
  if (last && !after) return { containers: [], next: null };
  const { rows, next } = await pageOf(inTrash, lastDeletedFirst, { after, limit });
  const containers = rows.map(({ deleted_at, deleted_by, ...row }) => ({
    ...asContainer(row),
    deleted_at: deleted_at as string,
    deleted_by,
  }));
  return { containers, next: next && Number(next[1]) };
}

/** Permanently deletes up to `limit` containers that were deleted before this time, with their history. Returns them. */
export async function deleteExpiredContainers(
  tx: Db,
  before: string,
  limit: number,
): Promise<{ id: number; name: string; container_no: string }[]> {
  return (
    tx
      .deleteFrom('containers')
      .where('id', 'in', (eb) => eb.selectFrom('containers').select('id').where('deleted_at', '<', before).limit(limit))
      // PostgreSQL compares only this condition again with a row that another transaction has restored meanwhile.
      .where('deleted_at', '<', before)
      .returning(['id', 'name', 'container_no'])
      .execute()
  );
}

/** Permanently deletes these containers, with their history, if they are in the trash. */
export async function deleteContainersForGood(tx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.deleteFrom('containers').where('id', 'in', ids).where('deleted_at', 'is not', null).execute();
}
