import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import type { Db } from './db.ts';
import { isDatabaseAway, isUndoneByOthers } from './dialect/errors.ts';
import { makeReplicaAge } from './replica-age.ts';
import { connectToReplica } from './replica-connection.ts';
import type { ReplicaConnection } from './replica-connection.ts';
import { openRequiredPosition } from './required-position.ts';
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

// A position is the number of bytes from the beginning of the write-ahead log.
const primaryPosition = sql<{ position: number }>`select (pg_current_wal_insert_lsn() - '0/0')::int8 as position`;
const identity = `(select system_identifier from pg_control_system()) || ' ' || current_database() || ' ' || current_schema()`;
const primaryIdentity = sql<{ identity: string }>`select ${sql.raw(identity)} as identity`;
const replicaStatus = `select (pg_last_wal_replay_lsn() - '0/0')::int8 as position, pg_is_in_recovery() as follows, ${identity} as identity`;

/** Opens the replica of `db` at this URL. The replica may be unreachable. */
export async function openReplica(
  db: Db,
  url: string,
  workers: number,
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>,
): Promise<Replica> {
  let connection: ReplicaConnection | undefined;
  let state: 'unknown' | 'available' | 'unavailable' = 'unknown';
  const stopping = new AbortController();
  const queryPrimary = async () => (await primaryPosition.execute(db)).rows[0]?.position ?? Infinity;
  const required = await openRequiredPosition(queryPrimary);
  const age = makeReplicaAge();
  let replayed = 0;
  let checkedAt = 0;
  let checking: Promise<void> | undefined;

  const connect = async (): Promise<ReplicaConnection> => {
    const opened: ReplicaConnection = await connectToReplica(
      url,
      { size: workers, queryTimeoutMs },
      // A replica that restarts after a crash may be behind its earlier position.
      (error) => abandon(opened, error),
    );
    return opened;
  };
  /** `read` then sends the queries to the primary. */
  const abandon = (from: ReplicaConnection, error: unknown) => {
    if (connection !== from) return;
    connection = undefined;
    void from.end().catch(() => {});
    if (state !== 'unavailable')
      log.warn({ error }, 'the replica is unavailable; lists and searches are read from the primary');
    state = 'unavailable';
  };

  const checkNow = async () => {
    const of = (connection ??= await connect());
    const late = sleep(queryTimeoutMs, undefined, { ref: false }).then(() => {
      throw new Error(`no response within ${queryTimeoutMs} ms`);
    });
    try {
      const { rows } = await Promise.race([of.query(replicaStatus, []), late]);
      if (connection !== of) return;
      const [found] = rows as [{ position: number | null; follows: boolean; identity: string }];
      if (state !== 'available' && found.identity !== (await primaryIdentity.execute(db)).rows[0]?.identity)
        throw new Error('it is a replica of another database than the one at DATABASE_URL');
      if (!found.follows || found.position === null) throw new Error('it is not a replica');
      replayed = found.position;
    } catch (error) {
      return abandon(of, error);
    }
    age.reach(replayed);
    if (state !== 'available') log.info('lists and searches are read from the replica');
    state = 'available';
  };
  const check = () => {
    checkedAt = performance.now();
    return (checking ??= checkNow().finally(() => (checking = undefined)));
  };
  const checkBoth = async () => {
    const at = performance.now();
    age.mark(at, await queryPrimary());
    await required.includeWrites();
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
    if (state !== 'available' || !required.includesAll() || age.ms() > maxLagMs) return false;
    if (replayed >= required.value()) return true;
    if (performance.now() - checkedAt > recheckAfterMs) void check();
    return false;
  };
  const read = async (text: string, values: readonly unknown[]) => {
    const of = connection;
    if (of && isUpToDate()) {
      try {
        return await of.query(text, values);
      } catch (error) {
        if (tookTooLong(error)) throw error;
        // PostgreSQL cancels a long query that delays the replay of the log.
        if (isDatabaseAway(error) && !isUndoneByOthers(error)) abandon(of, error);
      }
    }
    const { rows } = await db.executeQuery(CompiledQuery.raw(text, [...values]));
    return { command: 'SELECT' as const, rowCount: rows.length, rows };
  };

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
      required.record();
      await required.includeWrites().catch(() => {});
      return required.includesAll() ? String(required.value()) : 'unknown';
    },
    requirePosition: (position) => {
      if (Number(position) <= required.value()) return;
      required.record();
      void required.includeWrites().catch(() => {});
    },
    waitUntilCaughtUp: async () => {
      const since = performance.now();
      await required.includeWrites().catch(() => {});
      const upTo = required.value();
      const hasReached = () => replayed >= upTo;
      // Every server has noticed by then that the replica lags.
      const lagsForAll = () => performance.now() - since > maxLagMs || age.ms() > maxLagMs + 2 * checkEveryMs;
      while (!hasReached() && !lagsForAll()) {
        await check();
        await sleep(recheckAfterMs, undefined, { ref: false });
      }
    },
    ageMs: age.ms,
    stop: async () => {
      stopping.abort();
      await watching;
      await connection?.end();
    },
  };
}

/** The query exceeded the statement timeout. The primary would take as long. */
const tookTooLong = (error: unknown) => (error as { code?: string } | null)?.code === '57014';
