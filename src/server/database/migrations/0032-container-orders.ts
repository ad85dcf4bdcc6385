import { sql } from 'kysely';
import { goodsKey, monthOf } from '../container-keys.ts';
import type { AnyDb } from '../db.ts';

/** Empty in most containers, and neither counted nor sorted if empty. */
const optional = [
  'container_number',
  'bl_number',
  'booking_number',
  'vessel',
  'voyage',
  'seal',
  'etd',
  'eta',
  'atd',
  'ata',
  'last_free_day',
  'packages',
  'weight_kg',
  'customer_id',
];

/** Filled in every container, or counted where they are empty. */
const always = [
  'container_no',
  'pfi_date',
  'ex_factory_date',
  'updated_at',
  'supplier_id',
  'carrier_id',
  'pol',
  'pod',
  'assignee_id',
  'team_id',
];

/** The columns of the filters by status, of the ready-made filters and of the order 'late first', and who sees a container. */
const common = [
  'status_id',
  'pfi_date',
  'is_delayed_pfi',
  'is_delayed_ex_factory',
  'awaits_pfi_date',
  'awaits_ex_factory_date',
  'team_id',
  'created_by',
  'deleted_at',
];

/**
 * The indexes of single fields get the columns of the order 'late first' and of the statuses. So a filtered list is sorted in
 * the index of its filter, and a sorted list is filtered by status in the index of its order. The goods and the months get
 * an index.
 */
export async function containerOrders(db: AnyDb): Promise<void> {
  const create = async (name: string, first: readonly string[], where: string) => {
    const columns = [...first, ...common.filter((column) => !first.includes(column))];
    await sql`drop index if exists ${sql.ref(name)}`.execute(db);
    await sql`create index ${sql.ref(name)} on containers (${sql.raw(columns.join(', '))})
      where deleted_at is null ${sql.raw(where)}`.execute(db);
  };
  for (const name of [...optional, ...always]) {
    // The ports are counted together, and both months.
    const second = { pol: ['pod'], ex_factory_date: ['pfi_date'] }[name] ?? [];
    await create(
      `containers_by_${name}`,
      [name, 'id', ...second],
      optional.includes(name) ? `and ${name} is not null` : '',
    );
  }
  for (const [name, date, other] of [
    ['pfi', 'pfi_date', 'ex_factory_date'],
    ['ex_factory', 'ex_factory_date', 'pfi_date'],
  ] as const)
    await create(`containers_by_${name}_month`, [monthOf(date), 'id', other], '');
  await create('containers_by_goods', [goodsKey('goods'), 'id'], 'and goods is not null');
  for (const [measure, on] of [
    ['pfi', 'received_on'],
    ['ex_factory', 'departed_on'],
    ['eta', 'ata'],
  ] as const) {
    const groups = ['supplier_id', 'carrier_id', 'pol', 'pod', 'assignee_id', 'team_id', 'created_by', 'deleted_at'];
    const first = [on, `${measure}_slip`, `${measure}_last_slip`, ...groups, 'id'];
    await create(`containers_${measure}_outcome`, first, `and ${measure}_slip is not null`);
  }
}
