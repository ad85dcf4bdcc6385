import { DatabaseSync } from 'node:sqlite';
import type { Config } from '../config.ts';
import { databasePath } from './open.ts';
import { numberTypes } from './postgres.ts';

export type Row = Record<string, string | number | null>;

/** A consistent view of all records at one moment, read on a connection of its own. */
export type Snapshot = AsyncDisposable & {
  query: <R extends Row>(statement: string) => Promise<R[]>;
  /** Yields the rows of a table in batches. */
  rows: (table: string) => AsyncIterable<Row[]>;
  /** Returns the highest id that each table has ever assigned. */
  lastIds: () => Promise<Record<string, number>>;
};

const rowsPerBatch = 1_000;

export async function openSnapshot(config: Config): Promise<Snapshot> {
  return config.databaseUrl ? snapshotOfPostgres(config.databaseUrl) : snapshotOfSqlite(databasePath(config.dataDir));
}

function snapshotOfSqlite(path: string): Snapshot {
  const file = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
  // A transaction sees the state at the time of its first read.
  file.exec('begin; select count(*) from sqlite_master');
  const query = async <R extends Row>(statement: string) => file.prepare(statement).all() as R[];
  return {
    query,
    async *rows(table) {
      let rows: Row[] = [];
      for (const row of file.prepare(`select * from "${table}"`).iterate()) {
        rows.push(row as Row);
        if (rows.length < rowsPerBatch) continue;
        yield rows;
        rows = [];
      }
      yield rows;
    },
    async lastIds() {
      const counters = await query<{ name: string; seq: number }>('select name, seq from sqlite_sequence');
      return Object.fromEntries(counters.map(({ name, seq }) => [name, seq]));
    },
    [Symbol.asyncDispose]: async () => file.close(),
  };
}

async function snapshotOfPostgres(url: string): Promise<Snapshot> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, types: await numberTypes(), connectionTimeoutMillis: 5_000 });
  await client.connect();
  await client.query('begin isolation level repeatable read read only');
  const query = async <R extends Row>(statement: string) => (await client.query<R>(statement)).rows;
  return {
    query,
    async *rows(table) {
      await client.query(`declare all_rows no scroll cursor for select * from "${table}"`);
      for (;;) {
        const rows = await query(`fetch ${rowsPerBatch} from all_rows`);
        yield rows;
        if (rows.length < rowsPerBatch) break;
      }
      await client.query('close all_rows');
    },
    async lastIds() {
      const counters = await query<{ table_name: string; sequence: string }>(`
        select table_name, pg_get_serial_sequence(quote_ident(table_schema) || '.' || quote_ident(table_name), column_name) as sequence
        from information_schema.columns
        where is_identity = 'YES' and table_schema = current_schema()`);
      const lastIds: Record<string, number> = {};
      for (const { table_name, sequence } of counters) {
        const [counter] = await query<{ id: number }>(
          `select case when is_called then last_value else 0 end as id from ${sequence}`,
        );
        lastIds[table_name] = counter?.id ?? 0;
      }
      return lastIds;
    },
    [Symbol.asyncDispose]: () => client.end(),
  };
}
