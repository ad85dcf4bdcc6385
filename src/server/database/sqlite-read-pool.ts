import { Worker } from 'node:worker_threads';
import { SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { CompiledQuery, DatabaseConnection, Dialect, Kysely, QueryResult } from 'kysely';
import { refusal } from '../refusal.ts';
import { ManyConnections } from './sqlite.ts';

export type Query = { id: number; sql: string; parameters: readonly unknown[] };
export type Reply = { id: number; rows?: unknown[]; failure?: { message: string; errcode: number | undefined } };

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
  const [first] = threads.toSorted((one, other) => one.waiting - other.waiting);
  if (first && (first.waiting === 0 || threads.length >= maxThreads)) return first;
  const thread = new ReadThread(settings);
  threads.push(thread);
  return thread;
}

type Waiting = { resolve: (rows: unknown[]) => void; reject: (error: unknown) => void };

class ReadThread implements DatabaseConnection {
  readonly #settings: Settings;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #lastId = 0;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const id = (this.#lastId += 1);
    clearTimeout(this.#idle);
    const rows = new Promise<unknown[]>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    const timer = setTimeout(() => this.#giveUp(refusal.unavailable('server.busy', tookTooLong)), queryTimeoutMs);
    this.#start().postMessage({ id, sql: query.sql, parameters: query.parameters } satisfies Query);
    try {
      return { rows: (await rows) as R[] };
    } finally {
      clearTimeout(timer);
      if (this.#waiting.size === 0) this.#idle = setTimeout(() => void this.stop(), this.#settings.idleMs).unref();
    }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Read long lists in pages.');
  }

  async stop(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./sqlite-read-pool.worker.ts', import.meta.url), {
      workerData: { path: this.#settings.path },
      // Rows are short-lived: they are posted to the main thread and released.
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
    });
    // The server's connections keep the process alive; an idle thread does not.
    worker.unref();
    worker.on('message', (reply: Reply) => this.#settle(reply));
    worker.on('error', (error) => this.#giveUp(error));
    this.#worker = worker;
    return worker;
  }

  #settle({ id, rows, failure }: Reply): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (rows) waiting?.resolve(rows);
    else waiting?.reject(Object.assign(new Error(failure?.message), { errcode: failure?.errcode }));
  }

  /** A running query cannot be cancelled. Ends its thread; the next query starts a new one. */
  #giveUp(reason: unknown): void {
    const worker = this.#worker;
    this.#worker = undefined;
    void worker?.terminate();
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
  }
}
