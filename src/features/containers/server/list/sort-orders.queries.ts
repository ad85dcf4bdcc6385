import { sql } from 'kysely';
import type { ListGroup, Sort } from '#features/containers/core/container-fields.rules.ts';
import { reversed } from '#server/database/page-of.ts';
import type { Order } from '#server/database/page-of.ts';
import { freeUntil } from '../core/free-time.queries.ts';

export type ListOrder = {
  sort: Sort;
  order?: 'asc' | 'desc' | undefined;
  group?: ListGroup | undefined;
  reversed?: boolean;
};

/** The orders by the name of a related row, which `listIds` joins. */
const related = {
  supplier: 'supplier.name_norm',
  customer: 'customer.name_norm',
  carrier: 'carrier.name_norm',
  assignee: 'assignee.name_folded',
  team: 'team.name',
} as const;

const isRelated = (sort: Sort): sort is keyof typeof related => sort in related;

const neverEmpty: readonly Sort[] = ['name', 'container_no', 'pfi_date', 'ex_factory_date', 'updated_at'];

const id = sql.ref('containers.id');

/**
 * First those that are not received, by their expected date, so that the longest overdue comes first. Then the received ones
 * by their expected date, and those that have departed, the latest first.
 */
const lateFirst: Order = [
  {
    by: sql`case containers.status_id when 1 then '1 ' || containers.pfi_date when 2 then '2 ' || containers.pfi_date else '3' end`,
    type: 'text',
  },
  { by: sql`case when containers.status_id = 3 then containers.pfi_date else '' end`, type: 'text', descending: true },
  { by: sql`case when containers.status_id = 3 then -containers.id else containers.id end`, type: 'integer' },
];

/** The days of a week follow each other, so the day of the ETA sorts by week. */
const groupSorts = { supplier: 'supplier', vessel: 'vessel', assignee: 'assignee', week: 'eta' } as const;

/** Returns the keys of a list, whose rows are in the table `containers`. `reversed` is the opposite order. */
export function orderOf({ sort, order, group, reversed: isReversed = false }: ListOrder): Order {
  const descending = (order ?? (sort === 'id' ? 'desc' : 'asc')) === 'desc';
  const inner = sort === 'late' ? (descending ? reversed(lateFirst) : lateFirst) : keysOf(sort, descending);
  const keys = group ? [...valueKeys(groupSorts[group], false), ...inner] : inner;
  return isReversed ? reversed(keys) : keys;
}

/** Rows without a value come last in both directions, the newest first. */
function keysOf(sort: Exclude<Sort, 'late'>, descending: boolean): Order {
  const byId = { by: id, type: 'id', descending } as const;
  if (sort === 'id') return [byId];
  if (neverEmpty.includes(sort)) return [{ by: valueOf(sort), type: 'text', descending }, byId];
  const last = sql`case when ${valueOf(sort)} is null then -containers.id else containers.id end`;
  return [...valueKeys(sort, descending), descending ? byId : { by: last, type: 'integer' }];
}

type ValueSort = Exclude<Sort, 'late' | 'id'>;

/** The search text begins with the name in its normal form. */
const valueOf = (sort: ValueSort) =>
  sort === 'free_time'
    ? freeUntil
    : sql.ref(isRelated(sort) ? related[sort] : `containers.${sort === 'name' ? 'search_text' : sort}`);

/** The keys of a value that can be missing. Two parties or people can have the same name. */
const valueKeys = (sort: ValueSort, descending: boolean): Order => [
  { by: valueOf(sort), type: 'text', empty: 'last', descending },
  ...(isRelated(sort) ? [{ by: sql.ref(`${sort}.id`), type: 'id', empty: 'last', descending } as const] : []),
];
