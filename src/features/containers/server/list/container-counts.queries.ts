import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { ContainerCounts } from '#features/containers/core/containers.contract.ts';
import { isContainerVisibleTo } from '#features/papers/server/visible-containers.queries.ts';
import type { Db } from '#server/database/db.ts';
import { matches, shownAs } from './container-filters.queries.ts';
import type { ContainerFilter } from './container-filters.queries.ts';

export async function countContainers(db: Db, filter: ContainerFilter): Promise<number> {
  const { found } = await db
    .selectFrom('containers')
    .where('containers.deleted_at', 'is', null)
    .where(matches(db, filter))
    .select((eb) => eb.fn.countAll<number>().as('found'))
    .executeTakeFirstOrThrow();
  return found;
}

/** The numbers on the count cards. */
export async function countByStatus(
  db: Db,
  { viewer, today }: Pick<ContainerFilter, 'viewer' | 'today'>,
): Promise<ContainerCounts> {
  const count = (condition: RawBuilder<SqlBool>) => sql<number>`count(case when ${condition} then 1 end)`;
  return db
    .selectFrom('containers')
    .where('containers.deleted_at', 'is', null)
    .where(isContainerVisibleTo(viewer))
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      count(shownAs('Not Received', today)).as('not_received'),
      count(shownAs('Received', today)).as('received'),
      count(shownAs('Departed', today)).as('departed'),
      count(shownAs('Delayed', today)).as('delayed'),
    ])
    .executeTakeFirstOrThrow();
}
