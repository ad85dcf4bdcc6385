import type { SelectQueryBuilder } from 'kysely';
import type { Tables } from './tables.ts';

/** Returns the number of rows of a query that selects nothing yet. */
export async function countRows<Table extends keyof Tables>(
  query: SelectQueryBuilder<Tables, Table, object>,
): Promise<number> {
  const { count } = await query.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return count;
}
