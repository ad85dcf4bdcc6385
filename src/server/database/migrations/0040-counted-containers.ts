import { sql } from 'kysely';
import type { AnyDb } from '../db.ts';

/** The columns of the filters by status and of the ready-made filters, and who sees a container. */
const common = `is_delayed_pfi, is_delayed_ex_factory, awaits_pfi_date, awaits_ex_factory_date, team_id, created_by,
  deleted_at`;

/**
 * The orders 'late first' and by id get the columns of the ready-made filters, so that a page is found in the index of its
 * order. The containers that have not departed get a narrow index in the order of the links, to count those without papers.
 */
export async function countedContainers(db: AnyDb): Promise<void> {
  const create = async (name: string, columns: string, where = '') => {
    await sql`drop index if exists ${sql.ref(name)}`.execute(db);
    await sql`create index ${sql.ref(name)} on containers (${sql.raw(columns)})
      where deleted_at is null ${sql.raw(where)}`.execute(db);
  };
  await create('containers_by_state', `status_id, pfi_date, id, ex_factory_date, ${common}`);
  await create('containers_newest', `id, status_id, pfi_date, ${common}`);
  await create('containers_open', 'id, status_id, team_id, created_by, deleted_at', 'and status_id in (1, 2)');
}
