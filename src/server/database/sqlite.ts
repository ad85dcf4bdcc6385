import { constants, DatabaseSync } from 'node:sqlite';
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { CompiledQuery, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { DatabaseConnection, Dialect, Driver, Kysely, QueryResult } from 'kysely';
import { yieldIfDue } from '../event-loop-yield.ts';
import type { Checkpoints } from './checkpoints.ts';
import { makeFileCheck } from './database-file.ts';
import { isBusy } from './dialect/errors.ts';

// A busy wait inside SQLite blocks the whole server. So it is short, and the server waits between attempts.
const busyTimeoutMs = 20;
const maxBusyWaitMs = 5_000;

/** Statements are fixed in code, so there are few different ones. Long lists of values are sent as JSON. */
const maxPreparedStatements = 400;

// Without mmap (also below): mapped pages count as memory of the process as long as the file is open, and reading them
// from the cache of the system takes no measurable time more (docs/decisions/memory.md#no-mapped-database-file).

/** Opens the file and sets it up for durable, concurrent use. */
export function openSqliteFile(path: string): DatabaseSync {
  const file = new DatabaseSync(path, { timeout: busyTimeoutMs });
  file.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma foreign_keys = on;
    pragma temp_store = memory;
    pragma cache_size = -16384;
  `);
  return file;
}

/** Opens the file a second time for reads outside transactions. */
export function openSqliteReader(path: string): DatabaseSync {
  const file = new DatabaseSync(path, { timeout: busyTimeoutMs });
  file.exec(`
    pragma query_only = on;
    pragma temp_store = memory;
    pragma cache_size = -4096;
  `);
  return file;
}

/**
 * node:sqlite behind Kysely's driver interface. Writes and transactions take turns on `writer`; a transaction takes the
 * write lock at once. A read outside a transaction goes to `reader`, sees everything that is committed, and does not wait
 * for a transaction of another call. Without a `reader` it takes its turn on `writer`.
 */
export function sqliteDialect(
  writer: DatabaseSync,
  { reader, checkpoints }: { reader?: DatabaseSync; checkpoints?: Checkpoints } = {},
): Dialect {
  return {
    createAdapter: () => new ManyConnections(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    createDriver: () => {
      const files: Files = {
        writer: new SqliteFile(writer, checkpoints?.afterCommit),
        reader: reader && new SqliteFile(reader),
        lastTurn: Promise.resolve(),
      };
      const close = async () => {
        await checkpoints?.stop();
        // The last connection of a file removes its write-ahead log, which a connection that only reads cannot do.
        reader?.close();
        writer.close();
      };
      return sqliteDriver(files, close);
    },
  };
}

/** Lets Kysely open several connections to one file. This driver decides which of them wait for each other. */
export class ManyConnections extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** `lastTurn` is fulfilled when the last one in the queue for the writer is done. */
type Files = {
  writer: SqliteFile;
  reader: SqliteFile | undefined;
  lastTurn: Promise<void>;
};

function sqliteDriver(files: Files, close: () => Promise<void>): Driver {
  const run = (connection: DatabaseConnection, statement: string) =>
    connection.executeQuery(CompiledQuery.raw(statement));
  return {
    init: async () => {},
    acquireConnection: async () => new SqliteConnection(files),
    releaseConnection: async (connection) => (connection as SqliteConnection).endTurn(),
    beginTransaction: async (connection) => {
      await (connection as SqliteConnection).beginTurn();
      await run(connection, 'begin immediate');
    },
    commitTransaction: async (connection) => void (await run(connection, 'commit')),
    // On a full disk, SQLite rolls back by itself. A second rollback would fail and hide the cause.
    rollbackTransaction: async (connection) => {
      if (files.writer.isInTransaction) await run(connection, 'rollback');
    },
    destroy: close,
  };
}

/** The connection of one caller of Kysely: for one query, or from the beginning of a transaction to its end. */
class SqliteConnection implements DatabaseConnection {
  readonly #files: Files;
  /** Defined while this connection has its turn on the writer. */
  #endTurn: (() => void) | undefined;

  constructor(files: Files) {
    this.#files = files;
  }

  async beginTurn(): Promise<void> {
    const before = this.#files.lastTurn;
    const turn = Promise.withResolvers<void>();
    this.#files.lastTurn = turn.promise;
    await before;
    this.#endTurn = turn.resolve;
  }

  endTurn(): void {
    this.#endTurn?.();
    this.#endTurn = undefined;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { writer, reader } = this.#files;
    if (this.#endTurn) {
      // Many queries or many transactions in a row let other calls run in between.
      await yieldIfDue();
      return writer.executeQuery<R>(query);
    }
    const read = await reader?.executeIfQuery<R>(query);
    if (read) return read;
    await this.beginTurn();
    try {
      return await writer.executeQuery<R>(query);
    } finally {
      this.endTurn();
    }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Read long lists in pages: an open cursor would block the only connection that writes.');
  }
}

/** `query`: only reads rows. `setting`: stores nothing, but changes the connection. */
type Kind = 'query' | 'setting' | 'write';

type Prepared = { statement: StatementSync; returnsRows: boolean; kind: Kind };

const { SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION, SQLITE_RECURSIVE } = constants;
const { SQLITE_PRAGMA, SQLITE_SAVEPOINT, SQLITE_TRANSACTION, SQLITE_OK } = constants;
const queries = [SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION, SQLITE_RECURSIVE];

/** The kind of an action that SQLite reports while it prepares a statement, with the action's first argument. */
function kindOf(action: number, of: string | null): Kind {
  if (queries.includes(action)) return 'query';
  const isSetting = action === SQLITE_PRAGMA || action === SQLITE_SAVEPOINT;
  return isSetting || (action === SQLITE_TRANSACTION && of === 'ROLLBACK') ? 'setting' : 'write';
}

/** An open file with its prepared statements. Waits while another process holds the lock that a query needs. */
class SqliteFile {
  readonly #file: DatabaseSync;
  readonly #checkFile: () => void;
  readonly #afterCommit: (() => void) | undefined;
  /** The statements by their SQL text, the least recently used one first. */
  readonly #statements = new Map<string, Prepared>();
  /** The actions of the statement that is being prepared. */
  #actions = new Set<Kind>();

  constructor(file: DatabaseSync, afterCommit?: () => void) {
    this.#file = file;
    this.#afterCommit = afterCommit;
    const path = file.location();
    this.#checkFile = path === null ? () => {} : makeFileCheck(path);
    file.setAuthorizer((action, of) => {
      this.#actions.add(kindOf(action, of));
      return SQLITE_OK;
    });
  }

  get isInTransaction(): boolean {
    return this.#file.isTransaction;
  }

  /** Returns undefined, and does nothing, if the statement does more than read rows. */
  executeIfQuery<R>(query: CompiledQuery): Promise<QueryResult<R> | undefined> {
    return this.#whenFree(() => (this.#prepare(query.sql).kind === 'query' ? this.#run<R>(query) : undefined));
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#whenFree(() => this.#run<R>(query));
  }

  async #whenFree<T>(work: () => T): Promise<T> {
    const giveUpAt = Date.now() + maxBusyWaitMs;
    for (;;) {
      try {
        return work();
      } catch (error) {
        if (!isBusy(error) || this.#file.isTransaction || Date.now() > giveUpAt) throw error;
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    }
  }

  #run<R>(query: CompiledQuery): QueryResult<R> {
    const prepared = this.#prepare(query.sql);
    const isWrite = prepared.kind === 'write';
    if (isWrite && !this.#file.isTransaction) this.#checkFile();
    const result = this.#execute<R>(prepared, query.parameters as SQLInputValue[]);
    if (isWrite && !this.#file.isTransaction) {
      // A commit is acknowledged only if a restart will find it.
      this.#checkFile();
      this.#afterCommit?.();
    }
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
    this.#actions = new Set();
    const statement = this.#file.prepare(sql);
    const kinds = this.#actions;
    // A statement without an action, such as 'vacuum', may write.
    const kind = kinds.has('write') || kinds.size === 0 ? 'write' : kinds.has('setting') ? 'setting' : 'query';
    const returnsRows = statement.columns().length > 0;
    // The search index reports row ids above 2^53 as the last inserted one. Reading such an id as a number throws.
    if (!returnsRows) statement.setReadBigInts(true);
    return { statement, returnsRows, kind };
  }
}
