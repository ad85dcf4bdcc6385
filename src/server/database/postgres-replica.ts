import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { isDatabaseAway, isUndoneByOthers } from './portable.ts';
import { openPool } from './postgres.ts';
import type { Tables } from './tables.ts';

/** A streaming replica of the database, and what is known of how far it has come. */
export type Replica = {
  /** Each question is put to the replica if it has all that it must have, else to the database itself. */
  reader: Kysely<Tables>;
  /** Something was written: what is read from now on must have it. Answers up to where that is, for other servers. */
  noteWrite: () => Promise<string>;
  /** Somebody comes who was told this by `noteWrite`, here or elsewhere. */
  noteSeen: (told: string) => void;
  /** Resolves when it has all that was written before, or when it is late for every server. */
  hasCaughtUp: () => Promise<void>;
  /** How old what is read from it may be. */
  ageMs: () => number;
  stop: () => Promise<void>;
};

/** Further behind it is not read from. */
export const lateAfterMs = 5_000;

const watchEveryMs = 1_000;
const answerWithinMs = 2_000;
const lookAgainAfterMs = 50;

// One each second; whatever is older than all of them is simply old.
const mostMarks = 600;

// Positions in the write-ahead log are counted in bytes from its beginning.
const writtenUpTo = sql<{ position: number }>`select (pg_current_wal_insert_lsn() - '0/0')::int8 as position`;
const identity = `(select system_identifier from pg_control_system()) || ' ' || current_database() || ' ' || current_schema()`;
const whoAmI = sql<{ identity: string }>`select ${sql.raw(identity)} as identity`;
const replayedUpTo = `select (pg_last_wal_replay_lsn() - '0/0')::int8 as position, pg_is_in_recovery() as follows, ${identity} as identity`;

type Connected = { pool: Pool; clients: Set<PoolClient> };

