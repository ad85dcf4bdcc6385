import { sql } from 'kysely';
import { daysBetween, localDate } from '#shared/calendar.ts';
import { normalForm } from '#shared/fold.ts';
import type { AnyDb } from '../db.ts';

const batchSize = 1_000;

/** The remarks of containers, and comments that a search finds. */
export async function historyOfContainers(db: AnyDb): Promise<void> {
  await db.schema.alterTable('containers').addColumn('remarks', 'text').execute();
  await db.schema.alterTable('container_events').addColumn('search_text', 'text').execute();
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
