import { isContainerVisibleTo } from '#features/papers/server/visible-containers.queries.ts';
import type { Db } from '#server/database/db.ts';
import { findCursor, pageOf } from '#server/database/page-of.ts';
import { matches } from './container-filters.queries.ts';
import type { ContainerFilter } from './container-filters.queries.ts';
import { orderOf } from './sort-orders.queries.ts';
import type { ListOrder } from './sort-orders.queries.ts';

type Page = { order: ListOrder; after?: number | undefined; limit: number };

/** With the related rows of the orders. Both databases leave out a join that a query does not use. */
const withRelated = (db: Db) =>
  db
    .selectFrom('containers')
    .leftJoin('parties as supplier', 'supplier.id', 'containers.supplier_id')
    .leftJoin('parties as customer', 'customer.id', 'containers.customer_id')
    .leftJoin('parties as carrier', 'carrier.id', 'containers.carrier_id')
    .leftJoin('users as assignee', 'assignee.id', 'containers.assignee_id')
    .leftJoin('teams as team', 'team.id', 'containers.team_id');

/**
 * Returns the ids of a page in order, beginning after the container `after`, whether that matches the filters or not. `next` is
 * the last id, or null at the end.
 */
export async function listIds(
  db: Db,
  filter: ContainerFilter,
  { order, after, limit }: Page,
): Promise<{ ids: number[]; next: number | null }> {
  const keys = orderOf(order);
  const last = withRelated(db)
    .where('containers.id', '=', after ?? 0)
    .where(isContainerVisibleTo(filter.viewer));
  const cursor = after === undefined ? undefined : await findCursor(last, keys);
  // The container of the cursor was deleted for good or given to another team, so its position is unknown.
  if (after !== undefined && !cursor) return { ids: [], next: null };
  const matching = withRelated(db)
    .where('containers.deleted_at', 'is', null)
    .where(matches(db, filter))
    .select('containers.id');
  const { rows, next } = await pageOf(matching, keys, { after: cursor, limit });
  const ids = rows.map((row) => row.id);
  return { ids, next: next && (ids.at(-1) ?? null) };
}
