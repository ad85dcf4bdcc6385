import { PostgresDialect } from 'kysely';
import type { Dialect } from 'kysely';

// Object ids of PostgreSQL's types that arrive as text unless told otherwise.
const int8 = 20;
const numeric = 1700;

/** Whole numbers above 2^31 and sums arrive as numbers. */
export async function numberTypes() {
  const { default: pg } = await import('pg');
  return {
    getTypeParser: (oid: number, format?: 'text' | 'binary'): ((text: string) => unknown) =>
      oid === int8 || oid === numeric ? Number : (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
  };
}

/** A pool of connections, loaded only when DATABASE_URL is set. Every wait has an end. */
export async function postgresDialect(url: string): Promise<Dialect> {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 30_000,
    types: await numberTypes(),
  });
  // A connection that breaks is replaced at the next query, which fails; without listeners it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return new PostgresDialect({ pool });
}
