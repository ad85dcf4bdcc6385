import { DatabaseSync } from 'node:sqlite';
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { CompiledQuery, SqliteAdapter, SqliteDialect, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { DatabaseConnection, Dialect, Driver, Kysely, QueryResult } from 'kysely';
import { makeFileCheck } from './database-file.ts';
import { isBusy } from './dialect/errors.ts';

// A busy wait inside SQLite blocks the whole server. So it is short, and the server waits between attempts.
const busyTimeoutMs = 20;
const maxBusyWaitMs = 5_000;

/** Statements are fixed in code, so there are few different ones. Long lists of values are sent as JSON. */
const maxPreparedStatements = 400;

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

/** node:sqlite behind Kysely's driver interface: one connection, and transactions that take the write lock at once. */
export function sqliteDialect(file: DatabaseSync): Dialect {
  const savepoints = new SqliteDialect({ database: async () => Promise.reject(new Error('unused')) });
  const connection = new SqliteConnection(file);
  return {
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    createDriver: () => sqliteDriver(file, connection, savepoints.createDriver()),
  };
}

function sqliteDriver(file: DatabaseSync, connection: SqliteConnection, savepoints: Driver): Driver {
  return {
    ...savepoints,
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: async () => void (await connection.executeQuery(CompiledQuery.raw('begin immediate'))),
    commitTransaction: async () => void (await connection.executeQuery(CompiledQuery.raw('commit'))),
    // On a full disk, SQLite rolls back by itself. A second rollback would fail and hide the cause.
    rollbackTransaction: async () => {
      if (file.isTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'));
    },
    destroy: async () => file.close(),
  };
}

type Prepared = { statement: StatementSync; returnsRows: boolean; mayWrite: boolean };

const readsOnly = /^\s*(select|pragma|rollback|savepoint|release)\b/i;

class SqliteConnection implements DatabaseConnection {
  readonly #file: DatabaseSync;
  readonly #checkFile: () => void;
  /** By their SQL text, the least recently used one first. */
  readonly #statements = new Map<string, Prepared>();

  constructor(file: DatabaseSync) {
    this.#file = file;
    const path = file.location();
    this.#checkFile = path === null ? () => {} : makeFileCheck(path);
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const giveUpAt = Date.now() + maxBusyWaitMs;
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
    throw new Error('Read long lists in pages: an open cursor would block the only connection.');
  }

  #run<R>(query: CompiledQuery): QueryResult<R> {
    const prepared = this.#prepare(query.sql);
    if (prepared.mayWrite && !this.#file.isTransaction) this.#checkFile();
    const result = this.#execute<R>(prepared, query.parameters as SQLInputValue[]);
    // A commit is acknowledged only if a restart will find it.
    if (prepared.mayWrite && !this.#file.isTransaction) this.#checkFile();
    return result;
  }

  #execute<R>({ statement, returnsRows }: Prepared, values: SQLInputValue[]): QueryResult<R> {
    if (returnsRows) return { rows: statement.all(...values) as R[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  #prepare(sql: string): Prepared {
    const prepared = this.#statements.get(sql) ?? this.#prepareNew(sql);
    this.#statements.delete(sql);
    this.#statements.set(sql, prepared);
    if (this.#statements.size > maxPreparedStatements) {
      const [leastRecentlyUsed = ''] = this.#statements.keys();
      this.#statements.delete(leastRecentlyUsed);
    }
    return prepared;
  }

  #prepareNew(sql: string): Prepared {
    const statement = this.#file.prepare(sql);
    const returnsRows = statement.columns().length > 0;
    // The search index reports row ids above 2^53 as the last inserted one. Reading such an id as a number throws.
    if (!returnsRows) statement.setReadBigInts(true);
    return { statement, returnsRows, mayWrite: !readsOnly.test(sql) };
  }
}
