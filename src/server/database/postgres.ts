import { hash } from 'node:crypto';
import { PostgresDialect } from 'kysely';
import type { Dialect } from 'kysely';
import type { ClientBase, Pool, PoolClient } from 'pg';

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

/** Returns the number of connections in the pool of one worker. */
const connectionsOf = (workers: number): number =>
  Math.min(maxPerWorker, Math.max(minPerWorker, Math.floor(maxPerServer / workers) - 1));

/**
 * Compiling a query takes up to a second, and the lists take milliseconds without it. The default cost of a random page is that
 * of a hard disk: with it, a search reads the whole table instead of a smaller index. An administrator's own value is kept.
 *
 * The pool waits for the promise before it lends the connection; the declared type of the hook has no promise.
 */
const setPlanner = (client: ClientBase): unknown =>
  client.query(`set jit = off;
    select set_config(name, '1.1', false) from pg_settings where name = 'random_page_cost' and source = 'default'`);

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
    onConnect: setPlanner,
  });
  // A broken connection is replaced at the next query, which fails. Without these listeners, the error would end the
  // process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

// Each connection keeps the prepared statements, with a plan of some 10 KB each.
const maxPrepared = 200;
/** Rare texts, for example with another number of values, take no place. */
const preparedAfter = 5;
const maxCounted = 2_000;

/** The others, such as 'begin', are not planned. */
const isPlanned = /^\s*(select|with|insert|update|delete)\b/i;

/** A new column would change the result of such a statement, and PostgreSQL would refuse it until the connection ends. */
const readsEveryColumn = /\bselect \*|\breturning \*|\.\*/;

/** Names the texts of frequent statements, so that PostgreSQL prepares them once for each connection. */
function makeNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const seen = new Map<string, number>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= maxPrepared) return known;
    const times = (seen.get(text) ?? 0) + 1;
    if (times < preparedAfter) {
      if (seen.size >= maxCounted) seen.clear();
      seen.set(text, times);
      return undefined;
    }
    seen.delete(text);
    if (!isPlanned.test(text) || readsEveryColumn.test(text)) return undefined;
    const name = hash('sha256', text).slice(0, 32);
    names.set(text, name);
    return name;
  };
}

type Names = (text: string) => string | undefined;

const dialectOf = (pool: Pool, names: Names, end: () => Promise<void>): Dialect => {
  const lent = new WeakMap<PoolClient, object>();
  const lend = (client: PoolClient) => ({
    query: (text: string, values: unknown[] = []) => {
      const name = names(text);
      return client.query(name === undefined ? { text, values } : { name, text, values });
    },
    release: (isBroken?: boolean) => client.release(isBroken),
  });
  const connect = async () => {
    const client = await pool.connect();
    const known = lent.get(client) ?? lend(client);
    lent.set(client, known);
    return known;
  };
  return new PostgresDialect({ pool: { connect, end } as never });
};

/**
 * Queries of single rows and writes. PostgreSQL parses and plans each statement once for each connection: planning a
 * container with its names takes longer than reading it.
 */
export const preparingDialect = (pool: Pool): Dialect => dialectOf(pool, makeNames(), () => pool.end());

const looksUpIds = / = any\(\$\d+::int8\[\]\)/;

/**
 * Lists and searches. PostgreSQL plans each of them with its values, because the best plan depends on how many rows match.
 * Only rows that are looked up by their ids have the same plan each time. Does not end the pool.
 */
export function listDialect(pool: Pool): Dialect {
  const names = makeNames();
  return dialectOf(
    pool,
    (text) => (looksUpIds.test(text) ? names(text) : undefined),
    async () => {},
  );
}

export const postgresDialect = async (url: string): Promise<Dialect> => preparingDialect(await openPool(url));
