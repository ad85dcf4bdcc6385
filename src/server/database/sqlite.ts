import { DatabaseSync } from 'node:sqlite';
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { CompiledQuery, SqliteAdapter, SqliteDialect, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { DatabaseConnection, Dialect, Driver, Kysely, QueryResult } from 'kysely';
import type { DirectAccess } from './kept-question.ts';

// A busy wait inside SQLite stops the whole server, so it is short; the waiting is done here, between tries.
const busyTimeoutMs = 20;
const mostBusyWaitMs = 5_000;

/** Statements kept prepared. Queries are written out in code, so their number is small; lists of values travel as JSON. */
const keptStatements = 400;

/** Opens the file and sets it up for durable, concurrent use. */
export function openSqliteFile(path: string): DatabaseSync {
  const file = new DatabaseSync(path, { timeout: busyTimeoutMs });
  file.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma foreign_keys = on;
    pragma temp_store = memory;
    pragma cache_size = -32768;
    pragma mmap_size = 268435456;
    pragma wal_autocheckpoint = 2000;
  `);
  return file;
}

/** node:sqlite behind Kysely's driver interface, and beside it: one connection, transactions that take the write lock at once. */
export function sqliteDialect(file: DatabaseSync): { dialect: Dialect; access: DirectAccess } {
  const savepoints = new SqliteDialect({ database: async () => Promise.reject(new Error('unused')) });
  const connection = new SqliteConnection(file);
  const dialect: Dialect = {
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    createDriver: () => sqliteDriver(file, connection, savepoints.createDriver()),
  };
  return { dialect, access: connection };
}

function sqliteDriver(file: DatabaseSync, connection: SqliteConnection, savepoints: Driver): Driver {
  return {
    ...savepoints,
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: async () => void (await connection.executeQuery(CompiledQuery.raw('begin immediate'))),
    commitTransaction: async () => void (await connection.executeQuery(CompiledQuery.raw('commit'))),
    // A full disk makes SQLite roll back by itself; a second time would hide why.
    rollbackTransaction: async () => {
      if (file.isTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'));
    },
    destroy: async () => file.close(),
  };
}

type Prepared = { statement: StatementSync; answersRows: boolean; onlyReads: boolean };

// What else may not write, such as a `with`, is taken for a write.
const onlyReads = /^\s*(select|begin|rollback)\b/i;

class SqliteConnection implements DatabaseConnection, DirectAccess {
  readonly #file: DatabaseSync;
  readonly #statements = new Map<string, Prepared>();
  readonly #version: StatementSync;
  #writes = 0;
  #writesOfOthers: number | undefined;

  constructor(file: DatabaseSync) {
    this.#file = file;
    this.#version = file.prepare('pragma data_version');
  }

  /** Other processes are asked about once in a turn of the event loop: what they answered before it began is seen in it. */
  state(): number {
    if (this.#writesOfOthers === undefined) {
      this.#writesOfOthers = this.#askOthers();
      setImmediate(() => (this.#writesOfOthers = undefined));
    }
    // Both only grow.
    return this.#writes + this.#writesOfOthers;
  }

  /** Not a number while that cannot be told, which is never the state that it was before. */
  #askOthers(): number {
    try {
      return Number(this.#version.get()?.['data_version']);
    } catch (error) {
      if (!isBusy(error)) throw error;
      return NaN;
    }
  }

  askAtOnce<R>(question: CompiledQuery<R>, inTransaction: boolean): R[] | undefined {
    if (this.#file.isTransaction !== inTransaction) return undefined;
    try {
      return this.#run<R>(question).rows;
    } catch (error) {
      // Asked again from the start, and waited for.
      if (isBusy(error) && !inTransaction) return undefined;
      throw error;
    }
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const giveUpAt = Date.now() + mostBusyWaitMs;
    for (;;) {
      try {
        return this.#run<R>(query);
      } catch (error) {
        if (!isBusy(error) || this.#file.isTransaction || Date.now() > giveUpAt) throw error;
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Page through long lists; an open cursor would hold the only connection.');
  }

  #run<R>(query: CompiledQuery): QueryResult<R> {
    const { statement, answersRows, onlyReads } = this.#prepare(query.sql);
    if (!onlyReads) this.#writes += 1;
    const values = query.parameters as SQLInputValue[];
    if (answersRows) return { rows: statement.all(...values) as R[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  #prepare(sql: string): Prepared {
    const kept = this.#statements.get(sql);
    if (kept) return kept;
    const statement = this.#file.prepare(sql);
    // The search index leaves row ids above 2^53 as the last inserted one; read as a number that would throw.
    const answersRows = statement.columns().length > 0;
    if (!answersRows) statement.setReadBigInts(true);
    if (this.#statements.size >= keptStatements) this.#statements.clear();
    const prepared = { statement, answersRows, onlyReads: onlyReads.test(sql) };
    this.#statements.set(sql, prepared);
    return prepared;
  }
}

/** 5 is SQLite's 'busy', also with an extended code above it; another process holds the write lock. */
export function isBusy(error: unknown): boolean {
  const code = (error as { errcode?: number } | null)?.errcode;
  return code !== undefined && (code & 0xff) === 5;
}
