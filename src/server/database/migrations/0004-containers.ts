import { sql } from 'kysely';
import { fold } from '#shared/fold.ts';
import type { AnyDb } from '../db.ts';
import { idColumn, sortedText } from '../dialect/columns.ts';

/** All events of a container in one table, including the delay logs, and the values that its card derives from them. */
export async function containers(db: AnyDb): Promise<void> {
  await createEvents(db);
  await extendContainers(db);
  await fillContainers(db);
  await sql`drop table delay_logs`.execute(db);
  await sql`create index containers_in_trash on containers (deleted_at) where deleted_at is not null`.execute(db);
  await sql`create index notifications_read on notifications (read_at) where read_at is not null`.execute(db);
}

async function createEvents(db: AnyDb): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('container_events')
    .addColumn('id', 'integer', idColumn(db))
    .addColumn('container_id', 'integer', (c) => c.notNull().references('containers.id').onDelete('cascade'))
    .addColumn('what', 'text', (c) => c.notNull())
    .addColumn('old_value', 'text')
    .addColumn('new_value', 'text')
    .addColumn('user_id', 'integer', (c) => c.references('users.id'))
    .addColumn('reason', 'text')
    .addColumn('category', 'text')
    .addColumn('overdue_date', 'text')
    .addColumn('happened_at', 'text', (c) => c.notNull())
    .execute();
  await schema.createIndex('container_events_of').on('container_events').columns(['container_id', 'id']).execute();
  // The automatic reason is logged once per container and date, however often it is sent.
  await sql`create unique index container_events_overdue on container_events (container_id, overdue_date) where overdue_date is not null`.execute(
    db,
  );
  await sql`
    insert into container_events (container_id, what, new_value, user_id, happened_at)
    select id, 'created', 'Not Received', created_by, created_at from containers order by id`.execute(db);
  await sql`
    insert into container_events (container_id, what, user_id, reason, overdue_date, happened_at)
    select container_id, 'delay_' || kind, user_id, reason, overdue_date, logged_at from delay_logs order by id`.execute(
    db,
  );
}

async function extendContainers(db: AnyDb): Promise<void> {
  const { schema } = db;
  const count = ['version', 'pfi_delays', 'ex_factory_delays', 'pfi_moves', 'ex_factory_moves'] as const;
  for (const name of count) {
    await schema
      .alterTable('containers')
      .addColumn(name, 'integer', (c) => c.notNull().defaultTo(name === 'version' ? 1 : 0))
      .execute();
  }
  for (const name of ['first_pfi_date', 'first_ex_factory_date', 'search_text'] as const) {
    await schema
      .alterTable('containers')
      .addColumn(name, sortedText(db), (c) => c.notNull().defaultTo(''))
      .execute();
  }
  await schema.alterTable('containers').addColumn('overdue_date', 'text').execute();
}

async function fillContainers(db: AnyDb): Promise<void> {
  await sql`
    update containers set
      first_pfi_date = pfi_date,
      first_ex_factory_date = ex_factory_date,
      pfi_delays = (select count(*) from delay_logs where container_id = containers.id and kind = 'pfi'),
      ex_factory_delays = (select count(*) from delay_logs where container_id = containers.id and kind = 'ex_factory'),
      overdue_date = (select max(overdue_date) from delay_logs where container_id = containers.id)`.execute(db);
  const { rows } = await sql<{
    id: number;
    name: string;
    container_no: string;
  }>`select id, name, container_no from containers`.execute(db);
  for (const { id, name, container_no } of rows)
    await sql`update containers set search_text = ${`${fold(name)}\n${fold(container_no)}`} where id = ${id}`.execute(
      db,
    );
}
