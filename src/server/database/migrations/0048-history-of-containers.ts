import { sql } from 'kysely';
import { daysBetween, localDate } from '#shared/calendar.ts';
import { normalForm } from '#shared/fold.ts';
import { nameKey } from '../container-keys.ts';
import type { AnyDb } from '../db.ts';

/** See the migration 0032: the list is narrowed and sorted by the days in these indexes. */
const common = `status_id, pfi_date, is_delayed_pfi, is_delayed_ex_factory, awaits_pfi_date, awaits_ex_factory_date, team_id,
  created_by, deleted_at`;

const batchSize = 1_000;

/**
 * The remarks of containers, indexes of the days of receipt and departure, and comments that a search finds. The index of the
 * names had whole search texts, and PostgreSQL refuses an entry of more than 2,700 bytes.
 */
export async function historyOfContainers(db: AnyDb): Promise<void> {
  await db.schema.alterTable('containers').addColumn('remarks', 'text').execute();
  await db.schema.alterTable('container_events').addColumn('search_text', 'text').execute();
  for (const name of ['received_on', 'departed_on'])
    await sql`create index ${sql.ref(`containers_by_${name}`)} on containers (${sql.ref(name)}, id, ${sql.raw(common)})
      where deleted_at is null and ${sql.ref(name)} is not null`.execute(db);
  await sql`drop index containers_by_text`.execute(db);
  await sql`create index containers_by_text on containers
    (${sql.raw(nameKey('search_text'))}, id, team_id, created_by, deleted_at) where deleted_at is null`.execute(db);
  await correctUndoneDepartures(db);
  await fillComments(db);
  await sql`create index container_comments on container_events (container_id) where search_text is not null`.execute(
    db,
  );
}

type Repeated = { id: number; happened_at: string; first_ex_factory_date: string; ex_factory_date: string };

/**
 * 'Undo Departed' kept the day of the departure, and so did a second departure. Removes the first, and takes that of the second.
 * Exported for the test of the report.
 */
export async function correctUndoneDepartures(db: AnyDb): Promise<void> {
  await sql`update containers set departed_on = null, ex_factory_slip = null, ex_factory_last_slip = null
    where status_id <> 3 and departed_on is not null`.execute(db);
  const { rows } = await sql<Repeated>`
    select containers.id, max(happened_at) as happened_at, first_ex_factory_date, ex_factory_date
    from containers join container_events on container_id = containers.id
    where status_id = 3 and what = 'status' and new_value = 'Departed'
    group by containers.id having count(*) > 1`.execute(db);
  for (const { id, happened_at, first_ex_factory_date, ex_factory_date } of rows) {
    const day = localDate(new Date(happened_at));
    await sql`update containers set departed_on = ${day}, ex_factory_slip = ${daysBetween(first_ex_factory_date, day)},
      ex_factory_last_slip = ${daysBetween(ex_factory_date, day)} where id = ${id}`.execute(db);
  }
}

async function fillComments(db: AnyDb): Promise<void> {
  for (let after = 0; ;) {
    const { rows } = await sql<{ id: number; new_value: string | null }>`
      select id, new_value from container_events where what = 'comment' and id > ${after}
      order by id limit ${batchSize}`.execute(db);
    for (const { id, new_value } of rows)
      await sql`update container_events set search_text = ${normalForm(new_value ?? '')} where id = ${id}`.execute(db);
    if (rows.length < batchSize) return;
    after = rows.at(-1)?.id ?? 0;
  }
}