/** Opens the replica of `db` at this address, which may be away. */
export async function openReplica(
  db: Kysely<Tables>,
  url: string,
  workers: number,
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>,
): Promise<Replica> {
  let connected: Connected | undefined;
  let state: 'unknown' | 'there' | 'away' = 'unknown';
  const stopping = new AbortController();

  // What is read must have everything up to here. Only the database itself says so, never a visitor.
  let needed = 0;
  // How many writes were noted, and of how many `needed` knows.
  let noted = 0;
  let known = 0;
  let asking: Promise<void> | undefined;

  let replayed = 0;
  let lookedAt = 0;
  let looking: Promise<void> | undefined;
  // Where the database was, and when; the replica is as old as the last of them that it has reached.
  let marks: { at: number; position: number }[] = [];
  let freshAt = -Infinity;

  const whereDatabaseIs = async () => (await writtenUpTo.execute(db)).rows[0]?.position ?? Infinity;
  const askNeeded = async () => {
    const upTo = noted;
    needed = Math.max(needed, await whereDatabaseIs());
    known = upTo;
  };
  /** Until the database has answered, nothing is read from the replica. */
  const learnNeeded = async () => {
    const upTo = noted;
    // A question that is under way may have been answered before the write.
    const isKnown = () => known >= upTo;
    while (!isKnown()) await (asking ??= askNeeded().finally(() => (asking = undefined)));
  };

  const connect = async (): Promise<Connected> => {
    const pool = await openPool(url, workers, answerWithinMs);
    const clients = new Set<PoolClient>();
    pool.on('connect', (client) => clients.add(client)).on('remove', (client) => clients.delete(client));
    const made = { pool, clients };
    // One that comes back after a crash may be behind where it was.
    pool.on('error', (error) => leave(made, error));
    return made;
  };
  /** Ends what is under way as well: whoever waits is answered by the database. */
  const disconnect = async ({ pool, clients }: Connected) => {
    for (const client of clients) void client.end().catch(() => {});
    await pool.end();
  };
  const leave = (from: Connected, error: unknown) => {
    if (connected !== from) return;
    connected = undefined;
    void disconnect(from).catch(() => {});
    if (state !== 'away') log.warn({ error }, 'the replica is away; the database itself is read');
    state = 'away';
  };
  const askReplica = async (of: Connected, text: string, values: readonly unknown[]) => {
    const client = await of.pool.connect();
    try {
      const answer = await client.query(text, [...values]);
      client.release();
      return answer;
    } catch (error) {
      client.release(error as Error);
      throw error;
    }
  };

  const lookNow = async () => {
    const of = (connected ??= await connect());
    const late = sleep(answerWithinMs, undefined, { ref: false }).then(() => {
      throw new Error(`no answer within ${answerWithinMs} ms`);
    });
    try {
      const { rows } = await Promise.race([askReplica(of, replayedUpTo, []), late]);
      if (connected !== of) return;
      const [found] = rows as [{ position: number | null; follows: boolean; identity: string }];
      if (state !== 'there' && found.identity !== (await whoAmI.execute(db)).rows[0]?.identity)
        throw new Error('it is a replica of another database than the one at DATABASE_URL');
      if (!found.follows || found.position === null) throw new Error('it is not a replica');
      replayed = found.position;
    } catch (error) {
      return leave(of, error);
    }
    const reached = marks.findLastIndex(({ position }) => position <= replayed);
    freshAt = marks[reached]?.at ?? -Infinity;
    marks = marks.slice(Math.max(0, reached));
    if (state !== 'there') log.info('lists and searches are read from the replica');
    state = 'there';
  };
  const look = () => {
    lookedAt = performance.now();
    return (looking ??= lookNow().finally(() => (looking = undefined)));
  };
  const ageMs = () => performance.now() - freshAt;
  const watch = async () => {
    const at = performance.now();
    const position = await whereDatabaseIs();
    marks = [...marks.slice(-mostMarks), { at, position }];
    await learnNeeded();
    await look();
  };
  // While the database itself is away, its own callers are told.
  const watchOrWait = () => watch().catch(() => {});
  const keepWatching = async () => {
    while (!stopping.signal.aborted) {
      await sleep(watchEveryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      if (!stopping.signal.aborted) await watchOrWait();
    }
  };

  const hasAll = () => {
    if (state !== 'there' || known < noted || ageMs() > lateAfterMs) return false;
    if (replayed >= needed) return true;
    if (performance.now() - lookedAt > lookAgainAfterMs) void look();
    return false;
  };
  const read = async (text: string, values: readonly unknown[]) => {
    const of = connected;
    if (of && hasAll()) {
      try {
        return await askReplica(of, text, values);
      } catch (error) {
        if (tookTooLong(error)) throw error;
        // A long question may be cancelled because it holds up the replica's catching up.
        if (isDatabaseAway(error) && !isUndoneByOthers(error)) leave(of, error);
      }
    }
    const { rows } = await db.executeQuery(CompiledQuery.raw(text, [...values]));
    return { command: 'SELECT' as const, rowCount: rows.length, rows };
  };

  needed = await whereDatabaseIs();
  await watchOrWait();
  const watching = keepWatching();

  // A pool of one that is never taken: each question finds its own connection.
  const anyConnection = { query: read, release: () => {} };
  return {
    reader: new Kysely<Tables>({
      dialect: new PostgresDialect({
        pool: { connect: async () => anyConnection, end: async () => {} } as never,
      }),
    }),
    noteWrite: async () => {
      noted += 1;
      await learnNeeded().catch(() => {});
      return known < noted ? 'unknown' : String(needed);
    },
    noteSeen: (told) => {
      if (Number(told) <= needed) return;
      noted += 1;
      void learnNeeded().catch(() => {});
    },
    hasCaughtUp: async () => {
      const since = performance.now();
      await learnNeeded().catch(() => {});
      const upTo = needed;
      const hasGotThere = () => replayed >= upTo;
      const isLate = () => performance.now() - since > lateAfterMs || ageMs() > lateAfterMs + 2 * watchEveryMs;
      while (!hasGotThere() && !isLate()) {
        await look();
        await sleep(lookAgainAfterMs, undefined, { ref: false });
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

/** The database itself would take as long. */
const tookTooLong = (error: unknown) => (error as { code?: string } | null)?.code === '57014';
