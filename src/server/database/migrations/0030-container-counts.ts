import { sql } from 'kysely';
import type { AnyDb } from '../db.ts';

/** Empty in most containers, and neither counted nor sorted if empty. */
const optional = [
  'container_number',
  'number_norm',
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

/**
 * The indexes of single fields get the columns that decide whether a viewer sees a container. So a filtered list is counted
 * in its index. Without `deleted_at` as a column, SQLite would read the table too.
 */
export async function containerCounts(db: AnyDb): Promise<void> {
  const create = async (name: string, isOptional: boolean) => {
    const index = sql.ref(`containers_by_${name}`);
    const column = sql.ref(name);
    // The ports are counted together, and both months.
    const second = { pol: 'pod', ex_factory_date: 'pfi_date' }[name];
    const columns = ['id', ...(second ? [second] : []), 'team_id', 'created_by', 'deleted_at'].filter(
      (other) => other !== name,
    );
    await sql`drop index ${index}`.execute(db);
    await sql`create index ${index} on containers (${column}, ${sql.raw(columns.join(', '))})
      where deleted_at is null ${isOptional ? sql`and ${column} is not null` : sql``}`.execute(db);
  };
  for (const name of optional) await create(name, true);
  for (const name of always) await create(name, false);
  // The list in the order of these names begins with the few related rows. Deleted users keep their containers.
  await sql`create index users_by_every_name on users (name_folded, id)`.execute(db);
  await sql`create index teams_by_name on teams (name, id)`.execute(db);
  // A month of the ex-factory date is far from the beginning of the order 'late first', which this index has.
  await sql`drop index containers_by_state`.execute(db);
  await sql`create index containers_by_state on containers (status_id, pfi_date, id, ex_factory_date, is_delayed_pfi,
    is_delayed_ex_factory, team_id, created_by, deleted_at) where deleted_at is null`.execute(db);
}
