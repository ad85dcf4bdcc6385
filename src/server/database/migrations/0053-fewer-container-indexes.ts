import { sql } from 'kysely';
import type { AnyDb } from '../db.ts';
import { analyze, dropContainerParts } from '../dialect/maintenance.ts';

/** The columns of the earlier indexes `containers_by_…`. */
const columns = `
  container_number bl_number booking_number vessel voyage goods seal pol pod text pfi_date ex_factory_date etd eta
  atd ata last_free_day received_on departed_on pfi_month ex_factory_month updated_at packages weight_kg
  supplier_id customer_id carrier_id assignee_id team_id number_norm container_no state last_pair
`;

const others = ['newest', 'open', 'waiting', 'flagged', 'without_new_date', 'pfi_outcome', 'ex_factory_outcome'];

const viewer = 'team_id, created_by, deleted_at';

/**
 * Keeps the indexes of `containers` that a person would miss with 100,000 of them. Earlier migrations made 40, and an index of
 * the parts of the search texts. Lists in other orders and with other filters read the table.
 */
export async function fewerContainerIndexes(db: AnyDb): Promise<void> {
  await dropContainerParts(db);
  const old = [
    ...columns
      .trim()
      .split(/\s+/)
      .map((column) => `by_${column}`),
    ...others,
    'eta_outcome',
  ].map((name) => `containers_${name}`);
  for (const name of [...old, 'users_by_every_name', 'teams_by_name'])
    await sql`drop index if exists ${sql.ref(name)}`.execute(db);
  const create = (name: string, on: string, filled?: string) =>
    sql`create index ${sql.ref(name)} on containers (${sql.raw(on)}) ${sql.raw(filled ? `where ${filled} is not null` : '')}`.execute(
      db,
    );
  // None is limited to containers outside the trash. SQLite would go through such an index instead of the table, row by row.
  // The count cards, the order 'late first' and the ready-made filters of the list, and what the dashboards show as due.
  const marks = 'is_delayed_pfi, is_delayed_ex_factory, awaits_pfi_date, awaits_ex_factory_date';
  await create('containers_by_state', `status_id, pfi_date, id, ${marks}, ${viewer}`);
  // The warning about an equal number on each card, and the rows of an import that name a container by its number.
  await create('containers_by_number_norm', 'number_norm', 'number_norm');
  // The rows of an import that name a container by its order number.
  await create('containers_by_container_no', 'container_no');
  // The parties screen: its numbers, its merge and deletion of a party, and the containers of one.
  for (const party of ['supplier_id', 'customer_id', 'carrier_id'])
    await create(`containers_by_${party}`, `${party}, ${viewer}`, party);
  // The teams screen: the deletion of a team.
  await create('containers_by_team_id', 'team_id', 'team_id');
  // The report, which groups the outcomes of each promised date.
  const groups = 'supplier_id, carrier_id, pol, pod, assignee_id';
  for (const [measure, day] of Object.entries({ pfi: 'received_on', ex_factory: 'departed_on', eta: 'ata' }))
    await create(
      `containers_${measure}_outcome`,
      `${day}, ${measure}_slip, ${measure}_last_slip, ${groups}, ${viewer}`,
      `${measure}_slip`,
    );
  await analyze(db, ['containers', 'container_events']);
}
