import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { Sort } from '#features/containers/core/container-fields.rules.ts';
import { goodsKey, nameKey } from '#server/database/container-keys.ts';

export type Order = { sort: Sort; order?: 'asc' | 'desc' | undefined; reversed?: boolean };

/**
 * A part of an ordered list that one index has in its order. A list is the rows of its segments, one after the other: both
 * databases would sort empty values differently, and the order 'late first' needs another direction for departed containers.
 */
export type Segment = {
  from: RawBuilder<unknown>;
  where: RawBuilder<SqlBool>;
  keys: RawBuilder<unknown>[];
  descending: boolean;
};

const relations = {
  supplier: { table: 'parties', column: 'supplier_id', name: 'name_norm' },
  customer: { table: 'parties', column: 'customer_id', name: 'name_norm' },
  carrier: { table: 'parties', column: 'carrier_id', name: 'name_norm' },
  assignee: { table: 'users', column: 'assignee_id', name: 'name_folded' },
  team: { table: 'teams', column: 'team_id', name: 'name' },
} as const;

const isRelation = (sort: Sort): sort is keyof typeof relations => sort in relations;

const neverEmpty: readonly Sort[] = ['name', 'container_no', 'pfi_date', 'ex_factory_date', 'updated_at'];

/** Makes an expression of a column. `unindexed` hides it from the query planner, which then begins with the filters. */
type Column = (name: string) => RawBuilder<unknown>;

const keyOf: Record<string, string> = {
  goods: goodsKey('containers.goods'),
  // The search text begins with the name in its normal form.
  name: nameKey('containers.search_text'),
};
const indexed: Column = (name) => (keyOf[name] ? sql.raw(keyOf[name]) : sql.ref(`containers.${name}`));
const unindexed: Column = (name) => sql`coalesce(${indexed(name)}, ${indexed(name)})`;

/**
 * Returns the segments of a list. A reversed list has them in the opposite order and direction. `byFilter`: the query finds
 * the rows by its filters and sorts them, and does not read the index of the order.
 */
export function segmentsOf({ sort, order, reversed = false }: Order, { byFilter = false } = {}): Segment[] {
  const isDescending = (order ?? (sort === 'id' ? 'desc' : 'asc')) === 'desc';
  const segments = inOrder(sort, isDescending, byFilter ? unindexed : indexed);
  if (!reversed) return segments;
  return segments.toReversed().map(flipped);
}

const table = sql`containers`;

function inOrder(sort: Sort, descending: boolean, column: Column): Segment[] {
  const id = column('id');
  if (sort === 'id') return [{ from: table, where: sql`1 = 1`, keys: [id], descending }];
  if (sort === 'late') return descending ? lateFirst(column).toReversed().map(flipped) : lateFirst(column);
  if (isRelation(sort)) return byRelation(sort, descending, column);
  const key = column(sort);
  if (neverEmpty.includes(sort)) return [{ from: table, where: sql`1 = 1`, keys: [key, id], descending }];
  const value = sql.ref(`containers.${sort}`);
  const filled = column === indexed ? value : key;
  return [
    { from: table, where: sql`${filled} is not null`, keys: [key, id], descending },
    { from: table, where: sql`${value} is null`, keys: [id], descending: true },
  ];
}

const flipped = (segment: Segment): Segment => ({ ...segment, descending: !segment.descending });

/**
 * First those that are not received, by their expected date, so that the longest overdue comes first. Then those that
 * have departed, the latest first.
 */
const lateFirst = (column: Column): Segment[] =>
  ([1, 2, 3] as const).map((status) => ({
    from: table,
    where: sql`${column('status_id')} = ${sql.lit(status)}`,
    keys: [column('pfi_date'), column('id')],
    descending: status === 3,
  }));

/** By the name of the related row. The join begins with that small table, or with the filtered containers. */
function byRelation(sort: keyof typeof relations, descending: boolean, column: Column): Segment[] {
  const { table: related, column: name, name: label } = relations[sort];
  const reference = column(name);
  const small = sql`${sql.table(related)} as related`;
  return [
    {
      from: column === indexed ? sql`${small} cross join containers` : sql`containers cross join ${small}`,
      where: sql`${reference} = related.id`,
      keys: [sql.ref(`related.${label}`), sql.ref('related.id'), column('id')],
      descending,
    },
    { from: table, where: sql`${sql.ref(`containers.${name}`)} is null`, keys: [column('id')], descending: true },
  ];
}
