import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import type { Db } from './db.ts';
import { isDatabaseAway, isUndoneByOthers } from './dialect/errors.ts';
import { openPool } from './postgres.ts';
import type { Tables } from './tables.ts';

/** A streaming replica of the primary database. Positions are those of the write-ahead log. */
export type Replica = {
  /** Sends each query to the replica if it has reached the required position, otherwise to the primary. */
  listDb: Db;
  /** After a write: raises the required position to the current one of the primary, and returns it for other servers. */
  recordWrite: () => Promise<string>;
  /** For a client that got this position from `recordWrite`, here or on another server. */
  requirePosition: (position: string) => void;
  /** Resolves when the replica has everything written before this call, or lags so far that no server reads from it. */
  waitUntilCaughtUp: () => Promise<void>;
  /** The greatest age of the data that the replica returns. */
  ageMs: () => number;
  stop: () => Promise<void>;
};

/** A replica that lags further behind is not read from. */
export const maxLagMs = 5_000;

const checkEveryMs = 1_000;
const queryTimeoutMs = 2_000;
const recheckAfterMs = 50;

// One for each second. A replica behind all of them has an unknown age.
const maxMarks = 600;

// A position is the number of bytes from the beginning of the write-ahead log.
const primaryPosition = sql<{ position: number }>`select (pg_current_wal_insert_lsn() - '0/0')::int8 as position`;
const identity = `(select system_identifier from pg_control_system()) || ' ' || current_database() || ' ' || current_schema()`;
const primaryIdentity = sql<{ identity: string }>`select ${sql.raw(identity)} as identity`;
const replicaStatus = `select (pg_last_wal_replay_lsn() - '0/0')::int8 as position, pg_is_in_recovery() as follows, ${identity} as identity`;

type Connected = { pool: Pool; clients: Set<PoolClient> };

