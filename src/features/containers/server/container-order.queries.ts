import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { Sort } from '../container-fields.rules.ts';

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

const table = sql`containers`;
const id = sql.ref('containers.id');

const relations = {
  supplier: { table: 'parties', column: 'supplier_id', name: 'name_norm' },
  customer: { table: 'parties', column: 'customer_id', name: 'name_norm' },
  carrier: { table: 'parties', column: 'carrier_id', name: 'name_norm' },
  assignee: { table: 'users', column: 'assignee_id', name: 'name_folded' },
  team: { table: 'teams', column: 'team_id', name: 'name' },
} as const;

const isRelation = (sort: Sort): sort is keyof typeof relations => sort in relations;

const neverEmpty: readonly Sort[] = ['name', 'container_no', 'pfi_date', 'ex_factory_date', 'updated_at'];

/** Returns the segments of a list. A reversed list has them in the opposite order and direction. */
export function segmentsOf({ sort, order, reversed = false }: Order): Segment[] {
  const segments = inOrder(sort, (order ?? (sort === 'id' ? 'desc' : 'asc')) === 'desc');
  if (!reversed) return segments;
  return segments.toReversed().map((segment) => ({ ...segment, descending: !segment.descending }));
}

function inOrder(sort: Sort, descending: boolean): Segment[] {
  if (sort === 'id') return [{ from: table, where: sql`1 = 1`, keys: [id], descending }];
  if (sort === 'late') return descending ? lateFirst().toReversed().map(flipped) : lateFirst();
  if (isRelation(sort)) return byRelation(sort, descending);
  // The search text begins with the name in its normal form.
  const column = sql.ref(sort === 'name' ? 'containers.search_text' : `containers.${sort}`);
  if (neverEmpty.includes(sort)) return [{ from: table, where: sql`1 = 1`, keys: [column, id], descending }];
  return [
    { from: table, where: sql`${column} is not null`, keys: [column, id], descending },
    { from: table, where: sql`${column} is null`, keys: [id], descending: true },
  ];
}

const flipped = (segment: Segment): Segment => ({ ...segment, descending: !segment.descending });

/** Not received ones by their expected date, so the longest overdue comes first; the latest departed before older ones. */
const lateFirst = (): Segment[] =>
  ([1, 2, 3] as const).map((status) => ({
    from: table,
    where: sql`containers.status_id = ${sql.lit(status)}`,
    keys: [sql.ref('containers.pfi_date'), id],
    descending: status === 3,
  }));

/** By the name of the related row. The join begins with that small table. */
function byRelation(sort: keyof typeof relations, descending: boolean): Segment[] {
  const { table: related, column, name } = relations[sort];
  const reference = sql.ref(`containers.${column}`);
  return [
    {
      from: sql`${sql.table(related)} as related cross join containers`,
      where: sql`${reference} = related.id`,
      keys: [sql.ref(`related.${name}`), sql.ref('related.id'), id],
      descending,
    },
    { from: table, where: sql`${reference} is null`, keys: [id], descending: true },
  ];
}
