import { isOfSeenFile } from '#features/files/server/core/link-events.queries.ts';
import { isContainerVisibleTo } from '#features/papers/server/visible-containers.queries.ts';
import type { ContainerViewer } from '#features/papers/server/visible-containers.queries.ts';
import type { Db } from '#server/database/db.ts';
import type { Tables } from '#server/database/tables.ts';

export type StoredVisit = Omit<Tables['container_looks'], 'user_id'>;

export async function findVisit(db: Db, userId: number): Promise<StoredVisit | undefined> {
  return db
    .selectFrom('container_looks')
    .select(['looked_at', 'looked_until', 'since_at', 'since_event'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export async function saveVisit(tx: Db, userId: number, visit: StoredVisit): Promise<void> {
  await tx
    .insertInto('container_looks')
    .values({ user_id: userId, ...visit })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(visit))
    .execute();
}

/** Returns the id of the newest entry of all histories; 0 if there is none. */
export async function findNewestEvent(db: Db): Promise<number> {
  const row = await db.selectFrom('container_events').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row?.id ?? 0;
}

/** Returns the entries after the id `after`, newest first, of containers that the viewer sees, except the viewer's own. */
export async function listEventsOfOthers(
  db: Db,
  viewer: ContainerViewer,
  { after, userId, limit }: { after: number; userId: number; limit: number },
) {
  return db
    .selectFrom('container_events')
    .innerJoin('containers', 'containers.id', 'container_events.container_id')
    .where('container_events.id', '>', after)
    .where((eb) => eb.or([eb('container_events.user_id', 'is', null), eb('container_events.user_id', '<>', userId)]))
    .where('containers.deleted_at', 'is', null)
    .where(isContainerVisibleTo(viewer))
    .where(isOfSeenFile(viewer))
    .select(['container_events.id', 'container_id', 'containers.name', 'containers.container_no'])
    .orderBy('container_events.id', 'desc')
    .limit(limit)
    .execute();
}
