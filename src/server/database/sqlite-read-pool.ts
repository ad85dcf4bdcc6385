import { SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { CompiledQuery, DatabaseConnection, Dialect, Kysely, QueryResult } from 'kysely';
import { awaitedResponse, refuseIfLeft } from '../awaited-response.ts';
import { refusal } from '../refusal.ts';
import { makeWorkerThread, ThreadTookTooLong } from '../worker-thread.ts';
import type { WorkerThread } from '../worker-thread.ts';
import { ManyConnections } from './sqlite.ts';

export type Query = { sql: string; parameters: readonly unknown[] };

// Two cores are common. A third thread would only take memory.
const maxThreads = 2;

// Clients do not wait longer for a list.
const queryTimeoutMs = 20_000;

// The cache of a thread and its heap take 25 MB, and the next query starts a thread in some hundredths of a second.
const endIdleAfterMs = 60_000;

const tookTooLong = 'The query took too long. Narrow the search or the filters and try again.';

/**
 * Reads an embedded database on worker threads. A thread starts when all others are busy, and ends when
 * it has been idle. Refuses to write.
 */
export function sqliteReadPoolDialect(path: string, { idleMs = endIdleAfterMs } = {}): Dialect {
  return {
    createAdapter: () => new ManyConnections(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    createDriver: () => {
      const threads: ReadThread[] = [];
      const refuseTransactions = async () => Promise.reject(new Error('The read pool only reads; write through `db`.'));
      return {
        init: async () => {},
        acquireConnection: async () => leastBusy(threads, { path, idleMs }),
        releaseConnection: async () => {},
        beginTransaction: refuseTransactions,
        commitTransaction: refuseTransactions,
        rollbackTransaction: refuseTransactions,
        destroy: async () => void (await Promise.all(threads.map((thread) => thread.stop()))),
      };
    },
  };
}

type Settings = { path: string; idleMs: number };

function leastBusy(threads: ReadThread[], settings: Settings): ReadThread {
  const [first] = threads.toSorted((one, other) => one.load() - other.load());
  if (first && (first.load() === 0 || threads.length >= maxThreads)) return first;
  const thread = makeReadThread(settings);
  threads.push(thread);
  return thread;
}

type ReadThread = DatabaseConnection & Pick<WorkerThread<Query, unknown[]>, 'load' | 'stop'>;

/**
 * node:sqlite cannot cancel a running query: one that takes too long ends its thread, and the next query starts a new one. A
 * waiting query of a client that has left is not run.
 */
function makeReadThread({ path, idleMs }: Settings): ReadThread {
  const program = new URL('./sqlite-read-pool.worker.ts', import.meta.url);
  const { run, load, stop } = makeWorkerThread<Query, unknown[]>(program, {
    timeoutMs: queryTimeoutMs,
    idleMs,
    data: { path },
  });
  return {
    load,
    stop,
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      try {
        const response = awaitedResponse.getStore();
        return { rows: (await run({ sql, parameters }, { onTurn: () => refuseIfLeft(response) })) as R[] };
      } catch (error) {
        throw error instanceof ThreadTookTooLong ? refusal.unavailable('server.busy', tookTooLong) : error;
      }
    },
    streamQuery() {
      throw new Error('Read long lists in pages.');
    },
  };
}
