import { Worker } from 'node:worker_threads';
import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { CompiledQuery, DatabaseConnection, Dialect, Kysely, QueryResult } from 'kysely';
import { refusal } from '../refusal.ts';

export type Question = { id: number; sql: string; parameters: readonly unknown[] };
export type Reply = { id: number; rows?: unknown[]; failure?: { message: string; errcode: number | undefined } };

// Two cores are common; a third reader would only take memory.
const mostReaders = 2;

// A list nobody waits for any more is given up.
const answerWithinMs = 20_000;

const tookTooLong = 'This took too long. Narrow the search or the filters and try again.';

/** Reads of an embedded database on threads of their own; each starts when the ones before it are busy. Never writes. */
export function sqliteReaderDialect(path: string): Dialect {
  return {
    createAdapter: () => new ManyConnections(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    createDriver: () => {
      const readers: Reader[] = [];
      const refuseTransactions = async () => Promise.reject(new Error('The readers only read; write through `db`.'));
      return {
        init: async () => {},
        acquireConnection: async () => leastBusy(readers, path),
        releaseConnection: async () => {},
        beginTransaction: refuseTransactions,
        commitTransaction: refuseTransactions,
        rollbackTransaction: refuseTransactions,
        destroy: async () => void (await Promise.all(readers.map((reader) => reader.stop()))),
      };
    },
  };
}

class ManyConnections extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

function leastBusy(readers: Reader[], path: string): Reader {
  const [idlest] = readers.toSorted((one, other) => one.waiting - other.waiting);
  if (idlest && (idlest.waiting === 0 || readers.length >= mostReaders)) return idlest;
  const reader = new Reader(path);
  readers.push(reader);
  return reader;
}

type Waiting = { resolve: (rows: unknown[]) => void; reject: (error: unknown) => void };

class Reader implements DatabaseConnection {
  readonly #path: string;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #lastId = 0;

  constructor(path: string) {
    this.#path = path;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const id = (this.#lastId += 1);
    const asked = new Promise<unknown[]>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    const timer = setTimeout(() => this.#giveUp(refusal.unavailable(tookTooLong)), answerWithinMs);
    this.#start().postMessage({ id, sql: query.sql, parameters: query.parameters } satisfies Question);
    try {
      return { rows: (await asked) as R[] };
    } finally {
      clearTimeout(timer);
    }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Page through long lists.');
  }

  async stop(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./sqlite-reader.worker.ts', import.meta.url), {
      workerData: { path: this.#path },
      // It makes rows and forgets them.
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
    });
    // The server's own connections keep the process alive; a waiting reader does not.
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

  /** A query cannot be stopped half way: its thread is, and a new one starts with the next question. */
  #giveUp(reason: unknown): void {
    const worker = this.#worker;
    this.#worker = undefined;
    void worker?.terminate();
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
  }
}