/** Opens the replica of `db` at this URL. The replica may be unreachable. */
export async function openReplica(
  db: Db,
  url: string,
  workers: number,
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>,
): Promise<Replica> {
  let connected: Connected | undefined;
  let state: 'unknown' | 'available' | 'unavailable' = 'unknown';
  const stopping = new AbortController();

  // The position that the replica must have reached. Only the primary supplies it, never a client.
  let required = 0;
  // The number of recorded writes, and how many of them `required` includes.
  let recorded = 0;
  let included = 0;
  let asking: Promise<void> | undefined;

  let replayed = 0;
  let checkedAt = 0;
  let checking: Promise<void> | undefined;
  // Positions of the primary with their times. The age of the replica follows from the last of them that it has reached.
  let marks: { at: number; position: number }[] = [];
  let freshAt = -Infinity;

  const queryPrimary = async () => (await primaryPosition.execute(db)).rows[0]?.position ?? Infinity;
  const raiseRequired = async () => {
    const upTo = recorded;
    required = Math.max(required, await queryPrimary());
    included = upTo;
  };
  /** Until the primary has answered, nothing is read from the replica. */
  const includeWrites = async () => {
    const upTo = recorded;
    // A query that was already running may have been answered before the write.
    const areIncluded = () => included >= upTo;
    while (!areIncluded()) await (asking ??= raiseRequired().finally(() => (asking = undefined)));
  };

  const connect = async (): Promise<Connected> => {
    const pool = await openPool(url, workers, queryTimeoutMs);
    const clients = new Set<PoolClient>();
    pool.on('connect', (client) => clients.add(client)).on('remove', (client) => clients.delete(client));
    const opened = { pool, clients };
    // A replica that restarts after a crash may be behind its earlier position.
    pool.on('error', (error) => abandon(opened, error));
    return opened;
  };
  /** Ends running queries as well; `read` then sends them to the primary. */
  const disconnect = async ({ pool, clients }: Connected) => {
    for (const client of clients) void client.end().catch(() => {});
    await pool.end();
  };
  const abandon = (from: Connected, error: unknown) => {
    if (connected !== from) return;
    connected = undefined;
    void disconnect(from).catch(() => {});
    if (state !== 'unavailable')
      log.warn({ error }, 'the replica is unavailable; lists and searches are read from the primary');
    state = 'unavailable';
  };
  const queryReplica = async (of: Connected, text: string, values: readonly unknown[]) => {
    const client = await of.pool.connect();
    try {
      const result = await client.query(text, [...values]);
      client.release();
      return result;
    } catch (error) {
      client.release(error as Error);
      throw error;
    }
  };

  const checkNow = async () => {
    const of = (connected ??= await connect());
    const late = sleep(queryTimeoutMs, undefined, { ref: false }).then(() => {
      throw new Error(`no response within ${queryTimeoutMs} ms`);
    });
    try {
      const { rows } = await Promise.race([queryReplica(of, replicaStatus, []), late]);
      if (connected !== of) return;
      const [found] = rows as [{ position: number | null; follows: boolean; identity: string }];
      if (state !== 'available' && found.identity !== (await primaryIdentity.execute(db)).rows[0]?.identity)
        throw new Error('it is a replica of another database than the one at DATABASE_URL');
      if (!found.follows || found.position === null) throw new Error('it is not a replica');
      replayed = found.position;
    } catch (error) {
      return abandon(of, error);
    }
    const reached = marks.findLastIndex(({ position }) => position <= replayed);
    freshAt = marks[reached]?.at ?? -Infinity;
    marks = marks.slice(Math.max(0, reached));
    if (state !== 'available') log.info('lists and searches are read from the replica');
    state = 'available';
  };
  const check = () => {
    checkedAt = performance.now();
    return (checking ??= checkNow().finally(() => (checking = undefined)));
  };
  const ageMs = () => performance.now() - freshAt;
  const checkBoth = async () => {
    const at = performance.now();
    const position = await queryPrimary();
    marks = [...marks.slice(-maxMarks), { at, position }];
    await includeWrites();
    await check();
  };
  // While the primary is unreachable, the queries of its callers report it.
  const tryToCheckBoth = () => checkBoth().catch(() => {});
  const keepChecking = async () => {
    while (!stopping.signal.aborted) {
      await sleep(checkEveryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      if (!stopping.signal.aborted) await tryToCheckBoth();
    }
  };

  const isUpToDate = () => {
    if (state !== 'available' || included < recorded || ageMs() > maxLagMs) return false;
    if (replayed >= required) return true;
    if (performance.now() - checkedAt > recheckAfterMs) void check();
    return false;
  };
  const read = async (text: string, values: readonly unknown[]) => {
    const of = connected;
    if (of && isUpToDate()) {
      try {
        return await queryReplica(of, text, values);
      } catch (error) {
        if (tookTooLong(error)) throw error;
        // PostgreSQL cancels a long query that delays the replay of the log.
        if (isDatabaseAway(error) && !isUndoneByOthers(error)) abandon(of, error);
      }
    }
    const { rows } = await db.executeQuery(CompiledQuery.raw(text, [...values]));
    return { command: 'SELECT' as const, rowCount: rows.length, rows };
  };

  required = await queryPrimary();
  await tryToCheckBoth();
  const watching = keepChecking();

  // Stands in for a connection, so that `read` can choose one for each query.
  const anyConnection = { query: read, release: () => {} };
  return {
    listDb: new Kysely<Tables>({
      dialect: new PostgresDialect({
        pool: { connect: async () => anyConnection, end: async () => {} } as never,
      }),
    }),
    recordWrite: async () => {
      recorded += 1;
      await includeWrites().catch(() => {});
      return included < recorded ? 'unknown' : String(required);
    },
    requirePosition: (position) => {
      if (Number(position) <= required) return;
      recorded += 1;
      void includeWrites().catch(() => {});
    },
    waitUntilCaughtUp: async () => {
      const since = performance.now();
      await includeWrites().catch(() => {});
      const upTo = required;
      const hasReached = () => replayed >= upTo;
      // Every server has noticed by then that the replica lags.
      const lagsForAll = () => performance.now() - since > maxLagMs || ageMs() > maxLagMs + 2 * checkEveryMs;
      while (!hasReached() && !lagsForAll()) {
        await check();
        await sleep(recheckAfterMs, undefined, { ref: false });
      }
    },
    ageMs,
    stop: async () => {
      stopping.abort();
      await watching;
      if (connected) await disconnect(connected);
    },
  };
}

/** The query exceeded the statement timeout. The primary would take as long. */
const tookTooLong = (error: unknown) => (error as { code?: string } | null)?.code === '57014';
