import { PostgresDialect } from 'kysely';
import type { Dialect } from 'kysely';
import type { Pool, PoolClient } from 'pg';

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

// Planning a question by key takes longer than answering it. Lists are planned anew each time: what is best for them
// depends on how much there is of what is asked for.
const mostKept = 200;
const isByKey = (text: string) => text.length < 800 && /^select (?!.* limit )(?!.*\(select )/s.test(text);

/** Has a connection keep the plans of questions by key, in the one way of asking that Kysely uses. */
function keepPlans(client: PoolClient, names: Map<string, string>): void {
  const ask = client.query.bind(client) as (...call: unknown[]) => unknown;
  const plain = (...call: unknown[]) => {
    const [text, values] = call;
    if (typeof text !== 'string' || !Array.isArray(values)) return ask(...call);
    if (!names.has(text) && names.size < mostKept && isByKey(text)) names.set(text, `by_key_${names.size}`);
    const name = names.get(text);
    return name === undefined ? ask(...call) : ask({ name, text, values });
  };
  client.query = plain as PoolClient['query'];
}

// PostgreSQL takes 100 connections unless told otherwise, and keeps 3 of them for itself: enough for three servers of up to
// eight workers. Each worker has one more, on which it hears events.
const mostOfServer = 32;
const [fewestEach, mostEach] = [3, 10];

/** How many connections a worker keeps for its questions, of so many workers; as many again to a replica. */
const connectionsOf = (workers: number): number =>
  Math.min(mostEach, Math.max(fewestEach, Math.floor(mostOfServer / workers) - 1));

/** A pool of connections, loaded only when DATABASE_URL is set. Every wait has an end. */
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
  });
  // A connection that breaks is replaced at the next query, which fails; without listeners it would end the process.
  pool.on('error', () => {});
  const names = new Map<string, string>();
  pool.on('connect', (client) => {
    client.on('error', () => {});
    keepPlans(client, names);
  });
  return pool;
}

export const postgresDialect = async (url: string, workers?: number): Promise<Dialect> =>
  new PostgresDialect({ pool: await openPool(url, workers) });
