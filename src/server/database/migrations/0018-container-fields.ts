import { sql } from 'kysely';
import { normalForm } from '#shared/fold.ts';
import type { AnyDb } from '../db.ts';
import { idColumn, realNumber, sortedText } from '../dialect/columns.ts';

const texts = [
  'container_number',
  'number_norm',
  'bl_number',
  'booking_number',
  'vessel',
  'voyage',
  'goods',
  'seal',
  'pol',
  'pod',
  'etd',
  'eta',
  'first_etd',
  'first_eta',
  'atd',
  'ata',
  'last_free_day',
];
const references = {
  supplier_id: 'parties.id',
  customer_id: 'parties.id',
  carrier_id: 'parties.id',
  assignee_id: 'users.id',
  team_id: 'teams.id',
};
/** The optional fields of containers, and suppliers, customers and carriers. */
export async function containerFields(db: AnyDb): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('parties')
    .addColumn('id', 'integer', idColumn(db))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('name_norm', sortedText(db), (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  await schema.createIndex('parties_name').unique().on('parties').column('name_norm').execute();
  const add = (name: string, type: Parameters<ReturnType<typeof schema.alterTable>['addColumn']>[1]) =>
    schema.alterTable('containers').addColumn(name, type).execute();
  for (const name of texts) await add(name, sortedText(db));
  await add('packages', 'integer');
  await add('weight_kg', realNumber(db));
  for (const [name, target] of Object.entries(references))
    await schema
      .alterTable('containers')
      .addColumn(name, 'integer', (c) => c.references(target))
      .execute();
  for (const name of ['etd_moves', 'eta_moves', 'awaits_pfi_date', 'awaits_ex_factory_date'])
    await schema
      .alterTable('containers')
      .addColumn(name, 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  await fill(db);
}

async function fill(db: AnyDb): Promise<void> {
  for (const kind of ['pfi', 'ex_factory']) {
    const last = (what: string) =>
      sql`(select coalesce(max(id), 0) from container_events where container_id = containers.id and what = ${what})`;
    await sql`update containers set ${sql.ref(`awaits_${kind}_date`)} = 1 where ${sql.ref(`is_delayed_${kind}`)} = 1
      and ${last(`delay_${kind}`)} > ${last(`${kind}_date`)}`.execute(db);
  }
  const { rows } = await sql<{
    id: number;
    name: string;
    container_no: string;
  }>`select id, name, container_no from containers`.execute(db);
  for (const { id, name, container_no } of rows) {
    const number = numberIn(name) ?? numberIn(container_no) ?? null;
    await sql`update containers set search_text = ${`${normalForm(name)}\n${normalForm(container_no)}`}, number_norm = ${number}
      where id = ${id}`.execute(db);
  }
}

/** A copy of the rule at the time of this migration. */
function numberIn(text: string): string | undefined {
  const match = /(?<![A-Z])([A-Z]{3}[UJZ])[ -]?(\d{3})[ -]?(\d{3})[ -]?(\d)(?!\d)/i.exec(text);
  return match ? normalForm(match.slice(1).join('')) : undefined;
}
