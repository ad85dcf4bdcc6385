import { sql } from 'kysely';
import { normalForm } from '#shared/fold.ts';
import type { AnyDb } from '../db.ts';

const batchSize = 1_000;

type Row = {
  id: number;
  search_text: string;
  supplier: string | null;
  customer: string | null;
  carrier: string | null;
};

/**
 * An edit that sent the same party again removed its name from the search text of the container. This adds the missing names.
 */
export async function partiesInSearchTexts(db: AnyDb): Promise<void> {
  for (let after = 0; ;) {
    const { rows } = await sql<Row>`
      select containers.id, search_text, supplier.name as supplier, customer.name as customer, carrier.name as carrier
      from containers
        left join parties as supplier on supplier.id = containers.supplier_id
        left join parties as customer on customer.id = containers.customer_id
        left join parties as carrier on carrier.id = containers.carrier_id
      where containers.id > ${after} order by containers.id limit ${batchSize}`.execute(db);
    for (const { id, search_text, supplier, customer, carrier } of rows) {
      const lines = search_text.split('\n');
      const names = [supplier, customer, carrier].map((name) => normalForm(name ?? ''));
      const missing = names.filter((name) => name !== '' && !lines.includes(name));
      if (missing.length === 0) continue;
      await sql`update containers set search_text = ${[...lines, ...missing].join('\n')} where id = ${id}`.execute(db);
    }
    if (rows.length < batchSize) return;
    after = rows.at(-1)?.id ?? 0;
  }
}
