import { PostgresDialect } from 'kysely';
import type { Dialect } from 'kysely';
import type { ClientBase, Pool } from 'pg';

// The ids of PostgreSQL types that arrive as text by default.
const int8 = 20;
const numeric = 1700;

/** Parses bigint and numeric values as numbers. */
export async function numberTypes() {
  const { default: pg } = await import('pg');
  return {
    getTypeParser: (oid: number, format?: 'text' | 'binary'): ((text: string) => unknown) =>
      oid === int8 || oid === numeric ? Number : (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
  };
}

// By default, PostgreSQL accepts 100 connections and reserves 3. This is enough for three servers with up to eight
// workers. Each worker has one more connection, for events.
const maxPerServer = 32;
const [minPerWorker, maxPerWorker] = [3, 10];

/** Returns the number of connections in the pool of one worker. The pool for a replica has the same size. */
const connectionsOf = (workers: number): number =>
  Math.min(maxPerWorker, Math.max(minPerWorker, Math.floor(maxPerServer / workers) - 1));

/**
 * Compiling a query takes up to a second, and the lists take milliseconds without it. The pool waits for the promise before
 * it lends the connection; the declared type of the hook has no promise.
 */
const turnCompilerOff = (client: ClientBase): unknown => client.query('set jit = off');

/** Opens a connection pool. The driver is loaded only if DATABASE_URL is set. Every wait has a timeout. */
export async function openPool(url: string, workers = 1, connectWithinMs = 5_000): Promise<Pool> {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({
    connectionString: url,
    max: connectionsOf(workers),
    connectionTimeoutMillis: connectWithinMs,
    statement_timeout: 30_000,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 30_000,
    types: await numberTypes(),
    onConnect: turnCompilerOff,
  });
  // A broken connection is replaced at the next query, which fails. Without these listeners, the error would end the
  // process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

export const postgresDialect = async (url: string, workers?: number): Promise<Dialect> =>
  new PostgresDialect({ pool: await openPool(url, workers) });
