import { sql } from 'kysely';
import { daysBetween, localDate } from '#shared/calendar.ts';
import type { AnyDb } from '../db.ts';
import { sortedText } from '../dialect/columns.ts';

const dates = ['received_on', 'departed_on'];
const slips = [
  'pfi_slip',
  'pfi_last_slip',
  'ex_factory_slip',
  'ex_factory_last_slip',
  'eta_slip',
  'eta_last_slip',
] as const;

/**
 * The day of the first receipt and the first departure of each container, the days by which it missed its promised dates,
 * and the days lost by each delay; and the changes that each user has already seen.
 */
export async function containerOutcomes(db: AnyDb): Promise<void> {
  const add = (table: string, name: string, type: 'integer' | ReturnType<typeof sortedText>) =>
    db.schema.alterTable(table).addColumn(name, type).execute();
  for (const name of dates) await add('containers', name, sortedText(db));
  for (const name of slips) await add('containers', name, 'integer');
  for (const name of ['cause', 'logged_on', 'promised_date']) await add('container_events', name, sortedText(db));
  await add('container_events', 'days_lost', 'integer');
  await fillOutcomes(db);
  await sql`create index container_delays on container_events (container_id, logged_on, cause, days_lost)
    where logged_on is not null`.execute(db);
  await db.schema
    .createTable('container_looks')
    .addColumn('user_id', 'integer', (c) => c.primaryKey().references('users.id'))
    .addColumn('looked_at', 'text', (c) => c.notNull())
    .addColumn('looked_until', 'integer', (c) => c.notNull())
    .addColumn('since_at', 'text')
    .addColumn('since_event', 'integer')
    .execute();
}

type Dated = { id: number; first_pfi_date: string; first_ex_factory_date: string };
type Estimated = Dated & { ata: string | null; eta: string | null; first_eta: string | null };
type Event = {
  id: number;
  container_id: number;
  what: string;
  old_value: string | null;
  new_value: string | null;
  reason: string | null;
  category: string | null;
  overdue_date: string | null;
  happened_at: string;
};

/** Computes the new columns from the histories, in the time zone of the server. The demo company uses it too. */
export async function fillOutcomes(db: AnyDb, afterId = 0): Promise<void> {
  const batch = 500;
  for (let after = afterId; ;) {
    const { rows: containers } = await sql<Estimated>`
      select id, first_pfi_date, first_ex_factory_date, ata, eta, first_eta from containers where id > ${after}
      order by id limit ${batch}`.execute(db);
    const last = containers.at(-1);
    if (!last) return;
    const { rows: events } = await sql<Event>`
      select id, container_id, what, old_value, new_value, reason, category, overdue_date, happened_at
      from container_events where container_id > ${after} and container_id <= ${last.id}
      and what in ('status', 'pfi_date', 'ex_factory_date', 'delay_pfi', 'delay_ex_factory')
      order by container_id, id`.execute(db);
    const histories = Map.groupBy(events, (event) => event.container_id);
    for (const container of containers) await fillOne(db, container, histories.get(container.id) ?? []);
    after = last.id;
  }
}

/** The reason of the entries that undo a bulk change, at the time of this migration. */
const undone = 'Bulk change undone';

type Delay = { id: number; cause: string; logged_on: string; promised_date: string; days_lost: number };
type Kind = 'pfi' | 'ex_factory';

async function fillOne(db: AnyDb, container: Estimated, events: Event[]): Promise<void> {
  const { columns, delays } = replay(container, events);
  const { ata, eta, first_eta } = container;
  if (ata && first_eta)
    Object.assign(columns, {
      eta_slip: daysBetween(first_eta, ata),
      eta_last_slip: daysBetween(eta ?? first_eta, ata),
    });
  const set = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  if (set.length > 0) await sql`update containers set ${sql.join(set)} where id = ${container.id}`.execute(db);
  for (const { id, cause, logged_on, promised_date, days_lost } of delays)
    await sql`update container_events set cause = ${cause}, logged_on = ${logged_on}, promised_date = ${promised_date},
      days_lost = ${days_lost} where id = ${id}`.execute(db);
}

/** Goes through a history, oldest first. `columns` has only values that are known. */
function replay(container: Dated, events: Event[]) {
  const promised: Record<Kind, string> = { pfi: container.first_pfi_date, ex_factory: container.first_ex_factory_date };
  const first = { ...promised };
  const last: Partial<Record<Kind, Delay>> = {};
  const delays: Delay[] = [];
  const done: Record<Kind, Record<string, string | number>> = { pfi: {}, ex_factory: {} };
  const finish = (kind: Kind, on: string) => ({
    [kind === 'pfi' ? 'received_on' : 'departed_on']: on,
    [`${kind}_slip`]: daysBetween(first[kind], on),
    [`${kind}_last_slip`]: daysBetween(promised[kind], on),
  });
  for (const event of events) {
    const kind: Kind = event.what.includes('pfi') ? 'pfi' : 'ex_factory';
    const on = localDate(new Date(event.happened_at));
    if (event.what === 'status') {
      const [from, to] = [event.old_value, event.new_value];
      if (from === 'Not Received' && to === 'Received') done.pfi = finish('pfi', on);
      else if (to === 'Not Received') done.pfi = {};
      else if (to === 'Departed' && !done.ex_factory['departed_on']) done.ex_factory = finish('ex_factory', on);
      else if (from === 'Departed' && event.reason === undone) done.ex_factory = {};
    } else if (event.what.startsWith('delay_')) {
      const cause = event.category ?? (event.overdue_date === null ? 'none' : 'overdue');
      const delay = { id: event.id, cause, logged_on: on, promised_date: promised[kind], days_lost: 0 };
      delays.push(delay);
      last[kind] = delay;
    } else if (event.new_value) {
      promised[kind] = event.new_value;
      const delay = last[kind];
      if (delay) delay.days_lost = daysBetween(delay.promised_date, event.new_value);
    }
  }
  return { columns: { ...done.pfi, ...done.ex_factory }, delays };
}
