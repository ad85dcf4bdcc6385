import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { ListGroup } from '#features/containers/core/container-fields.rules.ts';
import type { ContainerCounts } from '#features/containers/core/containers.contract.ts';
import { isContainerVisibleTo } from '#features/papers/server/visible-containers.queries.ts';
import { countRows } from '#server/database/count-rows.ts';
import type { Db } from '#server/database/db.ts';
import { filtered, isShownAs } from './container-filters.queries.ts';
import type { ContainerFilter } from './container-filters.queries.ts';

export async function countContainers(db: Db, filter: ContainerFilter): Promise<number> {
  return countRows(filtered(db, filter));
}

/** The number of the filtered containers, and the sums of their packages and weights. */
export async function sumContainers(db: Db, filter: ContainerFilter) {
  return filtered(db, filter)
    .select((eb) => [
      eb.fn.countAll<number>().as('rows'),
      sql<number>`coalesce(sum(containers.packages), 0)`.as('packages'),
      sql<number>`coalesce(sum(containers.weight_kg), 0)`.as('weight_kg'),
    ])
    .executeTakeFirstOrThrow();
}

const groupColumns = {
  supplier: 'containers.supplier_id',
  vessel: 'containers.vessel',
  assignee: 'containers.assignee_id',
  week: 'containers.eta',
} as const satisfies Record<ListGroup, string>;

/** About ten years of days. */
const maxValues = 4000;

/** The number of the filtered containers with each value of a group, the most frequent first. Of a week, those of each day. */
export async function countByValue(db: Db, filter: ContainerFilter, group: ListGroup) {
  return filtered(db, filter)
    .groupBy(groupColumns[group])
    .select((eb) => [`${groupColumns[group]} as value` as const, eb.fn.countAll<number>().as('rows')])
    .orderBy('rows', 'desc')
    .limit(maxValues)
    .execute();
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
      count(isShownAs['Not Received'](today)).as('not_received'),
      count(isShownAs.Received(today)).as('received'),
      count(isShownAs.Departed(today)).as('departed'),
      count(isShownAs.Delayed(today)).as('delayed'),
    ])
    .executeTakeFirstOrThrow();
}
