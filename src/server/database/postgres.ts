import {
  AbortedTransactionError,
  CompiledQuery,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { DatabaseConnection, Dialect, Driver, Kysely, QueryResult } from 'kysely';
import type { ClientBase, Pool, PoolClient } from 'pg';
import { awaitedResponse, ClientLeft, hasLeft, refuseIfLeft } from '../awaited-response.ts';
import type { NamedQuery } from './dialect/named.ts';

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
// workers. Each worker has one more connection for events, and one for cancelled queries while there are some.
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

/** The connections of a pool behind Kysely's interface. Statements with a name are prepared once for each connection. */
export const postgresDialect = (pool: Pool): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  createDriver: () => poolDriver(pool),
});

function poolDriver(pool: Pool): Driver {
  // Cancels queries, also while every connection of the pool runs one. It is opened when it is needed.
  const control = new (pool.constructor as typeof Pool)({ ...pool.options, max: 1 });
  control.on('error', () => {});
  const run = (connection: DatabaseConnection, statement: string) =>
    connection.executeQuery<{ command: string }>(CompiledQuery.raw(statement));
  return {
    init: async () => {},
    acquireConnection: async () => new PoolConnection(await pool.connect(), control),
    releaseConnection: async (connection) => (connection as PoolConnection).release(),
    beginTransaction: async (connection) => void (await run(connection, 'begin')),
    commitTransaction: async (connection) => {
      const { rows } = await run(connection, 'commit');
      if (rows[0]?.command === 'ROLLBACK') throw new AbortedTransactionError();
    },
    rollbackTransaction: async (connection) => {
      await run(connection, 'rollback').catch((error: unknown) => {
        (connection as PoolConnection).isBroken = true;
        throw error;
      });
    },
    destroy: async () => void (await Promise.all([pool.end(), control.end()])),
  };
}

class PoolConnection implements DatabaseConnection {
  readonly #client: PoolClient;
  readonly #control: Pool;
  isBroken = false;

  constructor(client: PoolClient, control: Pool) {
    this.#client = client;
    this.#control = control;
  }

  async executeQuery<R>({ name, sql: text, parameters }: NamedQuery): Promise<QueryResult<R>> {
    const query = { name, text, values: [...parameters] };
    const { command, rowCount, rows } = await this.#untilLeft(() => this.#client.query<R & object>(query));
    // PostgreSQL answers a commit after a failed statement with 'ROLLBACK'.
    if (command === 'ROLLBACK' || command === 'COMMIT') return { rows: [{ command }] as R[] };
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
  }

  /** Cancels the query when the client of the call closes the connection, and throws ClientLeft. */
  async #untilLeft<T>(query: () => Promise<T>): Promise<T> {
    const response = awaitedResponse.getStore();
    if (!response) return query();
    refuseIfLeft(response);
    let cancelling: Promise<unknown> | undefined;
    const { processID } = this.#client as PoolClient & { processID: number };
    const onClose = () => {
      if (hasLeft(response))
        cancelling = this.#control.query('select pg_cancel_backend($1)', [processID]).catch(() => {});
    };
    response.once('close', onClose);
    try {
      return await query();
    } catch (error) {
      throw cancelling ? new ClientLeft() : error;
    } finally {
      response.off('close', onClose);
      // Otherwise it could end the next statement of the connection.
      await cancelling;
    }
  }

  streamQuery(): never {
    throw new Error('Read long lists in pages.');
  }

  release(): void {
    this.#client.release(this.isBroken);
  }
}
